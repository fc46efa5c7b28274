// A device on which things go wrong: it runs chunks as the one behind it does, but now and then loses them, hangs, or lies.

import { setTimeout as sleep } from 'node:timers/promises'
import type {
  ChunkDevice,
  ChunkOptions,
  ChunkWords,
  DeviceFacts,
  DeviceWork,
} from '../../src/backends/gpu/chunk/chunk-device.ts'
import type { ChunkImage } from '../../src/backends/gpu/chunk/chunk-image.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { defer } from '../../src/backends/deferred.ts'
import { pullOut } from '../gpu/test-devices.ts'
import { COPY_KERNEL, LACKS, STATE } from '../../src/backends/gpu/shaders/device-state.ts'
import { KernelError, toMegabattError, expectValue } from '../../src/backends/gpu/device/device-errors.ts'

/** What can go wrong while a chunk is run. */
export const FAULTS = [
  'destroyed', // the device is really destroyed under the run
  'lost', // the run ends, and its answer is lost with the device
  'out-of-memory',
  'internal',
  'validation', // a copy that the device really refuses
  'kernel', // one of the image's kernels does not compile, this once
  'kernel-for-good', // nor ever after
  'machine', // the scheduler itself does not compile
  'copy', // the kernel that copies outputs does not compile
  'hung', // no answer ever
  'late', // an answer when the device is no longer used
  'slow', // an answer, but not soon
  'lacks', // memories that ran out
  'lacks-for-good', // and go on doing so
] as const
export type Fault = (typeof FAULTS)[number]

/** What the faults of a device are drawn from. */
export interface FaultPlan {
  /** Faults that may come. */
  readonly faults: readonly Fault[]
  /** One run in so many goes wrong. */
  readonly every: number
  /** Runs that go well before. */
  readonly soundRuns?: number
  readonly random: () => number
  /** The memories that run out, as bits of LACKS; drawn if nothing is said. */
  readonly lacking?: number | undefined
  /** Hears of each fault. */
  readonly onFault: (fault: Fault) => void
}

const LACK_BITS = Object.values(LACKS)

/** Wraps a device; with `sizes` it also says that it has less memory than it has, so that chunks get small. */
export class FaultyDevice implements ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork
  readonly #inner: ChunkDevice
  readonly #gpu: GpuDevice
  readonly #plan: FaultPlan
  readonly #onClose: () => Promise<void>
  readonly #refused = new Set<string>()
  #lacking = 0
  #runs = 0
  readonly #closing = defer<void>()
  #isClosed = false

  constructor(
    inner: ChunkDevice,
    gpu: GpuDevice,
    plan: FaultPlan,
    sizes: Partial<DeviceFacts['sizes']>,
    onClose: () => Promise<void>,
  ) {
    this.facts = { ...inner.facts, sizes: { ...inner.facts.sizes, ...sizes } }
    this.work = inner.work
    this.#inner = inner
    this.#gpu = gpu
    this.#plan = plan
    this.#onClose = onClose
  }

  async run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords> {
    if (this.#isClosed) throw new Error('a device that was given up is asked to run a chunk')
    const needed = kernelsOf(image)
    for (const kernel of this.#refused) if (needed.includes(kernel)) throw new KernelError(kernel, 'refused before')
    const answer = () => this.#inner.run(image, budget, options)
    const { random, faults, every, soundRuns = 0 } = this.#plan
    const isDue = this.#runs++ >= soundRuns && faults.length > 0 && random() % every === 0
    const fault = isDue ? faults[random() % faults.length]! : undefined
    const counts = fault !== 'copy' || needed.includes(COPY_KERNEL)
    if (fault !== undefined && counts) this.#plan.onFault(fault)
    switch (fault) {
      case undefined:
        return this.#lack(await answer(), this.#lacking)
      case 'destroyed': {
        const running = answer()
        running.catch(() => undefined)
        await sleep(random() % 20)
        pullOut(this.#gpu)
        return running
      }
      case 'lost':
        await answer()
        throw toMegabattError({ kind: 'lost', label: 'a chunk', message: 'pulled out' })
      case 'out-of-memory':
      case 'internal':
        throw toMegabattError({ kind: fault, label: 'a chunk', message: 'injected' })
      case 'validation':
        return this.#copyTooMuch()
      case 'kernel':
      case 'kernel-for-good': {
        const kernel = needed[random() % needed.length]!
        if (fault === 'kernel-for-good') this.#refused.add(kernel)
        throw new KernelError(kernel, 'injected')
      }
      case 'machine':
        this.#refused.add('scheduler.advance')
        throw new KernelError('scheduler.advance', 'injected')
      case 'copy':
        if (!counts) return answer()
        this.#refused.add(COPY_KERNEL)
        throw new KernelError(COPY_KERNEL, 'injected')
      case 'hung':
        return new Promise(() => undefined)
      case 'late': {
        const words = await answer()
        await this.#closing.promise
        return words
      }
      case 'slow':
        await sleep(random() % 60)
        return answer()
      case 'lacks':
        return this.#lack(await answer(), this.#someBits())
      case 'lacks-for-good':
        this.#lacking ||= this.#someBits()
        return this.#lack(await answer(), this.#lacking)
    }
    return fault satisfies never
  }

  /** Mostly one memory, now and then several. */
  #someBits(): number {
    const { random, lacking } = this.#plan
    if (lacking !== undefined) return lacking
    const bits = LACK_BITS[random() % LACK_BITS.length]!
    return random() % 4 === 0 ? bits | LACK_BITS[random() % LACK_BITS.length]! : bits
  }

  #lack(words: ChunkWords, bits: number): ChunkWords {
    const state = words.state.slice()
    state[STATE.lacking]! |= bits
    return { ...words, state }
  }

  async #copyTooMuch(): Promise<never> {
    const gpu = this.#gpu
    const refused = await gpu.attempt('a chunk', () => {
      const [from, to] = ['from', 'to'].map((label) => gpu.createBuffer(label, 16, 'storage'))
      gpu.submit('a chunk', (commands) => commands.copy(from!, 0, to!, 8, 16))
      from!.destroy()
      to!.destroy()
    })
    expectValue(refused)
    throw new Error('the device copied past the end of a buffer')
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closing.resolve()
    await this.#onClose()
  }
}

/** What an image cannot do without; the scheduler itself is among it. */
function kernelsOf(image: ChunkImage): string[] {
  const kernels = new Set(image.rounds.flatMap((round) => [...round.kernels.keys()]))
  if (image.exportCount > 0) kernels.add(COPY_KERNEL)
  return [...kernels, 'scheduler.advance']
}
