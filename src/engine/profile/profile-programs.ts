// Profiles a run: the same pass several times over, unwatched, with a clock around each step, with one around each kernel.

import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { type KernelEngine, wasmEngine } from '../../backends/cpu/engine.ts'
import { watchHeap } from '../../backends/cpu/watched-heap.ts'
import type { Heap } from '../../kernel/heap.ts'
import { BugError } from '../../language/errors.ts'
import { KernelClock, StepClock, calibrateClock, measureTick } from './profile-clocks.ts'
import { type Profile, reportProfile } from './profile-report.ts'
import { ReportBuilder } from '../run/run-report.ts'
import { type Pass, type Progress, runPass } from '../run/run-pass.ts'
import { planGroups, plansOf } from '../run/plan-groups.ts'
import { type RunRequest, countParts } from '../run/run-programs.ts'
import type { StopSignal } from '../../backends/stop-signal.ts'
import { MAX_TRACE_EVENTS, type TraceFile, TraceRecorder } from './profile-events.ts'

/** The parameters of a profile, which runs on one thread of this process. */
export interface ProfileRequest extends Pick<
  RunRequest,
  'programs' | 'dataset' | 'pairing' | 'settings' | 'keepUnused' | 'onProgress'
> {
  /** Runs the kernels; default: in WebAssembly. */
  readonly engine?: KernelEngine
  /** Ends the profile after the current unit with the reason of the signal. */
  readonly signal?: StopSignal
  /** Makes a trace of the first steps; a number is the most events of the trace. */
  readonly trace?: boolean | number
}

/** The profile and, if requested, the trace. */
export interface ProfileResult {
  readonly profile: Profile
  readonly trace?: TraceFile
}

/** The warm-up time in milliseconds: code is compiled while it runs. */
const WARM_UP_MS = 300
/** Short runs are timed several times and the fastest counts: the most passes, and the time after which no pass is added. */
const MAX_ROUNDS = 7
const ROUNDS_MS = 2000
/**
 * A clock with longer steps than this, in milliseconds, reads most calls as 0: the fastest pass would have no times. Each step of such a
 * clock falls into a call with a probability proportional to its time, so the mean of many passes is right.
 */
const COARSE_TICK_MS = 0.01
const COARSE_ROUNDS_MS = 800
const MAX_COARSE_ROUNDS = 400
const HEAP_WORDS = 1 << 20

/** Runs everything once and returns the time in milliseconds. */
type MakePass = (backend: CpuBackend, others?: Partial<Pass>) => Promise<number>

/** Runs everything several times and returns the profile. */
export async function profilePrograms(request: ProfileRequest): Promise<ProfileResult> {
  const { programs, dataset, settings, onProgress, signal, engine = wasmEngine, trace = false } = request
  const started = performance.now()
  const groups = planGroups(request)
  const planMs = performance.now() - started
  const layouts = [...new Set(plansOf(groups).map(({ layout }) => layout))]
  const heaps = layouts.map((layout) => engine.newHeap(HEAP_WORDS, layout))
  const unwatched = new CpuBackend({ engine, heaps })
  const builder = new ReportBuilder(unwatched, dataset.hash)
  countParts(builder.report, request, groups)
  let passesDone = 0
  let passCount = 4
  const showProgress = ({ done, total }: Progress) =>
    onProgress?.({ done: passesDone * total + done, total: passCount * total })
  const makePass: MakePass = async (backend, others) => {
    const pass = {
      programs,
      dataset,
      settings,
      pairing: request.pairing,
      groups,
      backend,
      skip: 0,
      onProgress: showProgress,
      signal,
      ...others,
    }
    const ms = await runPass({ onPair: () => {}, ...pass })
    signal?.throwIfAborted()
    passesDone++
    return ms
  }
  const programOf = groups.flatMap((group) => group.tasks.flatMap(() => group.programs))
  let warmUpMs = await makePass(unwatched, {
    onPair: (result, pair) => builder.add(programOf[pair]!, result),
    onWork: (statements) => (builder.report.work.statements += statements),
  })
  const { executed, onCpu } = unwatched.work
  while (warmUpMs < WARM_UP_MS) warmUpMs += await makePass(unwatched)
  let runMs = await makePass(unwatched)
  const isCoarse = measureTick() > COARSE_TICK_MS
  const [maxRounds, roundsMs] = isCoarse ? [MAX_COARSE_ROUNDS, COARSE_ROUNDS_MS] : [MAX_ROUNDS, ROUNDS_MS]
  const rounds = Math.max(1, Math.min(maxRounds, Math.floor(roundsMs / Math.max(runMs, Number.MIN_VALUE))))
  passCount = passesDone + 3 * rounds - 1
  for (let round = 1; round < rounds; round++) {
    const ms = await makePass(unwatched)
    runMs = isCoarse ? (runMs * round + ms) / (round + 1) : Math.min(runMs, ms)
  }

  const clockMs = calibrateClock()
  const { ms: watchedStepsMs, clock: steps } = await watchPasses(rounds, isCoarse, async () => {
    const clock = new StepClock()
    const backend = new CpuBackend({ heaps, observer: clock })
    clock.start()
    const ms = await makePass(backend)
    clock.stop()
    return { ms, clock }
  })
  let kernelClock = new KernelClock()
  const endKernel: KernelClock['endKernel'] = (...call) => kernelClock.endKernel(...call)
  const watchedHeaps = layouts.map((layout) => watchHeap(engine.newHeap(HEAP_WORDS, layout), { endKernel }))
  const { ms: watchedKernelsMs, clock: kernels } = await watchPasses(rounds, isCoarse, async () => {
    kernelClock = new KernelClock()
    return { ms: await makePass(new CpuBackend({ heaps: watchedHeaps })), clock: kernelClock }
  })

  const time = { planMs, warmUpMs, runMs, watchedStepsMs, watchedKernelsMs, clockMs, rounds }
  const profile = reportProfile({ programs, groups, report: builder.report, time, steps, kernels })
  const { work } = profile
  if (work.calls !== executed || work.kernels !== onCpu) {
    const message = `${work.calls} steps and ${work.kernels} kernels were watched of ${executed} and ${onCpu}`
    throw new BugError('pass-differs', message)
  }
  if (trace === false) return { profile }
  const recorder = new TraceRecorder(groups, programs, trace === true ? MAX_TRACE_EVENTS : trace)
  const watched = layouts.map((layout) => watchHeap(engine.newHeap(HEAP_WORDS, layout), recorder))
  await recordTrace(recorder, watched, makePass)
  return { profile, trace: recorder.finish(executed) }
}

/** A clock whose times can be combined with those of other passes. */
interface PassClock<Clock> {
  keepFaster(other: Clock): void
  mixTimes(other: Clock, ownShare: number): void
}

/** The fastest of several passes, step by step or kernel by kernel; with a coarse clock, their mean. */
async function watchPasses<Clock extends PassClock<Clock>>(
  rounds: number,
  isCoarse: boolean,
  watch: () => Promise<{ ms: number; clock: Clock }>,
): Promise<{ ms: number; clock: Clock }> {
  const combined = await watch()
  for (let round = 1; round < rounds; round++) {
    const { ms, clock } = await watch()
    combined.ms = Math.min(combined.ms, ms)
    if (isCoarse) combined.clock.mixTimes(clock, round / (round + 1))
    else combined.clock.keepFaster(clock)
  }
  return combined
}

/** A pass that ends soon after the recorder is full. */
async function recordTrace(recorder: TraceRecorder, heaps: readonly Heap[], makePass: MakePass): Promise<void> {
  const stop = new AbortController()
  recorder.onFull = () => stop.abort()
  const backend = new CpuBackend({ heaps, observer: recorder })
  await makePass(backend, { signal: stop.signal, onProgress: undefined })
}
