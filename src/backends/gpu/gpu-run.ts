// One run of the GPU backend: a list of pieces that wait, devices that take chunks of them, and what becomes of a chunk
// that a device could not do.

import { EnvironmentError, MegabattError } from '../../language/errors.ts'
import { countSteps } from '../../plan/plan.ts'
import type { Evaluations, RunSettings, Unit } from '../backend.ts'
import { type Deferred, defer } from '../deferred.ts'
import type { Work } from '../evaluator.ts'
import { type Lacking, lackingIn, spellLacking } from './chunk/chunk-answers.ts'
import { ChunkCollector } from './chunk/chunk-collector.ts'
import { type ChunkDevice, hasRoomFor } from './chunk/chunk-device.ts'
import { type ChunkImage, type CopiedSlots, ImageBuilder } from './chunk/chunk-image.ts'
import type { ChunkSizer } from './chunk/chunk-sizes.ts'
import { type Chunk, type Piece, type ScheduledPlan, makeChunk, splitPieces } from './chunk/chunk.ts'
import type { DevicePool, DeviceSlot } from './device-pool.ts'
import type { DispatchTimes } from './device/dispatch-clock.ts'
import { type FallbackReason, type GpuReport, addFallback } from '../gpu-report.ts'
import { COPY_KERNEL, LACKS, STATE, kernelNumber } from './shaders/device-state.ts'
import type { ChunkWords } from './resident/resident-runner.ts'
import { kernelNames } from './shaders/kernel-arity.ts'
import { KernelError } from './device/device-errors.ts'
import type { TunedChoice } from './shaders/tuned/index.ts'
import { UnitBook } from './chunk/unit-book.ts'
import { type Verify, isVerified } from './verify-rows.ts'

/** Scratch words of one invocation at first; a chunk that needs more is run again with more. */
const FIRST_SCRATCH = { software: 1 << 13, hardware: 1 << 11 } as const
const SCRATCH_STEP = 8
/** How long a device may go without a sign of life; chunks are long for a software device. */
const WATCHDOG_MS = { software: 600_000, hardware: 120_000 } as const
/** Tuned kernels keep a workgroup busy with one call; a software device has no use for that. */
const TUNED_BY_KIND = { software: 'none', hardware: 'all' } as const
/** On a card, one lane that makes a long call keeps all others waiting (docs/gpu-prediction.md). */
const CALL_LIMITS = { software: undefined, hardware: 100_000 } as const
/** Words for the copy of an output at first. */
const FIRST_COPY_WORDS = 256
/** A chunk that takes so many times as long as others do is begun by an idle device as well. */
const SLOW_FACTOR = 4
const LEAST_SLOW_MS = 2000

/** The kernels of primitives, by the numbers that the device knows them by. */
const kernelNumbers = kernelNames.flatMap((kernel): [string, number][] =>
  kernel === COPY_KERNEL ? [] : [[kernel, kernelNumber(kernel)]],
)

/** By the code of an error what becomes of the device that it came from. */
const FATES: Readonly<Record<string, FallbackReason>> = {
  'gpu-lost': 'device-lost',
  'gpu-hung': 'device-hung',
  'gpu-untrusted': 'untrusted',
}

/** After these, opening the device again would lead to the same. */
const HOPELESS: ReadonlySet<string> = new Set(['gpu-untrusted', 'gpu-kernel'])

/** What a run uses of its backend. */
export interface GpuRunContext {
  readonly pool: DevicePool
  readonly sizer: ChunkSizer
  readonly report: GpuReport
  readonly work: Work & { executed: number; chunks: number }
  readonly verify: Verify
  readonly watchdogMs?: number
  readonly tuned?: TunedChoice
  readonly callLimit?: number
  readonly onCompile?: (done: number, total: number) => void
  readonly onTimes?: (times: DispatchTimes) => void
}

/** A chunk under way; where two devices run it, the first one's answers count. */
interface Job {
  pieces: readonly Piece[]
  /** When a device last said that it was at it. */
  lastSign: number
  readonly runners: Set<DeviceSlot>
  /** Resolves when it is done, by whomever, or was given back. */
  readonly end: Deferred<void>
  isDone: boolean
}

export class GpuRun {
  readonly #plans: readonly ScheduledPlan[]
  readonly #units: readonly Unit[]
  readonly #settings: RunSettings
  readonly #context: GpuRunContext
  readonly #images = new ImageBuilder()
  readonly #book: UnitBook
  readonly #collector: ChunkCollector
  /** What nobody has begun; what came back is put in front. */
  readonly #waiting: Piece[]
  readonly #jobs = new Set<Job>()
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
    this.#collector = new ChunkCollector(plans, units, settings, context.report, this.#book)
    this.#waiting = units.map(({ from, to }, unit) => ({ unit, from, to })).filter(({ from, to }) => to > from)
  }

  /** What a unit's programs gave, once all of its rows are done. */
  unit(number: number): Promise<Evaluations> {
    return this.#book.unit(number)
  }

  /** Ends after the chunks that are under way. */
  stop(): void {
    this.#isStopped = true
    for (const job of this.#jobs) job.end.resolve()
    this.#change.resolve()
  }

  /** Runs everything; resolves when all rows are done, or it was stopped. */
  async work(): Promise<void> {
    try {
      // All of them come to rest before anything is thrown: the next run must not find a device at work.
      const ends = await Promise.allSettled(this.#context.pool.slots.map((slot) => this.#serve(slot)))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      // No device is left, or there was none.
      const rows = this.#waiting.reduce((sum, { from, to }) => sum + to - from, 0)
      if (rows > 0 && !this.#isStopped) await this.#runOnCpu(this.#waiting.splice(0), 'no-device', 'no device is left')
    } finally {
      this.#isStopped = true
      this.#change.resolve()
      this.#context.work.onCpu += this.#collector.onCpu
      this.#context.work.executed += this.#collector.executed
    }
  }

  /** Runs chunks on one device until nothing is left to do, or the device is gone for good. */
  async #serve(slot: DeviceSlot): Promise<void> {
    while (!this.#isStopped && this.#jobs.size + this.#waiting.length > 0) {
      const device = await this.#context.pool.deviceOf(slot)
      if (device === undefined) return
      const job = this.#isStopped ? undefined : this.#take(slot, device)
      if (job === undefined) {
        await this.#waitForChange()
        continue
      }
      job.runners.add(slot)
      try {
        await this.#runRefused(job, slot)
        await this.#runJob(job, slot, device)
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

  /** The next chunk for a device: of what waits, or one that another device is slow with. */
  #take(slot: DeviceSlot, device: ChunkDevice): Job | undefined {
    if (this.#waiting.length > 0) {
      const plans = this.#plans.map(({ plan }) => plan)
      const pieces = this.#context.sizer.cut(this.#waiting, this.#units, plans, device.facts)
      const runners = new Set<DeviceSlot>()
      const job = { pieces, lastSign: performance.now(), runners, end: defer<void>(), isDone: false }
      this.#jobs.add(job)
      return job
    }
    const since = performance.now() - Math.max(LEAST_SLOW_MS, SLOW_FACTOR * this.#chunkMs)
    for (const job of this.#jobs) {
      const isMine =
        job.runners.has(slot) || job.pieces.some((piece) => this.#refusedKernelOf(piece, slot) !== undefined)
      if (!job.isDone && !isMine && job.lastSign < since) return job
    }
    return undefined
  }

  #endJob(job: Job): void {
    job.isDone = true
    job.end.resolve()
  }

  async #runJob(job: Job, slot: DeviceSlot, device: ChunkDevice): Promise<void> {
    const { pieces } = job
    if (pieces.length === 0) this.#endJob(job)
    if (job.isDone) return
    const { report, work, sizer } = this.#context
    const chunk = makeChunk(pieces, this.#units, this.#plans)
    const isChecked = isVerified(this.#context.verify, this.#chunkCount)
    const copied: CopiedSlots = isChecked ? 'all' : this.#settings.outputs === 'none' ? 'none' : 'outputs'
    const image = this.#images.build(chunk, this.#units, this.#settings, copied)
    if (!hasRoomFor(image, device.facts)) return this.#splitJob(job, pieces, 'room')
    const started = performance.now()
    const running = this.#runGrowing(job, device, image)
    running.catch(() => undefined)
    // Another device that was asked as well may be the first to be done.
    const words = await Promise.race([running, job.end.promise])
    if (words === undefined || job.isDone || this.#isStopped) return
    if ('bits' in words) return this.#splitJob(job, pieces, spellLacking(words))
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
    this.#collector.collect(image, words, isChecked)
  }

  /** Runs an image, again with more scratch memory or more room for copies where those were too small. */
  async #runGrowing(job: Job, device: ChunkDevice, image: ChunkImage): Promise<ChunkWords | Lacking> {
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

  /** Runs an image; throws `gpu-hung` when the device gives no sign of life for too long. */
  async #watch(
    job: Job,
    device: ChunkDevice,
    image: ChunkImage,
    scratchWords: number,
    packWords: number,
  ): Promise<ChunkWords> {
    const { onCompile, onTimes } = this.#context
    const watchdogMs = this.#context.watchdogMs ?? WATCHDOG_MS[device.facts.kind]
    const tuned = this.#context.tuned ?? TUNED_BY_KIND[device.facts.kind]
    const hung = defer<never>()
    const bark = () =>
      hung.reject(
        new EnvironmentError(
          'gpu-hung',
          `${device.facts.name} has not answered for ${Math.round(watchdogMs / 1000)} s`,
          {
            advice: 'The CPU takes over. Use smaller chunks (--gpu-memory), or another device.',
          },
        ),
      )
    let timer = setTimeout(bark, watchdogMs)
    const onProgress = (done: number, total: number) => {
      clearTimeout(timer)
      timer = setTimeout(bark, watchdogMs)
      job.lastSign = performance.now()
      onCompile?.(done, total)
    }
    try {
      const running = device.run(image, this.#settings.budget, {
        scratchWords,
        packWords,
        tuned,
        callLimit: this.#context.callLimit ?? CALL_LIMITS[device.facts.kind],
        isTimed: onTimes !== undefined,
        onCompile: onProgress,
      })
      // Where the dog was first, nobody awaits it.
      running.catch(() => undefined)
      return await Promise.race([running, hung.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** A chunk that does not fit becomes two; one row that does not is the CPU's. */
  async #splitJob(job: Job, pieces: readonly Piece[], lacking: string): Promise<void> {
    if (job.isDone) return
    this.#endJob(job)
    const halves = splitPieces(pieces)
    if (halves === undefined)
      return this.#runOnCpu(pieces, 'room', `one row needs more memory than the device has: ${lacking}`)
    this.#context.report.splits++
    this.#waiting.unshift(...halves[0], ...halves[1])
    this.#context.sizer.limit(stepsOf(makeChunk(halves[0], this.#units, this.#plans)))
  }

  /** After an error of the device's: the chunk is someone else's, and the device may be gone. */
  async #recover(job: Job, slot: DeviceSlot, error: MegabattError): Promise<void> {
    const { pool, report } = this.#context
    if (error instanceof KernelError && this.#isOfPlans(error.kernel)) {
      slot.refused.set(error.kernel, error.message)
      return this.#giveBack(job)
    }
    if (error.code === 'gpu-out-of-memory' || error.code === 'gpu-buffer-size') {
      report.repeats++
      return this.#splitJob(job, job.pieces, error.message)
    }
    addFallback(report, FATES[error.code] ?? 'device-failed', error.message, 0)
    await pool.drop(slot, error.message, !HOPELESS.has(error.code))
    this.#giveBack(job)
  }

  #giveBack(job: Job): void {
    if (job.isDone || job.runners.size > 1) return
    this.#endJob(job)
    this.#waiting.unshift(...job.pieces)
    this.#context.report.repeats++
  }

  /** Has the CPU do the pieces whose plans need a kernel that this device refuses. */
  async #runRefused(job: Job, slot: DeviceSlot): Promise<void> {
    if (slot.refused.size === 0 || job.isDone) return
    const refused = job.pieces.filter((piece) => this.#refusedKernelOf(piece, slot) !== undefined)
    // Taken out before anything is waited for: nobody else may do them again.
    job.pieces = job.pieces.filter((piece) => !refused.includes(piece))
    for (const piece of refused)
      await this.#runOnCpu([piece], 'kernel-refused', slot.refused.get(this.#refusedKernelOf(piece, slot)!)!)
  }

  #refusedKernelOf({ unit }: Piece, { refused }: DeviceSlot): string | undefined {
    if (refused.size === 0) return undefined
    const { rounds } = this.#plans[this.#units[unit]!.plan]!.schedule
    return [...refused.keys()].find((kernel) => rounds.some((round) => round.kernels.has(kernel)))
  }

  /** Whether a kernel is one that only some plans need; those of the scheduler all do. */
  #isOfPlans(kernel: string): boolean {
    return this.#plans.some(({ schedule }) => schedule.rounds.some((round) => round.kernels.has(kernel)))
  }

  #runOnCpu(pieces: readonly Piece[], reason: FallbackReason, detail: string): Promise<void> {
    return this.#collector.runOnCpu(pieces, reason, detail, () => this.#isStopped)
  }

  #notify(): void {
    const { resolve } = this.#change
    this.#change = defer()
    resolve()
  }

  /** Until there may be something to do: work that came back, or a chunk that takes too long. */
  async #waitForChange(): Promise<void> {
    const timer = setTimeout(() => this.#notify(), LEAST_SLOW_MS / 2)
    await this.#change.promise
    clearTimeout(timer)
  }
}

function stepsOf({ runs }: Chunk): number {
  return runs.reduce((sum, { plan, rows }) => sum + countSteps(plan) * rows.length, 0)
}
