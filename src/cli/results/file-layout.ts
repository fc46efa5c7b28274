// The lines of a result file in their order, as a run determines them: header, and the jobs with the numbers of their pairs.

import { listJobs, type TaskJob } from '../../engine/run/pair-order.ts'
import { pairPrograms } from '../../engine/run/pair-programs.ts'
import { groupsOf } from '../../engine/run/run-groups.ts'
import { describeRun, runKey } from '../../engine/run/run-key.ts'
import type { RunRequest } from '../../engine/run/run-programs.ts'
import type { Program } from '../../language/program.ts'
import type { Header, JobHeader, PartHeader } from './line-format.ts'

/** The lines that a run writes, in their order. */
export interface ResultLayout {
  readonly header: Header
  readonly jobs: readonly FileJob[]
  readonly programs: readonly Program[]
}

/** A job with the numbers that its pairs have in the file: those of the whole run. */
export interface FileJob extends TaskJob {
  /** In the file of a shard, the line before those of the job. */
  readonly header?: JobHeader
}

/** Lays out the file of a run, or of the shard that the request names; `version` is that of the program. */
export function layOut(request: RunRequest, { grids, version }: { grids: boolean; version: string }): ResultLayout {
  const { programs, dataset, pairing = 'own', settings, shard } = request
  const run = runKey(request)
  const outputs = grids ? 'grid' : (settings?.outputs ?? 'none')
  const own = listJobs(groupsOf(request), dataset)
  if (shard === undefined) return { header: { run, outputs, pairs: countPairs(own) }, jobs: own, programs }
  const hasValues = outputs === 'value' || outputs === 'grid'
  const jobs = own.map((job): FileJob => ({ ...job, header: headerOfJob(job, programs, hasValues) }))
  const part: PartHeader = { version, ...describeRun(request), ...shard, jobs: jobs.length, ownPairs: countPairs(own) }
  const pairs = countPairs(listJobs(pairPrograms(programs, dataset.tasks, pairing), dataset))
  return { header: { run, outputs, pairs, part }, jobs, programs }
}

/** The number that program `k` of a job has in the file. */
export function pairNumber({ firstPair, whole }: TaskJob, k: number): number {
  return whole === undefined ? firstPair + k : whole.firstPair + whole.positions[k]!
}

/** The number of outputs that a file has of a program on a sample. */
export function countOutputs({ mode, outputs }: Program): number {
  return mode === 'strict' ? 1 : outputs.length
}

function countPairs(jobs: readonly TaskJob[]): number {
  const last = jobs.at(-1)
  return last === undefined ? 0 : last.firstPair + last.programs.length
}

function headerOfJob(job: TaskJob, programs: readonly Program[], hasValues: boolean): JobHeader {
  const { firstPair, pairCount } = job.whole!
  let values = 0
  if (hasValues) for (const p of job.programs) values += job.sampleCount * countOutputs(programs[p]!)
  return { job: firstPair, pairs: pairCount, ownPairs: job.programs.length, lines: values + job.programs.length }
}
