// One pass over all pairs: cuts the tasks into units, has a backend run them, collects pair by pair.

import type { Backend, Evaluations, RunSettings, Unit } from '../../backends/backend.ts'
import { type Dataset, type Task, samplesOf } from '../../data/task.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import type { Program } from '../../language/program.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Group } from './pair-programs.ts'
import { type PairResult, collectPair } from './pair-result.ts'

/** Samples of a task that are run in one piece, if nothing else is said. */
const UNIT_SAMPLES = 256

/** Programs that run on the same tasks, merged. */
export interface PlannedGroup extends Group {
  readonly plan: Plan
}

/** How far a run is, in evaluations. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** What a pass runs. */
export interface Pass {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  readonly groups: readonly PlannedGroup[]
  readonly backend: Backend
  readonly settings?: Partial<RunSettings> | undefined
  readonly unitSamples?: number | undefined
  /** How many pairs, in the order of pairs, are done already. */
  readonly skip: number
  /** Hears of each pair that is not skipped, with its place in the order of pairs. */
  readonly onPair: (result: PairResult, pair: number) => void
  readonly onProgress?: ((progress: Progress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** All programs of a group on one task. */
interface Job {
  readonly group: PlannedGroup
  readonly task: Task
  readonly firstPair: number
  readonly units: readonly Unit[]
}

/** Settings with what holds where nothing is said. */
export function settleSettings({ budget, allowance, measure, outputs }: Partial<RunSettings> = {}): RunSettings {
  return {
    budget: budget ?? DEFAULT_BUDGET,
    allowance: allowance ?? DEFAULT_ALLOWANCE,
    measure: measure ?? false,
    outputs: outputs ?? 'none',
  }
}

/** Runs a pass and gives its time in milliseconds. Pairs come task by task, and in the order of the programs. */
export async function runPass(pass: Pass): Promise<number> {
  const started = performance.now()
  const { groups, backend, onProgress, signal } = pass
  const { jobs, evaluations, evaluationsLeft } = cutJobs(pass)
  const settings = settleSettings(pass.settings)
  let done = evaluations - evaluationsLeft
  let parts: Evaluations[] = []
  let next = 0
  const units = jobs.flatMap((job) => job.units)
  const plans = groups.map(({ plan }) => plan)
  for await (const part of backend.run(plans, units, settings)) {
    parts.push(part)
    done += part.programCount * part.sampleCount
    if (parts.length === jobs[next]!.units.length) {
      collectJob(pass, jobs[next]!, parts)
      parts = []
      next++
    }
    onProgress?.({ done, total: evaluations })
    if (signal?.aborted === true) break
  }
  return performance.now() - started
}

function cutJobs({ groups, dataset, skip, unitSamples = UNIT_SAMPLES }: Pass) {
  const jobs: Job[] = []
  let evaluations = 0
  let evaluationsLeft = 0
  let firstPair = 0
  for (const [g, group] of groups.entries()) {
    for (const t of group.tasks) {
      const task = dataset.tasks[t]!
      const samples = samplesOf(task).length
      evaluations += samples * group.programs.length
      // A task some of whose pairs are done is run again as a whole.
      if (firstPair + group.programs.length > skip) {
        evaluationsLeft += samples * group.programs.length
        jobs.push({ group, task, firstPair, units: cutUnits(g, task, samples, unitSamples) })
      }
      firstPair += group.programs.length
    }
  }
  return { jobs, evaluations, evaluationsLeft }
}

function cutUnits(plan: number, task: Task, samples: number, unitSamples: number): Unit[] {
  const units: Unit[] = []
  for (let from = 0; from < samples; from += unitSamples)
    units.push({ plan, task, from, to: Math.min(samples, from + unitSamples) })
  return units
}

function collectJob({ programs, skip, onPair }: Pass, { group, task, firstPair }: Job, parts: Evaluations[]): void {
  for (const [p, number] of group.programs.entries()) {
    if (firstPair + p < skip) continue
    onPair(collectPair(task.id, programs[number]!, group.plan.programs[p]!, p, parts), firstPair + p)
  }
}
