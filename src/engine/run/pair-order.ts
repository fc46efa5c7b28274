// The order of pairs: task by task within a group, and within a task in the order of the programs.

import { type Dataset, type Task, sampleCountOf } from '../../data/task.ts'
import type { Group } from './pair-programs.ts'

/** All programs of a group on one task: the smallest part of a run that is run, or run again, as a whole. */
export interface TaskJob {
  /** The index of the group. */
  readonly group: number
  readonly task: Task
  readonly sampleCount: number
  /** The programs, as indexes; the pair of `programs[k]` has number `firstPair + k` in the run. */
  readonly programs: readonly number[]
  readonly firstPair: number
  /** Of a shard: the number of the first pair of the whole task in the whole run, and how many pairs it has there. */
  readonly whole?: { readonly firstPair: number; readonly pairCount: number; readonly positions: readonly number[] }
}

/** The jobs of a run in the order in which they are run. */
export function listJobs(groups: readonly Group[], { tasks }: Dataset): TaskJob[] {
  const jobs: TaskJob[] = []
  let firstPair = 0
  for (let group = 0; group < groups.length; group++) {
    const { programs, tasks: numbers, whole } = groups[group]!
    for (let k = 0; k < numbers.length; k++) {
      const task = tasks[numbers[k]!]!
      const own = { group, task, sampleCount: sampleCountOf(task), programs, firstPair }
      if (whole === undefined) jobs.push(own)
      else jobs.push({ ...own, whole: { ...whole, firstPair: whole.firstPairs[k]!, pairCount: whole.programCount } })
      firstPair += programs.length
    }
  }
  return jobs
}
