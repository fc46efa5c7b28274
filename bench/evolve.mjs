// Evolution compared with its baselines at equal counted work: tasks whose demos a program is found for, tasks whose tests
// it is also right on, and these per core hour, with 95 % confidence intervals over the seeds.
//
//   node bench/evolve.mjs --tasks FOLDER [--every 10] [--calls 25000] [--seeds 10] [--arms evolve,untyped,random] [--out FILE]
//   node bench/evolve.mjs --table FILE...
//
// The tasks are every tenth of the folder in the order of their names. A run of one arm with one seed on all tasks is a line of
// FILE; runs that have a line are not repeated, so an interrupted bench goes on where it was. Tests are never seen by a search.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CpuBackend, evolve, runPrograms } from '../dist/index.js'
import { loadTasks } from '../dist/node.js'
import { describeMachine } from './parts/machine.mjs'

const ARMS = {
  evolve: {},
  enumerate: { enumerate: 1 },
  typed: { enumerate: 0 },
  untyped: { enumerate: 0, typed: false },
  random: { enumerate: 0, random: true },
}

/** The 97.5 % quantiles of Student's t distribution by degrees of freedom. */
const T = [0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131]

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tasks: { type: 'string' },
    every: { type: 'string', default: '10' },
    calls: { type: 'string', default: '25000' },
    seeds: { type: 'string', default: '10' },
    'first-seed': { type: 'string', default: '1' },
    arms: { type: 'string', default: 'evolve,untyped,random' },
    out: { type: 'string', default: 'evolve-bench.jsonl' },
    table: { type: 'boolean', default: false },
  },
})

const readLines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line))
    : []

if (options.table) printTable(positionals.flatMap(readLines))
else {
  await runAll()
  printTable(readLines(options.out))
}

async function runAll() {
  const every = Number(options.every)
  const all = (await loadTasks([options.tasks])).tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const tasks = all.filter((_, k) => k % every === 0)
  const calls = Number(options.calls)
  const first = Number(options['first-seed'])
  for (let seed = first; seed < first + Number(options.seeds); seed++) {
    for (const arm of options.arms.split(',')) {
      const isSame = (line) =>
        line.seed === seed && line.arm === arm && line.calls === calls && line.tasks === tasks.length
      if (readLines(options.out).some(isSame)) continue
      const line = await runArm(arm, seed, tasks, calls)
      appendFileSync(options.out, `${JSON.stringify({ ...line, machine: describeMachine() })}\n`)
      console.log(JSON.stringify(line))
    }
  }
}

async function runArm(arm, seed, tasks, calls) {
  const backend = new CpuBackend()
  const before = process.cpuUsage()
  const result = await evolve({ tasks, settings: { ...ARMS[arm], seed, calls }, backend })
  const { user, system } = process.cpuUsage(before)
  const solved = result.tasks.filter((task) => task.solved)
  const right = []
  await runPrograms({
    programs: solved.map(({ program }) => program),
    dataset: { tasks, hash: '' },
    backend,
    onPair: ({ task, demos, tests }) => {
      if (demos.right !== demos.total) throw new Error(`The program of ${task} is not right on all demos`)
      if (tests.right === tests.total) right.push(task)
    },
  })
  return {
    arm,
    seed,
    calls,
    tasks: tasks.length,
    work: result.work,
    cpuSeconds: Math.round((user + system) / 1e4) / 100,
    demos: solved.length,
    tests: right.length,
    right,
  }
}

function printTable(lines) {
  const arms = Object.keys(ARMS).filter((arm) => lines.some((line) => line.arm === arm))
  console.log(
    'arm        seeds  solved on demos   right on tests    any seed  calls (10^6)  core s  tests per core hour',
  )
  for (const arm of arms) {
    const own = lines.filter((line) => line.arm === arm)
    const seconds = sum(own.map(({ cpuSeconds }) => cpuSeconds))
    const union = new Set(own.flatMap(({ right }) => right)).size
    const cells = [
      arm.padEnd(10),
      String(own.length).padStart(5),
      interval(own.map(({ demos }) => demos)).padStart(16),
      interval(own.map(({ tests }) => tests)).padStart(16),
      String(union).padStart(11),
      (sum(own.map(({ work }) => work.calls)) / own.length / 1e6).toFixed(2).padStart(13),
      (seconds / own.length).toFixed(0).padStart(7),
      ((3600 * sum(own.map(({ tests }) => tests))) / seconds).toFixed(0).padStart(20),
    ]
    console.log(cells.join(' '))
  }
}

/** The mean and the half width of its 95 % confidence interval. */
function interval(counts) {
  const n = counts.length
  const mean = sum(counts) / n
  if (n < 2) return mean.toFixed(1)
  const deviation = Math.sqrt(sum(counts.map((count) => (count - mean) ** 2)) / (n - 1))
  return `${mean.toFixed(1)} ± ${(((T[n - 1] ?? 1.96) * deviation) / Math.sqrt(n)).toFixed(1)}`
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
