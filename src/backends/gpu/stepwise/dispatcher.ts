// Dispatches kernels: one dispatch for all calls of a kernel, one submission and one read-back for all kernels of a wave.

import { ROOM_ERROR } from '../../../kernel/errors.ts'
import type { Word } from '../../../kernel/words.ts'
import type { Work } from '../../evaluator.ts'
import type { GpuBuffers } from '../device/buffers.ts'
import type { Outcome } from './call-steps.ts'
import type { DeviceHeap } from './device-heap.ts'
import type { Pipelines } from '../device/pipelines.ts'
import {
  ENTRY_ARGUMENTS,
  ENTRY_TARGET,
  ENTRY_WAITER,
  ENTRY_WORDS,
  HOST,
  STATE,
  kernelNumber,
} from '../shaders/device-state.ts'
import { workgroupSize } from '../shaders/shader.ts'
import { longQueue } from '../shaders/tuned-kernels.ts'
import type { DeviceBuffer } from '../device/device.ts'
import { deviceParams } from '../../../translate/device-params.ts'
import { expectValue } from '../device/device-errors.ts'

/** Initial scratch words of one invocation; calls that need more are repeated with more. */
const SCRATCH_WORDS = 1 << 12
const SCRATCH_STEP = 16
/** The maximum scratch words of one dispatch. */
const SCRATCH_TOTAL = 1 << 24

/** A kernel with its argument words. */
export interface KernelCall {
  readonly kernel: string
  readonly args: readonly Word[]
}

/** The calls of one kernel that are dispatched together, as indexes. */
interface KernelGroup {
  readonly kernel: string
  readonly calls: readonly number[]
}

/** The calls that are read back together: all that wait, those of one kernel, or a single call. */
export type Batching = 'wave' | 'kernel' | 'call'

/** Runs kernels on one device heap. */
export class Dispatcher {
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines
  readonly #heap: DeviceHeap
  readonly #budget: number
  readonly #work: Work
  readonly #batching: Batching
  /** The most work of a call that one invocation makes; default: the budget. */
  callLimit: number

  constructor(
    buffers: GpuBuffers,
    pipelines: Pipelines,
    heap: DeviceHeap,
    budget: number,
    work: Work,
    batching: Batching = 'wave',
  ) {
    this.#buffers = buffers
    this.#pipelines = pipelines
    this.#heap = heap
    this.#budget = budget
    this.callLimit = budget
    this.#work = work
    this.#batching = batching
  }

  /** Runs all calls and returns their outcomes in order; calls that ran out of memory are repeated with more. */
  async run(calls: readonly KernelCall[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = Array.from(calls, () => ({ word: ROOM_ERROR, work: 0 }))
    let waiting = calls.map((_, k) => k)
    let scratchWords = SCRATCH_WORDS
    while (waiting.length > 0) {
      const most = this.#batching === 'call' ? 1 : Math.max(1, Math.floor(SCRATCH_TOTAL / scratchWords))
      const parts = this.#batching === 'wave' ? [waiting] : groupByKernel(calls, waiting).map((group) => group.calls)
      for (const part of parts) {
        for (let start = 0; start < part.length; start += most) {
          await this.#runWave(calls, part.slice(start, start + most), scratchWords, outcomes)
        }
      }
      waiting = waiting.filter((k) => outcomes[k]!.word === ROOM_ERROR)
      // A call that exceeds the maximum memory keeps the error.
      const hasMoreScratch = scratchWords < SCRATCH_TOTAL
      if (waiting.length === 0 || !(this.#heap.grow() || hasMoreScratch)) break
      scratchWords = Math.min(SCRATCH_TOTAL, scratchWords * SCRATCH_STEP)
    }
    return outcomes
  }

  async #runWave(
    calls: readonly KernelCall[],
    members: readonly number[],
    scratchWords: number,
    outcomes: Outcome[],
  ): Promise<void> {
    const groups = groupByKernel(calls, members)
    this.#pipelines.layout = this.#heap.mirror.layout
    const pipelines = await this.#pipelines.prepare(groups.map(({ kernel }) => kernel))
    const passes = this.#pipelines.passesOf(new Map(groups.map(({ kernel, calls: own }) => [kernel, own.length])))
    const widest = Math.max(...groups.map((group) => group.calls.length))
    const workgroups = Math.ceil(widest / workgroupSize)
    const buffers = this.#buffers
    const temporary: DeviceBuffer[] = []
    const keep = (buffer: DeviceBuffer): DeviceBuffer => (temporary.push(buffer), buffer)
    const launched = await buffers.gpu.attempt('a wave of kernels', () => {
      const { words, orderAt } = writeEntries(calls, groups, members.length)
      const limit = Math.min(this.#budget, this.callLimit)
      const params = new Int32Array(deviceParams.length)
      params.set([this.#heap.capacity, scratchWords - 1, limit - 1, 0, members.length, orderAt])
      params[deviceParams.indexOf('arenaWords')] = members.length * 2
      params[deviceParams.indexOf('statementBudget')] = this.#budget
      params[deviceParams.indexOf('restAt')] = orderAt + members.length
      const parameters = keep(buffers.createFrom('parameters', params, 'parameters'))
      buffers.upload(this.#heap.state, writeState(groups, this.#pipelines), 1)
      const entries = keep(buffers.createFrom('calls', words))
      const outcomes = keep(buffers.create('outcomes', members.length * 2))
      const scratch = keep(buffers.create('scratch', workgroups * workgroupSize * scratchWords))
      const tables = keep(buffers.create('tables', 1, 'read-only'))
      const { gpu } = buffers
      const { buffer: heap, state } = this.#heap
      const bound = [heap, state, scratch, entries, outcomes, parameters, tables].map((buffer) => ({ buffer }))
      const bindings = gpu.bind(bound)
      gpu.submit('wave', (commands) => {
        for (const [form, count] of passes)
          commands.dispatch(pipelines.get(form)!, bindings, this.#pipelines.groupsOf(form, count, workgroups))
      })
      return outcomes
    })
    const [results, state] = await buffers.downloadAll([
      { buffer: expectValue(launched), wordCount: members.length * 2 },
      { buffer: this.#heap.state, wordCount: 1 },
    ])
    for (const buffer of temporary) buffer.destroy()
    this.#work.dispatches += passes.size
    this.#work.onGpu += members.length
    let next = 0
    for (const group of groups) {
      for (const member of group.calls) {
        outcomes[member] = { word: results![next * 2]!, work: results![next * 2 + 1]! }
        next++
      }
    }
    await this.#heap.catchUp(state![0]!)
  }
}

function groupByKernel(calls: readonly KernelCall[], members: readonly number[]): KernelGroup[] {
  const byKernel = new Map<string, number[]>()
  for (const member of members) {
    const { kernel } = calls[member]!
    const group = byKernel.get(kernel)
    if (group === undefined) byKernel.set(kernel, [member])
    else group.push(member)
  }
  return Array.from(byKernel, ([kernel, own]) => ({ kernel, calls: own }))
}

/** The entries of all calls, group by group, followed by their order, which is the same, and by room for those that tuned forms leave. */
function writeEntries(calls: readonly KernelCall[], groups: readonly KernelGroup[], count: number) {
  const orderAt = count * ENTRY_WORDS
  const words = new Int32Array(orderAt + 2 * count)
  let next = 0
  for (const group of groups) {
    for (const member of group.calls) {
      const at = next * ENTRY_WORDS
      words[at + ENTRY_TARGET] = next * 2
      words[at + ENTRY_WAITER] = HOST
      words.set(calls[member]!.args, at + ENTRY_ARGUMENTS)
      words[orderAt + next] = next
      next++
    }
  }
  return { words, orderAt }
}

/** The queues of the kernels: the state without its first word, the top of the heap. */
function writeState(groups: readonly KernelGroup[], pipelines: Pipelines): Int32Array<ArrayBuffer> {
  const state = new Int32Array(STATE.words)
  let start = 0
  for (const { kernel, calls } of groups) {
    const queue = pipelines.isTuned(kernel) ? longQueue(kernel)! : kernelNumber(kernel)
    state[STATE.queueStarts + queue] = start
    state[STATE.queueLengths + queue] = calls.length
    start += calls.length
  }
  return state.slice(1)
}
