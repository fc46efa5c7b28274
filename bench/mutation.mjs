// Mutants by type against mutants without types: how many pass `check`, run without defaults and differ from their parents.
//
//   node bench/mutation.mjs [--seeds 20] [--rate 0.01] [--out mutation.json]
//
// Parents are the gallery's solvers that run without an error on their own tasks: those of dialect a, and in dialect t those
// of them that have only names of both dialects. A mutant is a candidate of a batt of all parents with a recorded mutation,
// cut as a strict program, so that an error is a statement that would take its default in the batt.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  cardPrograms,
  checkPrograms,
  cutProgram,
  gallerySource,
  galleryTasks,
  makeDataset,
  printPrograms,
  readPrograms,
  runPrograms,
} from '../dist/index.js'
import { describeMachine } from './parts/machine.mjs'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '0.01' },
    out: { type: 'string' },
  },
})
const seeds = Number(values.seeds)
const rate = Number(values.rate)
const dataset = makeDataset(galleryTasks({ samples: 2 }))

/** The results of programs on their own tasks, by file; each program has a file of its own. */
async function runAll(programs) {
  const results = new Map()
  await runPrograms({
    programs,
    dataset,
    settings: { outputs: 'hash' },
    onPair: (result) => results.set(result.file, result),
  })
  return results
}

/** Whether a program ran on a task, and has an output on every sample. */
function hasOutputs(result) {
  return result?.samples.every(({ verdict }) => verdict !== 'error' && verdict !== 'limit') === true
}

async function findParents(dialect) {
  const { programs } = readPrograms(gallerySource(), 'gallery.py', { dialect })
  const solvers = programs
    .filter(({ mode }) => mode === 'strict')
    .map((program) => ({ ...program, file: program.name }))
  const results = await runAll(solvers)
  const parents = solvers.filter(({ file }) => hasOutputs(results.get(file)))
  return { parents, outputsOf: (id) => results.get(`solve_${id}`).outputs }
}

/** The mutants of all seeds as strict programs, each with the id of its parent. */
function makeMutants(parents, typed) {
  const mutants = []
  for (let seed = 1; seed <= seeds; seed++) {
    const { program } = cardPrograms(parents, { seed, mutate: rate, typed })
    for (const output of program.outputs) {
      if (output.kind !== 'o' || !output.mutated) continue
      const mutant = cutProgram(program, output.solver, { strict: true })
      mutants.push({ parent: output.solver, program: { ...mutant, file: `${seed} ${output.solver}` } })
    }
  }
  return mutants
}

function passesCheck(program) {
  const content = printPrograms([program])
  const read = readPrograms(content, 'mutant.py', { dialect: program.dialect })
  return read.diagnostics.length === 0 && checkPrograms(read.programs, [{ file: 'mutant.py', content }]).length === 0
}

async function measure(dialect, typed) {
  const { parents, outputsOf } = await findParents(dialect)
  const mutants = makeMutants(parents, typed)
  const results = await runAll(mutants.map(({ program }) => program))
  const counts = { checked: 0, ran: 0, differed: 0, all: 0 }
  for (const { parent, program } of mutants) {
    const result = results.get(program.file)
    const isChecked = passesCheck(program)
    const isRun = hasOutputs(result)
    const differs = JSON.stringify(result.outputs) !== JSON.stringify(outputsOf(parent))
    counts.checked += Number(isChecked)
    counts.ran += Number(isRun)
    counts.differed += Number(differs)
    counts.all += Number(isChecked && isRun && differs)
  }
  const share = (count) => Number((count / mutants.length).toFixed(3))
  const shares = Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, share(count)]))
  return { dialect, typed, parents: parents.length, mutants: mutants.length, shares }
}

const machine = describeMachine()
const rows = []
for (const dialect of ['a', 't']) for (const typed of [true, false]) rows.push(await measure(dialect, typed))
console.log('dialect  mutation  parents  mutants  check  no default  differs  all three')
for (const { dialect, typed, parents, mutants, shares } of rows) {
  const percent = (part) => `${(100 * shares[part]).toFixed(1)} %`
  const cells = [percent('checked').padStart(7), percent('ran').padStart(10), percent('differed').padStart(8)]
  console.log(
    `${dialect.padEnd(9)}${(typed ? 'typed' : 'untyped').padEnd(10)}${String(parents).padStart(7)}${String(mutants).padStart(9)}`,
    ...cells,
    percent('all').padStart(10),
  )
}
if (values.out !== undefined)
  writeFileSync(values.out, `${JSON.stringify({ machine, seeds, rate, gallery: dataset.hash, rows }, null, 2)}\n`)
