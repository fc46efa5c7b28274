// Random programs on a backend and on the CPU: every statement and every evaluation compared, and a difference shrunk. A
// function, since compiling takes long: callers share a device.

import { DEFAULT_ALLOWANCE } from '../../src/kernel/heap-growth.ts'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { Backend, Evaluations, RunSettings, Unit } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { type Mismatch, MismatchError } from '../../src/backends/gpu/verify-rows.ts'
import { type GridData, type Task, samplesOf } from '../../src/data/task.ts'
import { printPrograms } from '../../src/language/python/print-python.ts'
import type { Program, SolverOutput } from '../../src/language/program.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { type Plan, lowerGraph } from '../../src/plan/plan.ts'
import type { DialectId } from '../../src/primitives/primitive.ts'
import { newRandom } from '../generators/seed.ts'
import { typedProgram } from '../generators/typed-programs.ts'
import { type Case, shrinkCase } from './shrink-program.ts'

export interface RandomPrograms {
  /** The backend under test: a GpuBackend that verifies everything. */
  readonly backend: Backend
  readonly count: number
  readonly seed: number
  /** Default: a. */
  readonly dialect?: DialectId
  /** The keys of the primitives to draw from; default: all of the dialect. */
  readonly primitives?: readonly string[]
  /** Programs that are run together. */
  readonly batchSize?: number
  /** Whether programs give out every statement: for backends that do not compare statements themselves. Default: false. */
  readonly everyStatement?: boolean
  /** What is kept of values; default: drawn. */
  readonly outputs?: RunSettings['outputs']
}

/** The smallest case found that comes out differently, or does not come out at all. */
export interface Difference {
  /** As printProgram has it; several where one alone shows nothing. */
  readonly program: string
  readonly task: Task
  readonly settings: RunSettings
  /** What happened, in a line. */
  readonly what: string
  readonly mismatch: Mismatch | undefined
}

/** What was compared. */
export interface Comparison {
  programs: number
  /** Statements that were run, once a sample. */
  statements: number
  evaluations: number
  /** The first difference; nothing is drawn after it. */
  difference: Difference | undefined
}

const BATCH_SIZE = 200
/** Enough for nearly all of them, and not so much that a runaway map keeps a software device busy for minutes. */
const LARGE_BUDGET = 1 << 16
const PLANS_IN_A_BATCH = 4
const TASKS_IN_A_BATCH = 2

/** Draws programs, runs them on the backend and on the CPU, and gives the first difference, made small. */
export async function compareRandomPrograms(options: RandomPrograms): Promise<Comparison> {
  const { backend, count, seed, dialect = 'a', primitives, batchSize = BATCH_SIZE, everyStatement = false } = options
  const random = newRandom(seed)
  const found: Comparison = { programs: 0, statements: 0, evaluations: 0, difference: undefined }
  const arbitrary = typedProgram({ dialect, ...(primitives === undefined ? {} : { primitives }) })
  while (found.programs < count && found.difference === undefined) {
    const size = Math.min(batchSize, count - found.programs)
    const drawn = fc.sample(arbitrary, { numRuns: size, seed: random() | 0 })
    const programs = everyStatement ? drawn.flatMap(givingEverything) : drawn
    const tasks = Array.from({ length: TASKS_IN_A_BATCH }, (_, k) => drawTask(`task${k}`, random))
    const settings: RunSettings = {
      // Every third batch runs out of it here and there.
      budget: random() % 3 === 0 ? 20 + (random() % 400) : LARGE_BUDGET,
      allowance: random() % 3 === 0 ? 20 + (random() % 400) : DEFAULT_ALLOWANCE,
      measure: random() % 2 === 0,
      outputs:
        options.outputs ?? (['none', 'hash', 'value'] as const)[everyStatement ? 1 + (random() % 2) : random() % 3]!,
    }
    const plans = cutPlans(programs)
    found.difference = await compareBatch(backend, plans, tasks, settings)
    found.programs += size
    for (const { programs: members } of plans) {
      const samples = tasks.reduce((sum, task) => sum + samplesOf(task).length, 0)
      found.evaluations += members.length * samples
      found.statements += samples * members.reduce((sum, { statements }) => sum + statements.length, 0)
    }
  }
  return found
}

/** The program, and a batt of the same statements in which each is an output. */
function givingEverything(program: Program): Program[] {
  const outputs = program.statements.flatMap(({ inner }, index): SolverOutput[] =>
    inner === true
      ? []
      : [{ kind: 'o', number: index, mutated: false, solver: `s${index}`, value: { kind: 'statement', index } }],
  )
  const { dialect, file, statements } = program
  return [program, { dialect, file, statements, name: 'batt', mode: 'guarded', outputs }]
}

/** Programs merged into one plan. */
interface MergedPlan {
  readonly programs: readonly Program[]
  readonly keepUnused: boolean
  readonly plan: Plan
}

function mergePlan(programs: readonly Program[], keepUnused: boolean): MergedPlan {
  return { programs, keepUnused, plan: lowerGraph(mergePrograms(programs, { keepUnused })) }
}

/** The programs in a few plans; the larger part with all statements, so that they are compared, too. */
function cutPlans(programs: readonly Program[]): MergedPlan[] {
  const size = Math.ceil(programs.length / PLANS_IN_A_BATCH)
  const parts = Array.from({ length: PLANS_IN_A_BATCH }, (_, k) => programs.slice(k * size, (k + 1) * size))
  return parts.filter((part) => part.length > 0).map((part, k) => mergePlan(part, k % PLANS_IN_A_BATCH !== 0))
}

/** What went wrong with a run, and where as far as that is known. */
interface Failure {
  readonly what: string
  readonly mismatch?: Mismatch
  readonly unit?: Unit
  /** Of the unit's plan. */
  readonly program?: number
}

async function compareBatch(
  backend: Backend,
  plans: readonly MergedPlan[],
  tasks: readonly Task[],
  settings: RunSettings,
): Promise<Difference | undefined> {
  const units = plans.flatMap((_, plan) => tasks.map((task) => wholeUnit(plan, task)))
  const failure = await findFailure(backend, plans, units, settings)
  if (failure === undefined) return undefined
  const fails = ({ programs, task, keepUnused, settings: own }: Case) =>
    findFailure(backend, [mergePlan(programs, keepUnused)], [wholeUnit(0, task)], own)
  for (const { plan, task } of failure.unit === undefined ? units : [failure.unit]) {
    const { programs, keepUnused } = plans[plan]!
    const one = failure.program === undefined ? programs : [programs[failure.program]!]
    // One program alone, and where that is sound by itself, all of its plan.
    for (const members of [one, programs]) {
      const first: Case = { programs: members, task, settings, keepUnused }
      const again = await fails(first)
      if (again !== undefined) return describe(await shrinkCase(first, again, fails))
    }
  }
  const whole = { programs: plans.flatMap(({ programs }) => programs), task: tasks[0]!, settings, keepUnused: true }
  return describe({ smallest: whole, failure: { ...failure, what: `only in the whole batch: ${failure.what}` } })
}

function describe({ smallest, failure }: { smallest: Case; failure: Failure }): Difference {
  const { programs, task, settings } = smallest
  return { program: printPrograms(programs), task, settings, what: failure.what, mismatch: failure.mismatch }
}

function wholeUnit(plan: number, task: Task): Unit {
  return { plan, task, from: 0, to: samplesOf(task).length }
}

async function findFailure(
  backend: Backend,
  merged: readonly MergedPlan[],
  units: readonly Unit[],
  settings: RunSettings,
): Promise<Failure | undefined> {
  const plans = merged.map(({ plan }) => plan)
  const wanted: Evaluations[] = []
  for await (const part of new CpuBackend().run(plans, units, settings)) wanted.push(part)
  let number = 0
  try {
    for await (const part of backend.run(plans, units, settings)) {
      const difference = compareEvaluations(part, wanted[number]!)
      if (difference !== undefined) return { ...difference, unit: units[number]! }
      number++
    }
  } catch (error) {
    if (!(error instanceof MismatchError)) return { what: String(error) }
    const { mismatch } = error
    const program = mismatch.programs[0]?.program
    const what = `${JSON.stringify(mismatch.callee)} gave ${JSON.stringify(mismatch.gpu)}, not ${JSON.stringify(mismatch.cpu)}`
    return { what, mismatch, unit: mismatch.unit, ...(program === undefined ? {} : { program }) }
  }
  return number === units.length ? undefined : { what: `${number} of ${units.length} units came out` }
}

/** The first part in which two evaluations differ, and the program where that is known. */
export function compareEvaluations(
  actual: Evaluations,
  wanted: Evaluations,
): { readonly what: string; readonly program?: number } | undefined {
  for (const part of ['verdicts', 'differences', 'errors', 'failedStatements'] as const) {
    const at = wanted[part].findIndex((value, k) => actual[part][k] !== value)
    if (at < 0) continue
    const what = `${part}: ${actual[part][at]} in place of ${wanted[part][at]}`
    return { what, program: Math.floor(at / wanted.sampleCount) }
  }
  for (const part of ['defaults', 'candidates', 'hashes', 'values'] as const) {
    const [own, other] = [actual[part], wanted[part]]
    if (own === undefined && other === undefined) continue
    const program = other?.findIndex((value, p) => !isDeepStrictEqual(own?.[p], value)) ?? -1
    if (program >= 0) {
      const spell = (evaluations: typeof own) => JSON.stringify(evaluations?.[program] ?? null).slice(0, 300)
      return { what: `${part}: ${spell(own)} in place of ${spell(other)}`, program }
    }
  }
  // Steps that do not depend on the sample are run once for a unit or once for each sample: backends may differ in that.
  return isDeepStrictEqual({ ...actual, executed: 0 }, { ...wanted, executed: 0 })
    ? undefined
    : { what: 'evaluations of another form' }
}

/** A task of three demo pairs and two tests with small grids; the last test has no output. */
function drawTask(id: string, random: () => number): Task {
  const pair = () => ({ input: drawGrid(random), output: drawGrid(random) })
  return { id, train: [pair(), pair(), pair()], test: [pair(), { input: drawGrid(random) }] }
}

function drawGrid(random: () => number): GridData {
  const [height, width, colors] = [1 + (random() % 8), 1 + (random() % 8), 1 + (random() % 4)]
  const palette = Array.from({ length: colors }, () => random() % 10)
  return { height, width, cells: Uint8Array.from({ length: height * width }, () => palette[random() % colors]!) }
}
