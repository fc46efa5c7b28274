// Reuse between runs: offspring of gallery solvers, run with and without what earlier runs have left, side by side.
//
//   node bench/reuse.mjs [--parents 50] [--offspring 1000] [--tasks FOLDER] [--task-count 40] [--passes 3] [--out FILE.json]
//
// The offspring are typed mutants (`cardPrograms`, cut as strict programs). Times are CPU times of whole calls of `runPrograms`,
// planning and results included; the ways are measured in turns, and the fastest pass of each counts. Ends with exit code 1
// where a run with reuse has another number of right, wrong or failed outputs than the run without.
//
// The line `bound` of a work is what reuse could reach if keeping and finding cost nothing: one run without reuse in which each
// program of the work is there once, so that each call is made once on a sample, and each result is judged once.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CpuBackend, ReuseCache, cardPrograms, cutProgram, galleryPrograms, runPrograms } from '../dist/index.js'
import { describeMachine } from './parts/machine.mjs'
import { manyTasks } from './parts/workloads.mjs'

const { values } = parseArgs({
  options: {
    parents: { type: 'string', default: '50' },
    offspring: { type: 'string', default: '1000' },
    tasks: { type: 'string' },
    'task-count': { type: 'string', default: '40' },
    passes: { type: 'string', default: '3' },
    out: { type: 'string' },
  },
})
const MUTATION_RATE = 0.05
const { dataset, source } = await manyTasks({ folder: values.tasks, taskCount: Number(values['task-count']) })
const parents = galleryPrograms()
  .filter(({ mode, dialect }) => mode === 'strict' && dialect === 'a')
  .toSorted((a, b) => b.statements.length - a.statements.length)
  .slice(0, Number(values.parents))
  .map((program) => ({ ...program, file: program.name }))
const offspring = breed(parents, Number(values.offspring))

const generations = cut(offspring, 50)
const works = {
  'all offspring in one run': [offspring],
  'runs of 50 offspring': generations,
  'runs of 50 offspring and the parents': generations.map((some) => [...parents, ...some]),
  'runs of 50 offspring, the parents and the last two runs': generations.map((some, k) => [
    ...parents,
    ...generations.slice(Math.max(0, k - 2), k).flat(),
    ...some,
  ]),
  'each generation again': [parents, ...generations].flatMap((some) => [some, some]),
  'a run for each of 100 offspring': cut(offspring.slice(0, 100), 1),
}
/** Programs that come again are the same objects. */
const onceOnly = (runs) => [[...new Set(runs.flat())]]
const ways = {
  none: () => undefined,
  results: () => new ReuseCache(),
}

// Translated code is optimised while it runs: without this, the first way would be the slowest.
await measure([offspring])
const rows = []
let isCorrect = true
console.log(`${parents.length} parents, ${offspring.length} offspring, ${dataset.tasks.length} tasks (${source})`)
for (const [work, runs] of Object.entries(works)) {
  const best = {}
  const take = (way, measured) => {
    if (best[way] === undefined || measured.ms < best[way].ms) best[way] = measured
  }
  for (let pass = 0; pass < Number(values.passes); pass++) {
    for (const [way, newCache] of Object.entries(ways)) take(way, await measure(runs, newCache()))
    take('bound', await measure(onceOnly(runs), undefined))
  }
  const { bound, ...measured } = best
  for (const [way, figures] of Object.entries(measured)) {
    const row = { work, way, factor: best.none.ms / figures.ms, ...figures }
    rows.push(row)
    if (figures.outcomes !== best.none.outcomes) isCorrect = false
    print(row)
  }
  const factor = best.none.ms / bound.ms
  rows.push({ work, way: 'bound', factor, ms: bound.ms, kernels: bound.kernels })
  console.log(`${work}, bound: x ${factor.toFixed(2)}, ${bound.kernels} kernels`)
}
if (values.out !== undefined)
  writeFileSync(
    values.out,
    `${JSON.stringify({ machine: describeMachine(), source, hash: dataset.hash, rows }, null, 2)}\n`,
  )
if (!isCorrect) process.exitCode = 1

/** Mutants of the parents in turn, each with a recorded mutation. */
function breed(solvers, count) {
  const mutants = []
  for (let seed = 1; mutants.length < count; seed++) {
    const { program } = cardPrograms(solvers, { seed, mutate: MUTATION_RATE, baseDiffers: false })
    for (const output of program.outputs) {
      if (output.kind !== 'o' || !output.mutated) continue
      mutants.push({ ...cutProgram(program, output.solver, { strict: true }), file: `${seed} ${output.solver}` })
    }
  }
  return mutants.slice(0, count)
}

function cut(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, k) => list.slice(k * size, (k + 1) * size))
}

/** The CPU time of runs one after the other, after a run of the parents that does not count. */
async function measure(runs, reuse) {
  const backend = new CpuBackend()
  const run = (programs) =>
    runPrograms({ programs, dataset, pairing: 'all', backend, ...(reuse === undefined ? {} : { reuse }) })
  await run(parents)
  const sum = { right: 0, wrong: 0, errors: 0, limits: 0 }
  const found = { evaluations: 0, kernels: 0, pairHits: 0, bytes: 0, evictions: 0 }
  const started = process.cpuUsage()
  for (const programs of runs) {
    const report = await run(programs)
    for (const count of Object.keys(sum)) sum[count] += report[count]
    found.evaluations += report.evaluations
    found.kernels += report.work.onCpu
    for (const count of ['pairHits', 'evictions']) found[count] += report.reuse?.[count] ?? 0
    found.bytes = report.reuse?.bytes ?? 0
  }
  const { user, system } = process.cpuUsage(started)
  return { ms: (user + system) / 1000, outcomes: JSON.stringify(sum), ...found }
}

function print({ work, way, factor, ms, evaluations, outcomes, kernels, bytes }) {
  const rate = Math.round((1000 * evaluations) / ms).toLocaleString('en')
  const memory = `${(bytes / 1e6).toFixed(0)} MB`
  const parts = [`${rate} evaluations/s`, `x ${factor.toFixed(2)}`, `${kernels} kernels`, memory, outcomes]
  console.log(`${work}, ${way}: ${parts.join(', ')}`)
}
