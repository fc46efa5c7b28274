// Runs programs on tasks: pairs them, merges those that run on the same tasks, has a backend run them, adds up.

import type { Backend, RunSettings } from '../../backends/backend.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { type GpuReport, newGpuReport, reportSince } from '../../backends/gpu-report.ts'
import { type Dataset, samplesOf } from '../../data/task.ts'
import { BugError, UserError } from '../../language/errors.ts'
import type { Program } from '../../language/program.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { countSteps, lowerGraph } from '../../plan/plan.ts'
import { nameMismatch } from './name-mismatch.ts'
import { type Pairing, pairPrograms } from './pair-programs.ts'
import type { PairResult } from './pair-result.ts'
import { type PlannedGroup, type Progress, runPass } from './run-pass.ts'
import { ReportBuilder, type RunReport } from './run-report.ts'

/** What to run, and how. */
export interface RunRequest {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  /** `own` if nothing is said. */
  readonly pairing?: Pairing
  /** One thread of this process if nothing is said. Who gives a backend closes it. */
  readonly backend?: Backend
  readonly settings?: Partial<RunSettings>
  /** Runs the statements, too, that nothing depends on. */
  readonly keepUnused?: boolean
  /** Samples of a task that are run in one piece; changes no result. */
  readonly unitSamples?: number
  /** Passes over everything, for timing: counts are of one, the time is the median one's. */
  readonly repeat?: number
  /** Pairs that were run before, in the order of pairs: they count, and are not run again. */
  readonly earlier?: readonly PairResult[]
  /** Hears of each pair, task by task and in the order of the programs; earlier ones are left out. */
  readonly onPair?: (result: PairResult) => void
  readonly onProgress?: (progress: Progress) => void
  /** Ends the run after the unit it is at; the report counts what was done. */
  readonly signal?: AbortSignal
}

/** Runs everything and reports. Programs that have no task take no part. */
export async function runPrograms(request: RunRequest): Promise<RunReport> {
  const started = performance.now()
  const { dataset, repeat = 1, earlier = [] } = request
  const backend: Backend = request.backend ?? new CpuBackend()
  const groups = planGroups(request)
  const builder = new ReportBuilder(backend, dataset.hash)
  const { report } = builder
  countParts(report, request, groups)
  report.time.planMs = performance.now() - started
  const programOf = groups.flatMap((group) => group.tasks.flatMap(() => group.programs))
  checkEarlier(request, groups)
  for (const [pair, result] of earlier.entries()) builder.add(programOf[pair]!, result)
  const before = report.correct
  const pass = { ...request, groups, backend, skip: earlier.length }
  const onPair = (result: PairResult, pair: number) => {
    builder.add(programOf[pair]!, result)
    request.onPair?.(result)
  }
  const programOfPlan = (plan: number, p: number) => request.programs[groups[plan]!.programs[p]!]!
  const workBefore = structuredClone(backend.work)
  const gpuBefore = structuredClone(backend.gpu ?? newGpuReport(''))
  const crashesBefore = backend.crashes.length
  const times = [
    await runPass({ ...pass, onPair }).catch((error: unknown) => Promise.reject(nameMismatch(error, programOfPlan))),
  ]
  Object.assign(report.work, subtractWork(backend.work, workBefore))
  // Which it is, is known only once it was opened.
  report.device = backend.device ?? null
  report.gpu = backend.gpu === undefined ? null : nameFallbacks(reportSince(backend.gpu, gpuBefore), programOfPlan)
  report.crashes = backend.crashes.slice(crashesBefore).map(({ plan, programs, ...place }) => ({
    ...place,
    programs: programs.map((p) => programOfPlan(plan, p).name),
  }))
  const isStopped = () => request.signal?.aborted === true
  while (times.length < repeat && !isStopped()) {
    let correct = before
    times.push(await runPass({ ...pass, onPair: (result) => (correct += result.correct) }))
    if (correct !== report.correct && !isStopped())
      throw new BugError('pass-differs', `Pass ${times.length} has ${correct} correct results, not ${report.correct}`)
  }
  report.time.runMs = median(times)
  report.time.totalMs = performance.now() - started
  if (request.backend === undefined) await backend.close()
  return report
}

/** The programs that run on the same tasks, merged, in the order of the tasks. */
export function planGroups({ programs, dataset, pairing = 'own', keepUnused = false }: RunRequest): PlannedGroup[] {
  return pairPrograms(programs, dataset.tasks, pairing).map((group) => {
    const members = group.programs.map((p) => programs[p]!)
    return { ...group, plan: lowerGraph(mergePrograms(members, { keepUnused })) }
  })
}

/** Earlier results must be of the first pairs of this run, in their order. */
function checkEarlier({ programs, dataset, earlier = [] }: RunRequest, groups: readonly PlannedGroup[]): void {
  let pair = 0
  for (const group of groups) {
    for (const t of group.tasks) {
      for (const p of group.programs) {
        const result = earlier[pair++]
        if (result === undefined) return
        if (result.program === programs[p]!.name && result.task === dataset.tasks[t]!.id) continue
        const message = `Result ${pair} is of ${result.program} on ${result.task}, which does not come here`
        throw new UserError('resume-mismatch', message, { advice: 'Start anew.' })
      }
    }
  }
  if (pair < earlier.length) throw new UserError('resume-mismatch', 'There are more results than pairs')
}

/** Counts what can be counted before anything is run. */
export function countParts(
  report: RunReport,
  { programs, dataset }: RunRequest,
  groups: readonly PlannedGroup[],
): void {
  report.programs = new Set(groups.flatMap((group) => group.programs)).size
  for (const { programs: members, tasks, plan } of groups) {
    let samples = 0
    for (const t of tasks) samples += samplesOf(dataset.tasks[t]!).length
    let statements = 0
    for (const p of members) statements += programs[p]!.statements.length
    // No task is in two groups.
    report.tasks += tasks.length
    report.samples += samples
    report.work.statements += statements * samples
    report.work.nodes += countSteps(plan)
  }
}

/** Fallbacks with the names of the statements that were to blame. */
function nameFallbacks(gpu: GpuReport, programOf: (plan: number, program: number) => Program): GpuReport {
  const fallbacks = gpu.fallbacks.map((fallback) => {
    if (fallback.place === undefined) return fallback
    const { place, ...rest } = fallback
    const program = programOf(place.plan, place.program)
    return { ...rest, program: program.name, statement: program.statements[place.statement]!.name }
  })
  return { ...gpu, fallbacks }
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function subtractWork(after: Backend['work'], before: Backend['work']): Backend['work'] {
  const crossing = (way: 'upload' | 'download') => ({
    count: after[way].count - before[way].count,
    bytes: after[way].bytes - before[way].bytes,
  })
  return {
    executed: after.executed - before.executed,
    splits: after.splits - before.splits,
    chunks: after.chunks - before.chunks,
    onCpu: after.onCpu - before.onCpu,
    onGpu: after.onGpu - before.onGpu,
    dispatches: after.dispatches - before.dispatches,
    upload: crossing('upload'),
    download: crossing('download'),
  }
}
