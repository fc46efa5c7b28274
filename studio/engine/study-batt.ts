// Studies programs on a task: the verdicts of their solvers, the graph that the solvers share, and their differs.

import type { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import type { Task } from '../../src/data/task.ts'
import { reportPlans } from '../../src/engine/plan/plan-report.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { listMeasures, readCount } from '../../src/engine/score/differ-worth.ts'
import { measureDiffers } from '../../src/engine/score/measure-differs.ts'
import { type Solver, isolateSolver, listSolvers } from '../../src/engine/score/solvers.ts'
import type { Program } from '../../src/language/program.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { listSharedNodes } from './list-shared-nodes.ts'
import type { BattStudy, MeasuredDiffer, StudiedSolver } from './study-messages.ts'

const MAX_MEASURED_SAMPLES = 100

/** Studies programs, each of which runs on the task. */
export async function studyBatt(programs: readonly Program[], task: Task, backend: CpuBackend): Promise<BattStudy> {
  const dataset = { tasks: [task], hash: '' }
  const results = await runAll(programs, task, backend, { measure: false, outputs: 'none' })
  const solvers = listSolvers(programs)
  const alone = solvers.map((solver) => isolateSolver(programs, solver))
  const plan = reportPlans({ programs: alone, dataset, pairing: 'all', maxSamples: MAX_MEASURED_SAMPLES })
  const differs = await measureDiffers({
    programs,
    dataset,
    pairing: 'all',
    backend,
    settings: {},
    resultOf: (program) => results[program],
  })
  return {
    solvers: solvers.map((solver) => studySolver(solver, results[solver.program]!, programs.length === 1)),
    ...listSharedNodes(alone),
    plan,
    differs,
    measures: await listCounts(programs, solvers, task, backend),
  }
}

async function runAll(
  programs: readonly Program[],
  task: Task,
  backend: CpuBackend,
  settings: { readonly measure: boolean; readonly outputs: 'none' | 'value' },
): Promise<PairResult[]> {
  const results: PairResult[] = []
  if (programs.length === 0) return results
  await runPrograms({
    programs,
    dataset: { tasks: [task], hash: '' },
    pairing: 'all',
    backend,
    settings,
    onPair: (result, pair) => (results[pair] = result),
    keepResults: false,
  })
  return results
}

function studySolver(solver: Solver, result: PairResult, isOnlyProgram: boolean): StudiedSolver {
  const { program, output, id, number, mutated, size } = solver
  const label = shortLabel(solver, isOnlyProgram)
  const own = id === null ? undefined : result.battOutputs?.[output]
  const { verdict, samples } = own?.kind === 'o' ? own : result
  return { label, program, id, number, mutated, size, verdict, samples }
}

/** The name of a solver; that of the batt is left out where there is only one. */
function shortLabel({ name }: Solver, isOnlyProgram: boolean): string {
  return isOnlyProgram ? name.replace(/ in \S+$/, '') : name
}

/** The counts of all differs on the demo pairs, with C given. */
async function listCounts(
  programs: readonly Program[],
  solvers: readonly Solver[],
  task: Task,
  backend: CpuBackend,
): Promise<MeasuredDiffer[]> {
  const batts = programs
    .map((program, index) => ({ program, index, measures: listMeasures(program) }))
    .filter(({ measures }) => measures.length > 0)
  const results = await runAll(
    batts.map(({ program }) => program),
    task,
    backend,
    { measure: true, outputs: 'value' },
  )
  const byName = new Map<
    string,
    { differ: string; before: (number | null)[]; after: MeasuredDiffer['after'][number][] }
  >()
  for (const [k, { index, measures }] of batts.entries()) {
    for (const { output, differ, candidate } of measures) {
      const values = (results[k]!.outputs?.[output] ?? []) as readonly (Notation | null)[]
      const counts = values.slice(0, task.train.length).map((value) => readCount(value) ?? null)
      const row = byName.get(differ) ?? { differ, before: [], after: [] }
      byName.set(differ, row)
      const solver = solvers.find((one) => one.program === index && one.output === candidate)
      if (candidate === undefined) row.before = counts
      else
        row.after.push({
          owner: solver === undefined ? 'no candidate' : shortLabel(solver, programs.length === 1),
          counts,
        })
    }
  }
  return [...byName.values()]
}
