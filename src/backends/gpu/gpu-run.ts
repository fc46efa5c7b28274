// One run of the GPU backend: devices take chunks from a list of row ranges; a chunk that fails is split, retried on
// another device, or run on the CPU.

import { EnvironmentError, MegabattError } from '../../language/errors.ts'
import { countSteps } from '../../plan/plan.ts'
import type { BackendWork, Evaluations, RunSettings, Unit } from '../backend.ts'
import { type Deferred, defer } from '../deferred.ts'
import { type Lacking, lackingIn, spellLacking } from './chunk/chunk-answers.ts'
import { ChunkCollector } from './chunk/chunk-collector.ts'
import type { ChunkDevice, ChunkWords } from './chunk/chunk-device.ts'
import type { ChunkImage, ImageBuilder } from './chunk/chunk-image.ts'
import type { CopiedSlots } from './chunk/chunk-layout.ts'
import { type ChunkSizer, hasRoomFor } from './chunk/chunk-sizes.ts'
import { type Chunk, type RowRange, type ScheduledPlan, makeChunk, splitRanges } from './chunk/chunk.ts'
import type { DevicePool, DeviceSlot } from './device-pool.ts'
import type { DispatchTimes } from './device/device.ts'
import { type FallbackReason, type GpuReport, addFallback } from '../gpu-report.ts'
import { COPY_KERNEL, LACKS, STATE, kernelNumber } from './shaders/device-state.ts'
import { kernelNames } from './shaders/kernel-arity.ts'
import { KernelError } from './device/device-errors.ts'
import type { FamilyChoice } from './shaders/families.ts'
import type { TunedChoice } from './shaders/tuned-kernels.ts'
import { LastAnswers } from './last-answers.ts'
import { suitedKernels } from './suited-kernels.ts'
import { UnitBook } from './chunk/unit-book.ts'
import { yieldToEvents } from '../yield-to-events.ts'
import { type Verify, isVerified } from './verify-rows.ts'

/** Initial scratch words of one invocation; a chunk that needs more is repeated with more. */
const FIRST_SCRATCH = { software: 1 << 13, hardware: 1 << 11 } as const
const SCRATCH_STEP = 8
/** Default watchdog timeout; a software device takes longer for a chunk. */
const WATCHDOG_MS = { software: 600_000, hardware: 120_000 } as const
/**
 * On a GPU, all lanes of a workgroup wait for the longest call (docs/gpu-prediction.md). No call of a population has more work
 * than this, since it is the budget there; calls that a workgroup makes together are not limited.
 */
const CALL_LIMITS = { software: undefined, hardware: 1 << 18 } as const
/** The kernels of a run from which on they run in families on a GPU. */
const LEAST_FOR_FAMILIES = 40
/** Initial estimate of the words of a copied output. */
const FIRST_COPY_WORDS = 256
/** An idle device also starts a chunk that takes this many times as long as the last one. */
const SLOW_FACTOR = 4
const LEAST_SLOW_MS = 2000

/** The kernels of primitives with their numbers on the device. */
const kernelNumbers = kernelNames.flatMap((kernel): [string, number][] =>
  kernel === COPY_KERNEL ? [] : [[kernel, kernelNumber(kernel)]],
)

/** The fallback reason for each code of an error that ends a device. */
const FATES: Readonly<Record<string, FallbackReason>> = {
  'gpu-lost': 'device-lost',
  'gpu-hung': 'device-hung',
  'gpu-untrusted': 'untrusted',
}

/** Errors that would recur if the device were opened again. */
const HOPELESS: ReadonlySet<string> = new Set(['gpu-untrusted', 'gpu-kernel'])

/** The parts of the backend that a run uses. */
export interface GpuRunContext {
  readonly pool: DevicePool
  readonly sizer: ChunkSizer
  readonly images: ImageBuilder
  readonly report: GpuReport
  readonly work: BackendWork
  readonly verify: Verify
  readonly heapWords?: number | undefined
  readonly watchdogMs?: number
  readonly tuned?: TunedChoice
  readonly families?: FamilyChoice
  readonly callLimit?: number
  readonly onCompile?: (done: number, total: number) => void
  readonly onTimes?: (times: DispatchTimes) => void
}

/** A chunk under way; where two devices run it, the first answers count. */
interface ChunkJob {
  ranges: readonly RowRange[]
  /** Time of the last progress reported by a device. */
  lastSign: number
  readonly runners: Set<DeviceSlot>
  /** Resolves when a device has finished the job, or its rows are back on the list. */
  readonly end: Deferred<void>
  isDone: boolean
}

export class GpuRun {
  readonly #plans: readonly ScheduledPlan[]
  readonly #units: readonly Unit[]
  readonly #settings: RunSettings
  readonly #context: GpuRunContext
  readonly #book: UnitBook
  readonly #collector: ChunkCollector
  /** Rows that no device has started; rows of failed chunks are put in front. */
  readonly #waiting: RowRange[]
  readonly #jobs = new Set<ChunkJob>()
  /** The kernels of all plans, once counted. */
  #kernelCount: number | undefined
  #copyWords = FIRST_COPY_WORDS
  #chunkMs = 0
  #chunkCount = 0
  #isStopped = false
  #change = defer<void>()

  constructor(plans: readonly ScheduledPlan[], units: readonly Unit[], settings: RunSettings, context: GpuRunContext) {
    this.#plans = plans
    this.#units = units
    this.#settings = settings
    this.#context = context
    const own = plans.map(({ plan }) => plan)
    this.#book = new UnitBook(own, units, settings.outputs)
    this.#collector = new ChunkCollector(plans, units, settings, context, this.#book)
    this.#waiting = units.map(({ from, to }, unit) => ({ unit, from, to })).filter(({ from, to }) => to > from)
  }

  /** The evaluations of a unit, when all of its rows are done. */
  unit(number: number): Promise<Evaluations> {
    return this.#book.unit(number)
  }

  /** Ends the run without waiting for the answers of running chunks. */
  stop(): void {
    this.#isStopped = true
    for (const job of this.#jobs) job.end.resolve()
    this.#change.resolve()
  }

  /** Runs all rows; resolves when all are done or the run was stopped. */
  async work(): Promise<void> {
    try {
      // All devices come to rest before an error is thrown: the next run must not find one at work.
      const ends = await Promise.allSettled(this.#context.pool.slots.map((slot) => this.#serve(slot)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      if (!this.#isStopped) await this.#runOnCpu(this.#waiting.splice(0), 'no-device', 'no device is left')
    } finally {
      this.#isStopped = true
      this.#change.resolve()
      this.#context.work.onCpu += this.#collector.onCpu
      this.#context.work.executed += this.#collector.executed
      this.#context.work.splits += this.#collector.splits
    }
  }

  /**
   * Runs chunks on one device until none is left or the device can no longer be opened. The answers of a chunk are collected
   * while the device runs the next one.
   */
  async #serve(slot: DeviceSlot): Promise<void> {
    const answers = new LastAnswers(() => this.stop())
    try {
      await this.#serveChunks(slot, answers)
    } finally {
      if (!this.#isStopped) answers.collect()
    }
  }

  async #serveChunks(slot: DeviceSlot, answers: LastAnswers): Promise<void> {
    while (!this.#isStopped && this.#jobs.size + this.#waiting.length > 0) {
      const device = await this.#context.pool.deviceOf(slot)
      if (device === undefined) return
      const job = this.#isStopped ? undefined : this.#take(slot, device)
      if (job === undefined) {
        answers.collect()
        await this.#waitForChange()
        continue
      }
      job.runners.add(slot)
      try {
        await this.#runRefused(job, slot)
        await this.#runJob(job, slot, device, answers)
        slot.openings = 1
      } catch (error) {
        if (!(error instanceof MegabattError) || error.code === 'gpu-mismatch') {
          this.stop()
          throw error
        }
        await this.#recover(job, slot, error)
      } finally {
        job.runners.delete(slot)
        if (job.isDone || job.runners.size === 0) this.#jobs.delete(job)
        this.#notify()
      }
    }
  }

  /** The next chunk for a device: of the waiting rows, else one on which another device is slow. */
  #take(slot: DeviceSlot, device: ChunkDevice): ChunkJob | undefined {
    if (this.#waiting.length > 0) {
      const plans = this.#plans.map(({ plan }) => plan)
      const ranges = this.#context.sizer.cut(this.#waiting, this.#units, plans, device.facts)
      const runners = new Set<DeviceSlot>()
      const job = { ranges, lastSign: performance.now(), runners, end: defer<void>(), isDone: false }
      this.#jobs.add(job)
      return job
    }
    const since = performance.now() - Math.max(LEAST_SLOW_MS, SLOW_FACTOR * this.#chunkMs)
    for (const job of this.#jobs) {
      const isMine =
        job.runners.has(slot) || job.ranges.some((range) => this.#refusedKernelOf(range, slot) !== undefined)
      if (!job.isDone && !isMine && job.lastSign < since) return job
    }
    return undefined
  }

  #endJob(job: ChunkJob): void {
    job.isDone = true
    job.end.resolve()
  }

  async #runJob(job: ChunkJob, slot: DeviceSlot, device: ChunkDevice, answers: LastAnswers): Promise<void> {
    const { ranges } = job
    if (ranges.length === 0) this.#endJob(job)
    if (job.isDone) return
    const { report, work, sizer } = this.#context
    const chunk = makeChunk(ranges, this.#units, this.#plans)
    const isChecked = isVerified(this.#context.verify, this.#chunkCount)
    const copied: CopiedSlots = isChecked ? 'all' : this.#settings.outputs === 'none' ? 'none' : 'outputs'
    const image = this.#context.images.build(chunk, this.#units, this.#settings, copied)
    if (!hasRoomFor(image, device.facts)) return this.#splitJob(job, ranges, 'inputs and tables')
    const started = performance.now()
    const running = this.#runGrowing(job, device, image)
    running.catch(() => undefined)
    if (answers.isWaiting) {
      // The device is given its work first.
      await yieldToEvents()
      answers.collect()
    }
    // Another device may run the same job and finish first.
    const words = await Promise.race([running, job.end.promise])
    if (words === undefined || job.isDone || this.#isStopped) return
    if ('bits' in words) return this.#splitJob(job, ranges, spellLacking(words))
    this.#endJob(job)
    this.#chunkMs = performance.now() - started
    this.#chunkCount++
    work.chunks++
    work.onGpu += words.state[STATE.callCount]! >>> 0
    work.dispatches += words.dispatches
    report.rounds += image.rounds.length
    for (const [kernel, number] of kernelNumbers) {
      const calls = words.calls[number]!
      if (calls > 0) report.calls[kernel] = (report.calls[kernel] ?? 0) + calls
    }
    if (words.times !== undefined) this.#context.onTimes?.(words.times)
    slot.report!.chunks++
    slot.report!.rows += chunk.rowCount
    sizer.learn(stepsOf(chunk), words.state[STATE.heapTop]!)
    answers.take(() => this.#collector.collect(image, words, isChecked))
  }

  /** Runs an image; repeats it with more scratch memory or more room for copies where these were too small. */
  async #runGrowing(job: ChunkJob, device: ChunkDevice, image: ChunkImage): Promise<ChunkWords | Lacking> {
    const { sizes, kind, mostCopyWords } = device.facts
    const mostScratch = Math.floor(sizes.scratch / 64)
    const { sizer } = this.#context
    sizer.scratchWords = Math.min(mostScratch, sizer.scratchWords || FIRST_SCRATCH[kind])
    for (;;) {
      const packWords = Math.min(mostCopyWords, Math.ceil(image.exportCount * this.#copyWords))
      const { scratchWords } = sizer
      const words = await this.#watch(job, device, image, scratchWords, packWords)
      const lacking = lackingIn(words)
      if (lacking === undefined) return words
      if (lacking.bits === LACKS.scratch && scratchWords < mostScratch) {
        sizer.scratchWords = Math.min(mostScratch, scratchWords * SCRATCH_STEP)
      } else if (lacking.bits === LACKS.pack && lacking.copyWords <= mostCopyWords && packWords < lacking.copyWords) {
        this.#copyWords = (lacking.copyWords / image.exportCount) * 1.1
      } else return lacking
      this.#context.report.repeats++
    }
  }

  /** Runs an image; throws `gpu-hung` when the device reports no progress before the watchdog timeout. */
  async #watch(
    job: ChunkJob,
    device: ChunkDevice,
    image: ChunkImage,
    scratchWords: number,
    packWords: number,
  ): Promise<ChunkWords> {
    const { onCompile, onTimes } = this.#context
    const watchdogMs = this.#context.watchdogMs ?? WATCHDOG_MS[device.facts.kind]
    const tuned = this.#context.tuned ?? suitedKernels(device.facts)
    const hung = defer<never>()
    const reject = () =>
      hung.reject(
        new EnvironmentError(
          'gpu-hung',
          `${device.facts.name} has not answered for ${Math.round(watchdogMs / 1000)} s`,
          {
            advice: 'The CPU takes over. Use smaller chunks (--gpu-memory) or another device.',
          },
        ),
      )
    let timer = setTimeout(reject, watchdogMs)
    const onProgress = (done: number, total: number) => {
      clearTimeout(timer)
      timer = setTimeout(reject, watchdogMs)
      job.lastSign = performance.now()
      onCompile?.(done, total)
    }
    try {
      const running = device.run(image, this.#settings.budget, {
        scratchWords,
        packWords,
        tuned,
        families: this.#context.families ?? this.#familiesOn(device),
        callLimit: this.#context.callLimit ?? CALL_LIMITS[device.facts.kind],
        isTimed: onTimes !== undefined,
        onCompile: onProgress,
      })
      // After a timeout nothing awaits the run.
      running.catch(() => undefined)
      return await Promise.race([running, hung.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** A family compiles all of its kernels, which is worth it where many of them are needed. */
  #familiesOn({ facts }: ChunkDevice): FamilyChoice {
    if (facts.kind === 'software') return 'none'
    this.#kernelCount ??= new Set(
      this.#plans.flatMap(({ schedule }) => schedule.rounds.flatMap(({ kernels }) => [...kernels.keys()])),
    ).size
    return this.#kernelCount >= LEAST_FOR_FAMILIES ? 'large' : 'none'
  }

  /** Splits a chunk that does not fit; a single row goes to the CPU. */
  async #splitJob(job: ChunkJob, ranges: readonly RowRange[], lacking: string): Promise<void> {
    if (job.isDone) return
    this.#endJob(job)
    const halves = splitRanges(ranges)
    if (halves === undefined)
      return this.#runOnCpu(ranges, 'room', `one row needs more memory than the device has: ${lacking}`)
    this.#context.report.splits++
    this.#waiting.unshift(...halves[0], ...halves[1])
    this.#context.sizer.limit(stepsOf(makeChunk(halves[0], this.#units, this.#plans)))
  }

  /** Handles an error of a device: returns the rows to the list, and gives up the device where it cannot continue. */
  async #recover(job: ChunkJob, slot: DeviceSlot, error: MegabattError): Promise<void> {
    const { pool, report } = this.#context
    if (error instanceof KernelError && this.#isOfPlans(error.kernel)) {
      slot.refused.set(error.kernel, error.message)
      return this.#requeue(job)
    }
    if (error.code === 'gpu-out-of-memory' || error.code === 'gpu-buffer-size') {
      report.repeats++
      return this.#splitJob(job, job.ranges, error.message)
    }
    addFallback(report, FATES[error.code] ?? 'device-failed', error.message, 0)
    await pool.drop(slot, error.message, !HOPELESS.has(error.code))
    this.#requeue(job)
  }

  /** Puts the rows of a job back onto the list, unless another device still runs it. */
  #requeue(job: ChunkJob): void {
    if (job.isDone || job.runners.size > 1) return
    this.#endJob(job)
    this.#waiting.unshift(...job.ranges)
    this.#context.report.repeats++
  }

  /** Runs on the CPU the rows whose plans need a kernel that this device refuses. */
  async #runRefused(job: ChunkJob, slot: DeviceSlot): Promise<void> {
    if (slot.refused.size === 0 || job.isDone) return
    const refused = job.ranges.filter((range) => this.#refusedKernelOf(range, slot) !== undefined)
    // Removed before the first await: another device must not run them again.
    job.ranges = job.ranges.filter((range) => !refused.includes(range))
    for (const range of refused)
      await this.#runOnCpu([range], 'kernel-refused', slot.refused.get(this.#refusedKernelOf(range, slot)!)!)
  }

  #refusedKernelOf({ unit }: RowRange, { refused }: DeviceSlot): string | undefined {
    if (refused.size === 0) return undefined
    const { rounds } = this.#plans[this.#units[unit]!.plan]!.schedule
    return [...refused.keys()].find((kernel) => rounds.some((round) => round.kernels.has(kernel)))
  }

  /** Whether a kernel belongs to a plan; every chunk needs the kernels of the scheduler. */
  #isOfPlans(kernel: string): boolean {
    return this.#plans.some(({ schedule }) => schedule.rounds.some((round) => round.kernels.has(kernel)))
  }

  #runOnCpu(ranges: readonly RowRange[], reason: FallbackReason, detail: string): Promise<void> {
    return this.#collector.runOnCpu(ranges, reason, detail, () => this.#isStopped)
  }

  #notify(): void {
    const { resolve } = this.#change
    this.#change = defer()
    resolve()
  }

  /** Resolves when rows may be waiting again, or a running chunk may have become slow. */
  async #waitForChange(): Promise<void> {
    const timer = setTimeout(() => this.#notify(), LEAST_SLOW_MS / 2)
    await this.#change.promise
    clearTimeout(timer)
  }
}

function stepsOf({ plans }: Chunk): number {
  return plans.reduce((sum, { plan, rows }) => sum + countSteps(plan) * rows.length, 0)
}
