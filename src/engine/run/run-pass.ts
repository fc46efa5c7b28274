// One pass over all pairs: cuts the tasks into units, has a backend run them, collects the results pair by pair.

import type { Backend, Evaluations, RunSettings, Unit } from '../../backends/backend.ts'
import { outputCount } from '../../backends/evaluations.ts'
import { type Dataset, type SampleName, type Task, nameSample } from '../../data/task.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import type { Program } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { RunReuse } from '../reuse/reuse-cache.ts'
import { type TaskJob, listJobs } from './pair-order.ts'
import type { Pairing } from './pair-programs.ts'
import { JobCounts } from './pair-counts.ts'
import { type CollectedPair, type PairResult, collectPair } from './pair-result.ts'
import { SampleDescriber } from './sample-result.ts'
import { type PlannedGroup, plansOf } from './plan-groups.ts'
import { PartFinder, type TaskParts } from './program-places.ts'
import type { StopSignal } from '../../backends/stop-signal.ts'

/** Default of `unitSamples`. */
const UNIT_SAMPLES = 256
/** Default number of evaluations in a unit where values are kept: a value may take 100 MB, a hash takes 8 bytes. */
const VALUE_UNIT_EVALUATIONS = 8

/** Progress of a run, in evaluations. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** One value of a program on a sample, by the name of the sample. */
export interface OutputValue extends SampleName {
  /** The number of the pair in the order of pairs. */
  readonly pair: number
  /** The index of the output: 0 for a strict program, the position among its outputs for a batt. */
  readonly output: number
  /** Null where the program failed, and where the value is too large for the notation. */
  readonly value: Notation | null
}

/** The parameters of a pass. */
export interface Pass {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  readonly groups: readonly PlannedGroup[]
  readonly backend: Backend
  readonly settings?: Partial<RunSettings> | undefined
  /** Decides the default budget; default: `own`. */
  readonly pairing?: Pairing | undefined
  readonly unitSamples?: number | undefined
  /** The number of pairs, in the order of pairs, that are done already. */
  readonly skip: number
  /** Called for each pair that is not skipped, with its number in the order of pairs and the index of its program. */
  readonly onPair?: ((result: PairResult, pair: number, program: number) => void) | undefined
  /** Called for each task instead of `onPair`, where that is not given: results are not described then. */
  readonly onCounts?: ((counts: JobCounts) => void) | undefined
  /** Called for each task that is done, with the statements that its programs have on its samples and the calls made for them. */
  readonly onWork?: ((statements: number, executed: number) => void) | undefined
  /** Called for each value; results have none then. */
  readonly onValue?: ((value: OutputValue) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Awaited after the pairs of each task. */
  readonly pace?: (() => Promise<void>) | undefined
  readonly signal?: StopSignal | undefined
  /** Takes the results of the pairs; what it knew already is in the groups. */
  readonly reuse?: RunReuse | undefined
}

/**
 * The default budget where all programs run on all tasks. There most programs run on tasks that they were not made for, and a
 * few of them would take nearly all of the time; bench/budgets.mjs shows that this budget loses no right output.
 */
export const POPULATION_BUDGET = 1 << 18

/** Settings with their defaults. */
export function settleSettings(
  { budget, allowance, measure, outputs }: Partial<RunSettings> = {},
  pairing: Pairing = 'own',
): RunSettings {
  return {
    budget: budget ?? (pairing === 'all' ? POPULATION_BUDGET : DEFAULT_BUDGET),
    allowance: allowance ?? DEFAULT_ALLOWANCE,
    measure: measure ?? false,
    outputs: outputs ?? 'none',
  }
}

/**
 * Runs a pass and returns its time in milliseconds. Values come job by job and sample by sample, before the pairs of their
 * job: an order that does not depend on the size of units.
 */
export async function runPass(pass: Pass): Promise<number> {
  const started = performance.now()
  const { groups, dataset, backend, onProgress, pace, signal } = pass
  const settings = { ...settleSettings(pass.settings, pass.pairing), isBrief: isBriefPass(pass) }
  const jobs = listJobs(groups, dataset)
  const { firstJob, units, unitEnds, parts } = cutJobs(pass, jobs, settings)
  const counter = new StatementCounter(pass)
  const total = countEvaluations(jobs, 0)
  let done = total - countEvaluations(jobs, firstJob)
  let evaluations: Evaluations[] = []
  let unitCount = 0
  let next = firstJob
  const isStopped = () => signal?.aborted === true
  /** Several jobs may be due: a task without samples has no units, and neither has one whose pairs are all known. */
  const isDue = () => next < jobs.length && unitCount === unitEnds[next - firstJob] && !isStopped()
  const collectNext = () => {
    const job = jobs[next]!
    const own = parts[next - firstJob]!
    collectJob(pass, job, own, evaluations)
    pass.onWork?.(counter.count(job), sumExecuted(evaluations))
    evaluations = []
    next++
    done += (job.programs.length - own.programCount) * job.sampleCount
  }
  while (isDue()) {
    collectNext()
    if (pace !== undefined) await pace()
  }
  if (isStopped()) return performance.now() - started
  for await (const part of backend.run(plansOf(groups), units, settings, signal)) {
    evaluations.push(part)
    if (pass.onValue !== undefined)
      takeValues(pass, jobs[next]!, parts[next - firstJob]!, units[unitCount]!, evaluations)
    unitCount++
    done += part.programCount * part.sampleCount
    while (isDue()) {
      collectNext()
      if (pace !== undefined) await pace()
    }
    onProgress?.({ done, total })
    if (isStopped()) break
  }
  return performance.now() - started
}

/** Whether all that is read of evaluations are verdicts and defaults. */
function isBriefPass({ onPair, reuse }: Pass): boolean {
  return onPair === undefined && reuse === undefined
}

/** The jobs of a pass that are left, as units. */
interface CutJobs {
  /** The first job that is not done. One of which only some pairs are done is run again as a whole. */
  readonly firstJob: number
  readonly units: readonly Unit[]
  /** For each job that is left, the number of units up to its end, and its parts. */
  readonly unitEnds: Int32Array
  readonly parts: readonly TaskParts[]
}

function cutJobs(pass: Pass, jobs: readonly TaskJob[], settings: RunSettings): CutJobs {
  const { groups, skip } = pass
  let firstJob = 0
  while (firstJob < jobs.length && jobs[firstJob]!.firstPair + jobs[firstJob]!.programs.length <= skip) firstJob++
  const finder = new PartFinder(groups)
  const units: Unit[] = []
  const parts: TaskParts[] = []
  const unitEnds = new Int32Array(jobs.length - firstJob)
  for (let k = firstJob; k < jobs.length; k++) {
    const job = jobs[k]!
    const own = finder.partsOn(job.group, job.task)
    addUnits(units, job, unitSize(pass, settings, job), own.plans)
    unitEnds[k - firstJob] = units.length
    parts.push(own)
  }
  return { firstJob, units, unitEnds, parts }
}

/** Counts the statements of jobs, those of a group's programs once for all of its tasks. */
class StatementCounter {
  readonly #programs: readonly Program[]
  #members: readonly number[] | undefined
  #count = 0

  constructor({ programs }: Pass) {
    this.#programs = programs
  }

  /** The statements that the programs of a job have on its samples. The jobs of a group follow each other. */
  count({ programs, sampleCount }: TaskJob): number {
    if (this.#members !== programs) {
      this.#members = programs
      this.#count = 0
      for (let k = 0; k < programs.length; k++) this.#count += this.#programs[programs[k]!]!.statements.length
    }
    return this.#count * sampleCount
  }
}

/** The evaluations of the jobs from number `first` on. */
function countEvaluations(jobs: readonly TaskJob[], first: number): number {
  let evaluations = 0
  for (let k = first; k < jobs.length; k++) evaluations += jobs[k]!.sampleCount * jobs[k]!.programs.length
  return evaluations
}

function sumExecuted(evaluations: readonly Evaluations[]): number {
  let sum = 0
  for (let k = 0; k < evaluations.length; k++) sum += evaluations[k]!.executed
  return sum
}

function unitSize({ unitSamples }: Pass, { outputs }: RunSettings, { programs }: TaskJob): number {
  if (unitSamples !== undefined || outputs !== 'value') return unitSamples ?? UNIT_SAMPLES
  return Math.max(1, Math.floor(VALUE_UNIT_EVALUATIONS / programs.length))
}

/** Adds the units of a job: its plans in turn on each range of samples. */
function addUnits(units: Unit[], { task, sampleCount }: TaskJob, unitSamples: number, plans: readonly number[]): void {
  for (let from = 0; from < sampleCount; from += unitSamples) {
    const to = Math.min(sampleCount, from + unitSamples)
    for (let k = 0; k < plans.length; k++) units.push({ plan: plans[k]!, task, from, to })
  }
}

/**
 * Hands the values of the last range of samples to `onValue` as soon as all plans have run on it, and takes them out of
 * the evaluations, so that a job holds no values.
 */
function takeValues(
  { skip, onValue }: Pass,
  job: TaskJob,
  { plans, places }: TaskParts,
  { from }: Unit,
  evaluations: Evaluations[],
): void {
  if (evaluations.length % plans.length !== 0) return
  const first = evaluations.length - plans.length
  const range = evaluations.slice(first)
  for (let s = 0; s < range[0]!.sampleCount; s++) {
    const name = nameSample(job.task, from + s)
    for (const [position, place] of places.entries()) {
      const pair = job.firstPair + position
      if (pair < skip || place === undefined) continue
      const { values, sampleCount } = range[place.part]!
      if (values === undefined) continue
      const count = outputCount(place.planned)
      for (let output = 0; output < count; output++) {
        const value = values[place.index]![output * sampleCount + s] ?? null
        onValue!({ pair, ...name, output, value })
      }
    }
  }
  for (const [k, { values, ...others }] of range.entries()) {
    // Emptied, too: a suspended generator may still hold the lists while the next unit runs.
    for (const own of values ?? []) own.length = 0
    evaluations[first + k] = others
  }
}

function collectJob(pass: Pass, job: TaskJob, own: TaskParts, evaluations: readonly Evaluations[]): void {
  const { plans } = own
  const { programs, groups, skip, reuse } = pass
  const { task, programs: members, firstPair } = job
  const group = groups[job.group]!
  const units =
    plans.length === 1
      ? [evaluations]
      : plans.map((_, part) => evaluations.filter((__, k) => k % plans.length === part))
  const counts = pass.onPair === undefined ? new JobCounts(task) : undefined
  const take = counts === undefined ? describingPairs(pass.onPair!, programs, task) : countingPairs(counts)
  // A crash is a bug of ours, and no result.
  const isKept = reuse !== undefined && !pass.backend.crashes.some((crash) => crash.task === task.id)
  if (counts !== undefined && !isKept && firstPair >= skip && isWhole(group, evaluations)) {
    counts.takeAll(members, evaluations[0]!)
    counts.finish()
    pass.onCounts?.(counts)
    return
  }
  const { places } = own
  for (let position = 0; position < places.length; position++) {
    const place = places[position]
    const program = members[position]!
    const pair = firstPair + position
    if (place === undefined) {
      const { planned, evaluations: known, index } = group.known!.pairs.get(task)![position]!
      if (pair >= skip) take(pair, program, planned, index, [known])
      continue
    }
    const { part, index, planned } = place
    if (isKept) reuse.add(task, group.known!.hashes[position]!, planned, units[part]!, index)
    if (pair >= skip) take(pair, program, planned, index, units[part]!)
  }
  if (counts === undefined) return
  counts.finish()
  pass.onCounts?.(counts)
}

/** Whether a job is one unit of a plan with all programs of the group, in their order. */
function isWhole({ parts, programs }: PlannedGroup, { length }: readonly Evaluations[]): boolean {
  return length === 1 && parts.length === 1 && parts[0]!.positions.length === programs.length
}

/** Takes the evaluations of a pair: those of program number `index` of a plan, in the order of the samples. */
type TakePair = (
  pair: number,
  program: number,
  planned: CollectedPair['planned'],
  index: number,
  units: readonly Evaluations[],
) => void

function describingPairs(onPair: NonNullable<Pass['onPair']>, programs: readonly Program[], task: Task): TakePair {
  const describer = new SampleDescriber(task)
  return (pair, program, planned, index, units) =>
    onPair(collectPair({ task, program: programs[program]!, planned, index, units, describer }), pair, program)
}

function countingPairs(counts: JobCounts): TakePair {
  return (_pair, program, _planned, index, units) => counts.take(program, index, units)
}
