// Megabatt beside CPython: the same programs on the same grids, with a plain Python version of the DSL (parts/plain_dsl.py).
//
//   node bench/python.mjs [--engine native|wasm|js] [--only work,...] [--tasks FOLDER] [--out FILE.json] [--quick]
//
// Each program is run by itself on one core in both. The figure is the least CPU time of a run; ratios are by sums, by geometric
// mean of the programs, and the lowest. Ends with exit code 1 where a program is not right as often as in Python on its own task; on
// foreign samples the order of a set may decide, which is CPython's own there.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseEngine } from '../dist/cli/engine-option.js'
import { drawTasks } from '../dist-tools/tools/gallery/draw.js'
import { CpuBackend, makeDataset, printPrograms, runPrograms } from '../dist/index.js'
import { describeMachine } from './parts/machine.mjs'
import { readOptions, wantedNames } from './parts/options.mjs'
import { rounded } from './parts/passes.mjs'
import { manyTasks, profileMix, readsInput, rightSolvers } from './parts/workloads.mjs'

const options = readOptions('work')
const engine = chooseEngine(options)
const PASSES = options.quick ? { python: 1, engine: 20 } : { python: 3, engine: 60 }
const OWN_SAMPLES = options.quick ? 12 : 48
const FOREIGN_EVERY = options.quick ? 100 : 20
/** Runs of passes shorter than this say little: samples are repeated. */
const LEAST_ROWS = 200
const SHOWN = 8

/** The works: programs with the pairs of grids that each runs on. */
const works = {
  own: ownTasks,
  foreign: foreignTasks,
}

const rows = []
const machine = describeMachine()
for (const name of wantedNames(options, works)) {
  const { what, jobs, pairing } = await works[name]()
  const python = timePython(jobs)
  const timed = []
  for (const job of jobs) timed.push(await timeEngine(job, pairing, python[job.program.name]))
  rows.push(report(name, what, timed))
}
if (options.out !== undefined)
  writeFileSync(
    options.out,
    `${JSON.stringify({ machine, engine: engine.name, quick: options.quick, rows }, null, 2)}\n`,
  )
const own = rows.filter(({ work }) => work === 'own').flatMap(({ programs }) => programs)
if (own.some(({ right, expected }) => right !== expected)) process.exitCode = 1

/** The right solver of each gallery family on samples of its own task; those that read the demo pairs are left out. */
function ownTasks() {
  const tasks = new Map(drawTasks({ samples: OWN_SAMPLES - 3 }).map((task) => [task.id, task]))
  const solvers = rightSolvers().filter((program) => !readsInput(program, 'S'))
  const jobs = solvers.map((program) => {
    const { train, test } = tasks.get(program.task)
    return { program, pairs: [...train, ...test] }
  })
  return { what: 'gallery solvers on their own tasks', jobs, pairing: 'own' }
}

/** Programs with the shapes and the mix of public solvers, on samples that they were not made for. */
async function foreignTasks() {
  const { dataset, source } = await manyTasks({ folder: options.tasks })
  const pairs = dataset.tasks
    .flatMap(({ train, test }) => [...train, ...test])
    .filter((_, k) => k % FOREIGN_EVERY === 0)
  const jobs = profileMix().map((program) => ({ program, pairs }))
  return {
    what: `programs with the mix of public solvers, every ${FOREIGN_EVERY}th sample (${source})`,
    jobs,
    pairing: 'all',
  }
}

function timePython(jobs) {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-python-'))
  try {
    const text = `from plain_dsl import *\n\n\n${printPrograms(jobs.map(({ program }) => program))}`
    writeFileSync(join(folder, 'timed_programs.py'), text)
    const byProgram = jobs.map(({ program, pairs }) => [
      program.name,
      pairs.map(({ input, output }) => [toRows(input), toRows(output)]),
    ])
    const request = { folder, module: 'timed_programs', passes: PASSES.python, jobs: Object.fromEntries(byProgram) }
    const script = fileURLToPath(new URL('parts/time_plain.py', import.meta.url))
    const { status, stdout, stderr } = spawnSync('python3', [script], {
      input: JSON.stringify(request),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`)
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The least time of a run of one program on its samples, which are repeated where they are few. */
async function timeEngine({ program, pairs }, pairing, python) {
  const id = program.task ?? 'foreign'
  const repeated = Array.from({ length: Math.max(pairs.length, LEAST_ROWS) }, (_, k) => pairs[k % pairs.length])
  const backend = new CpuBackend({ engine })
  const run = (samples) => {
    const dataset = makeDataset([{ id, train: samples.slice(0, 1), test: samples.slice(1) }])
    return runPrograms({ programs: [program], dataset, pairing, backend })
  }
  const { right } = await run(pairs)
  let least = Infinity
  for (let pass = 0; pass < PASSES.engine; pass++) {
    const { time } = await run(repeated)
    least = Math.min(least, time.runMs)
  }
  const microseconds = (1000 * least) / repeated.length
  return {
    name: program.name,
    runs: pairs.length,
    python: rounded(python.microseconds),
    megabatt: rounded(microseconds),
    ratio: rounded(python.microseconds / microseconds),
    right,
    expected: python.right,
  }
}

function report(work, what, programs) {
  const sum = (key) => programs.reduce((total, program) => total + program[key], 0)
  const bySums = rounded(sum('python') / sum('megabatt'))
  const byMean = rounded(Math.exp(programs.reduce((total, { ratio }) => total + Math.log(ratio), 0) / programs.length))
  const lowest = programs.toSorted((a, b) => a.ratio - b.ratio).slice(0, SHOWN)
  const right = programs.filter((program) => program.right === program.expected).length
  process.stdout.write(
    `${what}, one core, ${engine.name}\n` +
      `    CPython ${spell(sum('python') / programs.length)} µs a run, Megabatt ${spell(sum('megabatt') / programs.length)} µs: ` +
      `${spell(bySums)} times by sums, ${spell(byMean)} by program; ` +
      `${right}/${programs.length} programs right as often as in Python\n` +
      `    lowest: ${lowest.map(({ name, ratio, python }) => `${name} ${spell(ratio)} (${spell(python)} µs)`).join(', ')}\n`,
  )
  return { work, what, bySums, byMean, programs }
}

function toRows({ height, width, cells }) {
  return Array.from({ length: height }, (_, i) => Array.from(cells.subarray(i * width, (i + 1) * width)))
}

function spell(value) {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
}
