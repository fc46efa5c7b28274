// One run of the GPU backend: devices take chunks from a list of row ranges; a chunk that fails is split, retried on
// another device, or run on the CPU.

import { MegabattError } from '../../language/errors.ts'
import { countSteps } from '../../plan/plan.ts'
import type { BackendWork, Evaluations, RunSettings, Unit } from '../backend.ts'
import { defer } from '../deferred.ts'
import { type FallbackReason, type GpuReport, addFallback } from '../gpu-report.ts'
import { yieldToEvents } from '../yield-to-events.ts'
import { type Lacking, lackingIn, spellLacking } from './chunk/chunk-answers.ts'
import { ChunkCollector } from './chunk/chunk-collector.ts'
import type { ChunkDevice, ChunkOptions, ChunkWords } from './chunk/chunk-device.ts'
import type { ChunkImage, ImageBuilder } from './chunk/chunk-image.ts'
import { type BuiltChunk, ChunkJob } from './chunk/chunk-job.ts'
import type { CopiedSlots } from './chunk/chunk-layout.ts'
import { type ChunkSizer, hasRoomFor } from './chunk/chunk-sizes.ts'
import { type Chunk, type RowRange, type ScheduledPlan, makeChunk, splitRanges } from './chunk/chunk.ts'
import { UnitBook } from './chunk/unit-book.ts'
import type { DevicePool, DeviceSlot } from './device-pool.ts'
import { KernelError } from './device/device-errors.ts'
import type { DispatchTimes } from './device/device.ts'
import { fateOf, mayReopen } from './device-fate.ts'
import { KernelsOfRun, addCalls } from './kernels-of-run.ts'
import { LastAnswers } from './last-answers.ts'
import { LACKS, STATE } from './shaders/device-state.ts'
import type { FamilyChoice } from './shaders/families.ts'
import type { TunedCalls, TunedChoice } from './shaders/tuned-kernels.ts'
import { suitedKernels } from './suited-kernels.ts'
import { type Verify, isVerified } from './verify-rows.ts'
import { WATCHDOG_MS, watchRun } from './watchdog.ts'

/** Initial scratch words of one invocation; a chunk that needs more is repeated with more. */
const FIRST_SCRATCH = { software: 1 << 13, hardware: 1 << 11 } as const
const SCRATCH_STEP = 8
/**
 * On a GPU, all lanes of a workgroup wait for the longest call (docs/gpu-prediction.md). No call of a population has more work
 * than this, since it is the budget there; calls that a workgroup makes together are not limited.
 */
const CALL_LIMITS = { software: undefined, hardware: 1 << 18 } as const
/** Initial estimate of the words of a copied output. */
const FIRST_COPY_WORDS = 256
/** Words of rows for the host that are read back in any case, and the excess over the share of the chunk before. */
const LEAST_LEFT_WORDS = 1 << 12
const LEFT_EXCESS = 1.5
/** An idle device also starts a chunk that takes this many times as long as the last one. */
const SLOW_FACTOR = 4
const LEAST_SLOW_MS = 2000

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
  readonly tunedCalls?: TunedCalls
  readonly families?: FamilyChoice
  readonly callLimit?: number
  readonly onCompile?: (done: number, total: number) => void
  readonly onTimes?: (times: DispatchTimes) => void
}

export class GpuRun {
  readonly #plans: readonly ScheduledPlan[]
  readonly #units: readonly Unit[]
  readonly #settings: RunSettings
  readonly #context: GpuRunContext
  readonly #book: UnitBook
  readonly #collector: ChunkCollector
  readonly #kernels: KernelsOfRun
  /** Rows that no device has started; rows of failed chunks are put in front. */
  readonly #waiting: RowRange[]
  readonly #jobs = new Set<ChunkJob>()
  #copyWords = FIRST_COPY_WORDS
  /** Words of rows for the host, for each row of the last chunk. */
  #leftShare = 0
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
    this.#kernels = new KernelsOfRun(plans, units)
    this.#waiting = units.map(({ from, to }, unit) => ({ unit, from, to })).filter(({ from, to }) => to > from)
  }

  /** The evaluations of a unit, when all of its rows are done. */
  unit(number: number): Promise<Evaluations> {
    return this.#book.unit(number)
  }

  /** Takes the evaluations of a unit if all of its rows are done. */
  takeReady(number: number): Evaluations | undefined {
    return this.#book.takeReady(number)
  }

  /** Ends the run without waiting for the answers of running chunks. */
  stop(): void {
    this.#isStopped = true
    for (const job of this.#jobs) job.abandon()
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
    // The chunk that was built while the device ran the one before.
    let next: ChunkJob | undefined
    while (!this.#isStopped && this.#jobs.size + this.#waiting.length > 0) {
      const device = await this.#context.pool.deviceOf(slot)
      if (device === undefined) return this.#putBack(next)
      // Another device may have taken it.
      const isMine = next !== undefined && !next.isDone && next.runners.size === 0
      const job = this.#isStopped ? undefined : isMine ? next : this.#take(slot, device)
      next = undefined
      if (job === undefined) {
        answers.collect()
        await this.#waitForChange()
        continue
      }
      job.runners.add(slot)
      let isOver = false
      try {
        await this.#runRefused(job, slot)
        await this.#runJob(job, slot, device, answers, () => {
          if (!isOver) next = this.#buildNext(slot, device)
        })
        slot.openings = 1
      } catch (error) {
        if (!(error instanceof MegabattError) || error.code === 'gpu-mismatch') {
          this.stop()
          throw error
        }
        // What has failed may change the size of chunks, and which rows the device can run.
        this.#putBack(next)
        next = undefined
        await this.#recover(job, slot, error)
      } finally {
        isOver = true
        job.runners.delete(slot)
        if (job.isDone || job.runners.size === 0) this.#jobs.delete(job)
        this.#notify()
      }
    }
  }

  /** The next chunk for a device: of the waiting rows, else one that no device has started or on which another device is slow. */
  #take(slot: DeviceSlot, device: ChunkDevice): ChunkJob | undefined {
    if (this.#waiting.length > 0) return this.#cut(device)
    const since = performance.now() - Math.max(LEAST_SLOW_MS, SLOW_FACTOR * this.#chunkMs)
    for (const job of this.#jobs) {
      const isMine =
        job.runners.has(slot) || job.ranges.some((range) => this.#kernels.refusedFor(range, slot.refused) !== undefined)
      const isOpen = job.runners.size === 0 || job.lastSign < since
      if (!job.isDone && !isMine && isOpen) return job
    }
    return undefined
  }

  #cut(device: ChunkDevice): ChunkJob {
    const plans = this.#plans.map(({ plan }) => plan)
    const job = new ChunkJob(this.#context.sizer.cut(this.#waiting, this.#units, plans, device.facts))
    this.#jobs.add(job)
    return job
  }

  /** Whether the next chunk can be built while a device runs one: not before the size of chunks has been measured. */
  #mayBuildNext({ refused }: DeviceSlot): boolean {
    return this.#context.sizer.isMeasured && refused.size === 0 && !this.#isStopped && this.#waiting.length > 0
  }

  #buildNext(slot: DeviceSlot, device: ChunkDevice): ChunkJob | undefined {
    if (!this.#mayBuildNext(slot)) return undefined
    const job = this.#cut(device)
    job.built = this.#build(job, this.#chunkCount + 1)
    return job
  }

  /** Puts the rows of a chunk that no device has started back onto the list. */
  #putBack(job: ChunkJob | undefined): void {
    if (job === undefined || job.isDone || job.runners.size > 0) return
    job.finish()
    this.#jobs.delete(job)
    this.#waiting.unshift(...job.ranges)
  }

  #build({ ranges }: ChunkJob, number: number): BuiltChunk {
    const chunk = makeChunk(ranges, this.#units, this.#plans)
    const isChecked = isVerified(this.#context.verify, number)
    const copied: CopiedSlots = isChecked ? 'all' : this.#settings.outputs === 'none' ? 'none' : 'outputs'
    const image = this.#context.images.build(chunk, this.#units, this.#settings, copied)
    return { image, isVerified: isChecked, rowCount: chunk.rowCount, steps: stepsOf(chunk) }
  }

  async #runJob(
    job: ChunkJob,
    slot: DeviceSlot,
    device: ChunkDevice,
    answers: LastAnswers,
    buildNext: () => void,
  ): Promise<void> {
    const { ranges } = job
    if (ranges.length === 0) job.finish()
    if (job.isDone) return
    const { report, work, sizer, images } = this.#context
    const built = job.built ?? this.#build(job, this.#chunkCount)
    // Another device that runs the job builds an image of its own.
    job.built = undefined
    const { image } = built
    if (!hasRoomFor(image, device.facts)) return this.#splitJob(job, ranges, 'inputs and tables')
    const started = performance.now()
    const running = this.#runGrowing(job, device, built)
    running.catch(() => undefined)
    if (answers.isWaiting || this.#mayBuildNext(slot)) {
      // The device is given its work first.
      await yieldToEvents()
      answers.collect()
      buildNext()
    }
    // Another device may run the same job and finish first.
    const words = await Promise.race([running, job.end])
    if (words !== undefined) images.release(image)
    if (words === undefined || job.isDone || this.#isStopped) return
    if ('bits' in words) {
      report.repeats++
      return this.#splitJob(job, ranges, spellLacking(words))
    }
    job.finish()
    this.#chunkMs = performance.now() - started
    this.#chunkCount++
    work.chunks++
    work.onGpu += words.state[STATE.callCount]! >>> 0
    work.dispatches += words.dispatches
    report.rounds += image.rounds.length
    addCalls(report.calls, words.calls)
    if (words.times !== undefined) this.#context.onTimes?.(words.times)
    slot.report!.chunks++
    slot.report!.rows += built.rowCount
    sizer.learn(built.steps, words.state[STATE.heapTop]!)
    answers.take(() => this.#collector.collect(image, words, built.isVerified))
  }

  /** Runs an image; repeats it with more scratch memory or more room for copies where these were too small. */
  async #runGrowing(
    job: ChunkJob,
    device: ChunkDevice,
    { image, rowCount }: BuiltChunk,
  ): Promise<ChunkWords | Lacking> {
    const { sizes, kind, mostCopyWords } = device.facts
    const mostScratch = Math.floor(sizes.scratch / 64)
    const { sizer, report } = this.#context
    sizer.scratchWords = Math.min(mostScratch, sizer.scratchWords || FIRST_SCRATCH[kind])
    for (;;) {
      const copyWords = Math.min(mostCopyWords, Math.ceil(image.exportCount * this.#copyWords))
      const packWords = image.isGathered ? mostCopyWords : copyWords
      const leftWords = Math.ceil(rowCount * this.#leftShare * LEFT_EXCESS) + LEAST_LEFT_WORDS
      const { scratchWords } = sizer
      const words = await this.#watch(job, device, image, { scratchWords, packWords, leftWords })
      const lacking = lackingIn(words)
      if (lacking === undefined) {
        if (words.left.length > leftWords) report.rereads++
        this.#leftShare = words.left.length / rowCount
        return words
      }
      if (lacking.bits === LACKS.scratch && scratchWords < mostScratch) {
        sizer.scratchWords = Math.min(mostScratch, scratchWords * SCRATCH_STEP)
      } else if (lacking.bits === LACKS.pack && lacking.copyWords <= mostCopyWords && packWords < lacking.copyWords) {
        this.#copyWords = (lacking.copyWords / image.exportCount) * 1.1
      } else return lacking
      report.repeats++
    }
  }

  /** Runs an image under the watchdog. */
  #watch(
    job: ChunkJob,
    device: ChunkDevice,
    image: ChunkImage,
    room: Pick<ChunkOptions, 'scratchWords' | 'packWords' | 'leftWords'>,
  ): Promise<ChunkWords> {
    const { onCompile, onTimes, watchdogMs, tuned, tunedCalls = 'long', families, callLimit } = this.#context
    const { name, kind } = device.facts
    return watchRun(name, watchdogMs ?? WATCHDOG_MS[kind], (reportProgress) =>
      device.run(image, this.#settings.budget, {
        ...room,
        tuned: tuned ?? suitedKernels(device.facts),
        tunedCalls,
        families: families ?? this.#kernels.familiesOn(device.facts),
        callLimit: callLimit ?? CALL_LIMITS[kind],
        isTimed: onTimes !== undefined,
        onCompile: (done, total) => {
          reportProgress(done < total)
          job.lastSign = performance.now()
          onCompile?.(done, total)
        },
      }),
    )
  }

  /** Splits a chunk that does not fit; a single row goes to the CPU. */
  async #splitJob(job: ChunkJob, ranges: readonly RowRange[], lacking: string): Promise<void> {
    if (job.isDone) return
    job.finish()
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
    if (error instanceof KernelError && this.#kernels.has(error.kernel)) {
      slot.refused.set(error.kernel, error.message)
      return this.#requeue(job)
    }
    if (error.code === 'gpu-out-of-memory' || error.code === 'gpu-buffer-size') {
      report.repeats++
      return this.#splitJob(job, job.ranges, error.message)
    }
    addFallback(report, fateOf(error), error.message, 0)
    await pool.drop(slot, error.message, mayReopen(error))
    this.#requeue(job)
  }

  /** Puts the rows of a job back onto the list, unless another device still runs it. */
  #requeue(job: ChunkJob): void {
    if (job.isDone || job.runners.size > 1) return
    job.finish()
    this.#waiting.unshift(...job.ranges)
    this.#context.report.repeats++
  }

  /** Runs on the CPU the rows whose plans need a kernel that this device refuses. */
  async #runRefused(job: ChunkJob, slot: DeviceSlot): Promise<void> {
    if (slot.refused.size === 0 || job.isDone) return
    const refused = job.ranges.filter((range) => this.#kernels.refusedFor(range, slot.refused) !== undefined)
    // Removed before the first await: another device must not run them again.
    job.ranges = job.ranges.filter((range) => !refused.includes(range))
    if (refused.length > 0) job.built = undefined
    for (const range of refused)
      await this.#runOnCpu([range], 'kernel-refused', slot.refused.get(this.#kernels.refusedFor(range, slot.refused)!)!)
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
