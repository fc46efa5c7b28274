// Runs programs on tasks: pairs them, merges those that run on the same tasks, has a backend run them, sums the results.

import { type Backend, type RunSettings, addWork } from '../../backends/backend.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { type GpuReport, newGpuReport, reportSince } from '../../backends/gpu-report.ts'
import { type Dataset, nameSample, sampleCountOf } from '../../data/task.ts'
import { BugError, UserError } from '../../language/errors.ts'
import { type Program, shownName } from '../../language/program.ts'
import { countSteps } from '../../plan/plan.ts'
import type { ReuseCache } from '../reuse/reuse-cache.ts'
import { nameMismatch } from './name-mismatch.ts'
import type { Pairing } from './pair-programs.ts'
import { listJobs } from './pair-order.ts'
import type { JobCounts } from './pair-counts.ts'
import type { PairResult, PairSummary } from './pair-result.ts'
import { type PlannedGroup, planGroups, programFinder } from './plan-groups.ts'
import { programLabels } from './program-labels.ts'
import { type OutputValue, type Progress, runPass, settleSettings } from './run-pass.ts'
import { ReportBuilder, type RunReport } from './run-report.ts'
import type { Shard } from './shard.ts'
import type { StopSignal } from '../../backends/stop-signal.ts'

/** The parameters of a run. */
export interface RunRequest {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  /** Default: `own`. */
  readonly pairing?: Pairing
  /** Runs only this part of the pairs, which are then numbered from 0 within the part. */
  readonly shard?: Shard
  /** Default: one thread of this process. The caller closes a backend that it gives. */
  readonly backend?: Backend
  readonly settings?: Partial<RunSettings>
  /** Also runs the statements that nothing depends on. */
  readonly keepUnused?: boolean
  /** The number of samples of a task in one unit; changes no result. */
  readonly unitSamples?: number
  /** Passes over everything, for timing: counts are of the first, the time is the median. */
  readonly repeat?: number
  /** The first pairs of the run, in the order of pairs, from the report of an earlier run: counted, not run again. */
  readonly earlier?: readonly PairSummary[]
  /** Called for each pair that is run, task by task and in the order of the programs. */
  readonly onPair?: (result: PairResult, pair: number) => void
  /** With `outputs: 'value'`, called for each value as soon as it is known; results then have no values. */
  readonly onValue?: (value: OutputValue) => void
  readonly onProgress?: (progress: Progress) => void
  /** Awaited after the pairs of each task: a caller that cannot take more results makes the run wait. */
  readonly pace?: () => Promise<void>
  /** Whether the report has the results of pairs, which otherwise only `onPair` sees. Default: true. */
  readonly keepResults?: boolean
  /** Uses what earlier runs have left here, and leaves what this one finds; not with `outputs: 'value'`. Changes no result. */
  readonly reuse?: ReuseCache
  /** Ends the run, at the latest after the current unit; the report counts the pairs that are done. */
  readonly signal?: StopSignal
}

/** Runs everything and returns the report. Programs without a task are left out. */
export async function runPrograms(request: RunRequest): Promise<RunReport> {
  const started = performance.now()
  const { dataset, repeat = 1, earlier = [] } = request
  const backend: Backend = request.backend ?? new CpuBackend()
  const settings = settleSettings(request.settings, request.pairing)
  // Values are too large to be kept for every program.
  const reuse = settings.outputs === 'value' ? undefined : request.reuse?.forRun(settings)
  const groups = planGroups(request, reuse)
  const builder = new ReportBuilder(backend, dataset.hash, request.keepResults)
  const { report } = builder
  const { budget, allowance, measure } = settings
  report.settings = { budget, allowance, measure }
  if (request.shard !== undefined) report.shard = request.shard
  countParts(report, request, groups)
  report.time.planMs = performance.now() - started
  checkEarlier(request, groups)
  addEarlier(builder, earlier, groups, dataset)
  const before = report.right
  const pass = { ...request, onPair: undefined, groups, backend, reuse, skip: earlier.length }
  const onPair = (result: PairResult, pair: number, program: number) => {
    builder.add(program, result)
    request.onPair?.(result, pair)
  }
  const onCounts = (counts: JobCounts) => builder.countJob(counts)
  const isDescribed = request.onPair !== undefined || request.keepResults !== false
  const programOfPlan = programFinder(groups, request.programs)
  const labelOf = programLabels(request.programs)
  const workBefore = structuredClone(backend.work)
  const work = { statements: 0, executed: 0 }
  const gpuBefore = structuredClone(backend.gpu ?? newGpuReport(''))
  const crashesBefore = backend.crashes.length
  const onWork = (statements: number, executed: number) => {
    work.statements += statements
    work.executed += executed
  }
  const times = [
    await runPass({ ...pass, ...(isDescribed ? { onPair } : { onCounts }), onWork }).catch((error: unknown) =>
      Promise.reject(nameMismatch(error, programOfPlan, labelOf)),
    ),
  ]
  // Work on tasks that are not done does not count, nor do earlier results.
  addWork(report.work, backend.work, workBefore)
  Object.assign(report.work, work)
  // A backend opens its device and its threads during the run.
  report.backend = backend.name
  report.device = backend.device ?? null
  report.gpu =
    backend.gpu === undefined ? null : nameFallbacks(reportSince(backend.gpu, gpuBefore), programOfPlan, labelOf)
  if (backend.choices !== undefined) report.choices = backend.choices
  report.crashes = backend.crashes.slice(crashesBefore).map(({ plan, programs, task, sample, reason }) => ({
    task,
    ...nameSample(
      dataset.tasks.find(({ id }) => id === task)!,
      sample,
    ),
    reason,
    programs: programs.map((p) => labelOf(programOfPlan(plan, p))),
  }))
  const isStopped = () => request.signal?.aborted === true
  while (times.length < repeat && !isStopped()) {
    let right = before
    // As in the first pass, so that their times can be compared.
    const onPair = ({ demos, tests }: PairResult) => (right += demos.right + tests.right)
    const onCounts = ({ counts }: JobCounts) => (right += counts.right)
    times.push(await runPass({ ...pass, ...(isDescribed ? { onPair } : { onCounts }), onValue: () => undefined }))
    if (right !== report.right && !isStopped())
      throw new BugError('pass-differs', `Pass ${times.length} has ${right} right outputs, not ${report.right}`)
  }
  if (reuse !== undefined) report.reuse = reuse.report
  report.time.runMs = median(times)
  report.time.totalMs = performance.now() - started
  if (request.backend === undefined) await backend.close()
  return report
}

/** Checks that earlier results are of the first pairs of this run, in their order. */
function checkEarlier({ programs, dataset, earlier = [] }: RunRequest, groups: readonly PlannedGroup[]): void {
  if (earlier.length === 0) return
  const advice = 'Run without the earlier results.'
  let pairCount = 0
  for (const { task, programs: members, firstPair } of listJobs(groups, dataset)) {
    pairCount = firstPair + members.length
    for (const [k, p] of members.entries()) {
      const summary = earlier[firstPair + k]
      if (summary === undefined) return
      const { name, file } = programs[p]!
      if (summary.program === name && summary.file === file && summary.task === task.id) continue
      const message = `Result ${firstPair + k + 1} is of ${summary.program} on ${summary.task}, not of ${name} on ${task.id}`
      throw new UserError('resume-mismatch', message, { advice })
    }
  }
  if (pairCount >= earlier.length) return
  throw new UserError('resume-mismatch', `${earlier.length} earlier results, but ${pairCount} pairs`, { advice })
}

function addEarlier(
  builder: ReportBuilder,
  earlier: readonly PairSummary[],
  groups: readonly PlannedGroup[],
  dataset: Dataset,
): void {
  if (earlier.length === 0) return
  for (const { programs, firstPair } of listJobs(groups, dataset)) {
    for (const [k, program] of programs.entries()) {
      const summary = earlier[firstPair + k]
      if (summary === undefined) return
      builder.add(program, summary)
    }
  }
}

/** Fills in the counts that are known before anything is run. */
export function countParts(
  report: RunReport,
  { dataset }: Pick<RunRequest, 'dataset'>,
  groups: readonly PlannedGroup[],
): void {
  // Programs of a shard may be in several groups.
  const isCounted: boolean[] = []
  for (const { programs, tasks, parts } of groups) {
    for (const p of programs) {
      if (isCounted[p] === true) continue
      isCounted[p] = true
      report.programs++
    }
    let samples = 0
    for (const t of tasks) samples += sampleCountOf(dataset.tasks[t]!)
    // No task is in two groups.
    report.tasks += tasks.length
    report.samples += samples
    for (const { plan } of parts) report.work.nodes += countSteps(plan)
  }
}

/** Fallbacks with the names of the statements that caused them. */
function nameFallbacks(
  gpu: GpuReport,
  programOf: (plan: number, program: number) => Program,
  labelOf: (program: Program) => string,
): GpuReport {
  const fallbacks = gpu.fallbacks.map((fallback) => {
    if (fallback.place === undefined) return fallback
    const { place, ...rest } = fallback
    const program = programOf(place.plan, place.program)
    return { ...rest, program: labelOf(program), statement: shownName(program.statements[place.statement]!) }
  })
  return { ...gpu, fallbacks }
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
