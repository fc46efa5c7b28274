// One pass over all pairs: cuts the tasks into units, has a backend run them, collects the results pair by pair.

import type { Backend, Evaluations, RunSettings, Unit } from '../../backends/backend.ts'
import type { Dataset } from '../../data/task.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import type { Program } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { Plan } from '../../plan/plan.ts'
import { type TaskJob, listJobs } from './pair-order.ts'
import type { Group } from './pair-programs.ts'
import { type PairResult, collectPair } from './pair-result.ts'

/** Default of `unitSamples`. */
const UNIT_SAMPLES = 256
/** Default number of evaluations in a unit where values are kept: a value may take 100 MB, a hash takes 8 bytes. */
const VALUE_UNIT_EVALUATIONS = 8

/** Programs that run on the same tasks, merged. */
export interface PlannedGroup extends Group {
  readonly plan: Plan
}

/** Progress of a run, in evaluations. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** One value of a program on a sample. */
export interface OutputValue {
  /** The number of the pair in the order of pairs. */
  readonly pair: number
  readonly sample: number
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
  readonly unitSamples?: number | undefined
  /** The number of pairs, in the order of pairs, that are done already. */
  readonly skip: number
  /** Called for each pair that is not skipped, with its number in the order of pairs. */
  readonly onPair: (result: PairResult, pair: number) => void
  /** Called for each value; results have none then. */
  readonly onValue?: ((value: OutputValue) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Settings with their defaults. */
export function settleSettings({ budget, allowance, measure, outputs }: Partial<RunSettings> = {}): RunSettings {
  return {
    budget: budget ?? DEFAULT_BUDGET,
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
  const { groups, dataset, backend, skip, onProgress, signal } = pass
  const settings = settleSettings(pass.settings)
  const jobs = listJobs(groups, dataset)
  // A job of which only some pairs are done is run again as a whole.
  const firstJob = jobs.findIndex(({ firstPair, programs }) => firstPair + programs.length > skip)
  const jobsLeft = firstJob < 0 ? [] : jobs.slice(firstJob)
  const jobUnits = jobsLeft.map((job) => cutUnits(job, unitSize(pass, settings, job)))
  const total = countEvaluations(jobs)
  let done = total - countEvaluations(jobsLeft)
  let parts: Evaluations[] = []
  let next = 0
  const collectDone = () => {
    // Several at once: a task without samples has no units.
    for (; next < jobsLeft.length && parts.length === jobUnits[next]!.length; next++) {
      collectJob(pass, jobsLeft[next]!, parts)
      parts = []
    }
  }
  const plans = groups.map(({ plan }) => plan)
  collectDone()
  for await (const part of backend.run(plans, jobUnits.flat(), settings)) {
    parts.push(takeValues(pass, jobsLeft[next]!, jobUnits[next]![parts.length]!, part))
    done += part.programCount * part.sampleCount
    collectDone()
    onProgress?.({ done, total })
    if (signal?.aborted === true) break
  }
  return performance.now() - started
}

function countEvaluations(jobs: readonly TaskJob[]): number {
  let evaluations = 0
  for (const { sampleCount, programs } of jobs) evaluations += sampleCount * programs.length
  return evaluations
}

function unitSize({ unitSamples }: Pass, { outputs }: RunSettings, { programs }: TaskJob): number {
  if (unitSamples !== undefined || outputs !== 'value') return unitSamples ?? UNIT_SAMPLES
  return Math.max(1, Math.floor(VALUE_UNIT_EVALUATIONS / programs.length))
}

function cutUnits({ group, task, sampleCount }: TaskJob, unitSamples: number): Unit[] {
  const units: Unit[] = []
  for (let from = 0; from < sampleCount; from += unitSamples)
    units.push({ plan: group, task, from, to: Math.min(sampleCount, from + unitSamples) })
  return units
}

/** Hands the values of a unit to `onValue`; returns the evaluations without them, so that a job holds no values. */
function takeValues({ groups, skip, onValue }: Pass, job: TaskJob, { from }: Unit, part: Evaluations): Evaluations {
  const { values, ...others } = part
  if (onValue === undefined || values === undefined) return part
  const { programs } = groups[job.group]!.plan
  for (let s = 0; s < part.sampleCount; s++) {
    for (const [p, { mode, outputs }] of programs.entries()) {
      const pair = job.firstPair + p
      if (pair < skip) continue
      const outputCount = mode === 'strict' ? 1 : outputs.length
      for (let output = 0; output < outputCount; output++) {
        const value = values[p]![output * part.sampleCount + s] ?? null
        onValue({ pair, sample: from + s, output, value })
      }
    }
  }
  return others
}

function collectJob(
  { programs, groups, skip, onPair }: Pass,
  { group, task, programs: members, firstPair }: TaskJob,
  parts: readonly Evaluations[],
): void {
  const { plan } = groups[group]!
  for (const [p, number] of members.entries()) {
    if (firstPair + p < skip) continue
    onPair(collectPair(task.id, programs[number]!, plan.programs[p]!, p, parts), firstPair + p)
  }
}
