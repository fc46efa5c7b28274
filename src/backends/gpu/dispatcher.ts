// Dispatches kernels: all calls of one kernel are one dispatch, all kernels of a wave one submission and one read-back.

import { ROOM_ERROR } from '../../kernel/errors.ts'
import type { Word } from '../../kernel/words.ts'
import type { Work } from '../evaluator.ts'
import type { GpuBuffers } from './buffers.ts'
import type { Outcome } from './call-steps.ts'
import type { DeviceHeap } from './device-heap.ts'
import { Pipelines } from './pipelines.ts'
import { workgroupSize } from './shader.ts'
import { expectValue, withErrorScopes } from './trouble.ts'

/** Scratch words of one invocation at first; calls that need more are run again with more. */
const SCRATCH_WORDS = 1 << 12
const SCRATCH_STEP = 16
/** The most scratch words of one dispatch together. */
const SCRATCH_TOTAL = 1 << 24
// Offsets of bindings must be multiples of 256 bytes.
const ALIGNED_WORDS = 64
const PARAMS_WORDS = 8

/** A kernel with its argument words. */
export interface KernelCall {
  readonly kernel: string
  readonly args: readonly Word[]
}

/** Calls of one kernel that are dispatched together, and where their arguments and results lie in the wave's buffers. */
interface Group {
  readonly kernel: string
  readonly calls: readonly number[]
  readonly arity: number
  readonly argsAt: number
  readonly resultsAt: number
  readonly paramsAt: number
}

/** Runs kernels on one device, over one heap on it. */
export class Dispatcher {
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines
  readonly #heap: DeviceHeap
  readonly #budget: number
  readonly #work: Work

  constructor(buffers: GpuBuffers, pipelines: Pipelines, heap: DeviceHeap, budget: number, work: Work) {
    this.#buffers = buffers
    this.#pipelines = pipelines
    this.#heap = heap
    this.#budget = budget
    this.#work = work
  }

  /** All calls, their outcomes in order. Those that ran out of room are run again with more of it. */
  async run(calls: readonly KernelCall[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = Array.from(calls, () => ({ word: ROOM_ERROR, work: 0 }))
    let waiting = calls.map((_, k) => k)
    let scratchWords = SCRATCH_WORDS
    while (waiting.length > 0) {
      const batchSize = Math.max(1, Math.floor(SCRATCH_TOTAL / scratchWords))
      for (let start = 0; start < waiting.length; start += batchSize) {
        await this.#runWave(calls, waiting.slice(start, start + batchSize), scratchWords, outcomes)
      }
      waiting = waiting.filter((k) => outcomes[k]!.word === ROOM_ERROR)
      // What finds no room where there is no more to be had keeps that error.
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
    const end = groups.at(-1)!
    const args = new Int32Array(end.argsAt + align(end.calls.length * end.arity))
    const params = new Int32Array(groups.length * ALIGNED_WORDS)
    let widest = 0
    for (const group of groups) {
      for (const [k, member] of group.calls.entries()) args.set(calls[member]!.args, group.argsAt + k * group.arity)
      params.set([group.calls.length, 0, this.#heap.capacity, scratchWords - 1, this.#budget - 1, 0], group.paramsAt)
      widest = Math.max(widest, group.calls.length)
    }
    const resultWords = end.resultsAt + align(end.calls.length * 2)
    const pipelines = await this.#pipelines.prepare(groups.map(({ kernel, arity }) => ({ kernel, arity })))
    const buffers = this.#buffers
    const temporary: GPUBuffer[] = []
    const keep = (buffer: GPUBuffer): GPUBuffer => (temporary.push(buffer), buffer)
    const launched = await withErrorScopes(buffers.gpu, 'a wave of kernels', () => {
      const argsBuffer = keep(buffers.createFrom('arguments', args))
      const paramsBuffer = keep(buffers.createUniform('parameters', params))
      const resultsBuffer = keep(buffers.create('results', resultWords))
      const scratchBuffer = keep(buffers.create('scratch', widest * scratchWords))
      const encoder = buffers.gpu.device.createCommandEncoder({ label: 'wave' })
      const pass = encoder.beginComputePass()
      for (const [k, group] of groups.entries()) {
        const entry = (buffer: GPUBuffer, at: number, words: number): GPUBufferBinding => ({
          buffer,
          offset: at * 4,
          size: words * 4,
        })
        pass.setPipeline(pipelines[k]!)
        pass.setBindGroup(
          0,
          this.#pipelines.bind([
            { buffer: this.#heap.buffer },
            { buffer: this.#heap.state },
            { buffer: scratchBuffer },
            entry(argsBuffer, group.argsAt, align(group.calls.length * group.arity)),
            entry(resultsBuffer, group.resultsAt, align(group.calls.length * 2)),
            entry(paramsBuffer, group.paramsAt, PARAMS_WORDS),
          ]),
        )
        pass.dispatchWorkgroups(Math.ceil(group.calls.length / workgroupSize))
      }
      pass.end()
      buffers.gpu.device.queue.submit([encoder.finish()])
      return resultsBuffer
    })
    const resultsBuffer = expectValue(launched)
    const [results, state] = await buffers.downloadAll([
      { buffer: resultsBuffer, wordCount: resultWords },
      { buffer: this.#heap.state, wordCount: 1 },
    ])
    for (const buffer of temporary) buffer.destroy()
    this.#work.dispatches += groups.length
    this.#work.onGpu += members.length
    for (const group of groups) {
      for (const [k, member] of group.calls.entries()) {
        const at = group.resultsAt + k * 2
        // A kernel counts as one piece of work besides what it does; the budget it was given is one less for that.
        outcomes[member] = { word: results![at]!, work: results![at + 1]! + 1 }
      }
    }
    await this.#heap.catchUp(state![0]!)
  }
}

function groupByKernel(calls: readonly KernelCall[], members: readonly number[]): Group[] {
  const byKernel = new Map<string, number[]>()
  for (const member of members) {
    const { kernel } = calls[member]!
    const group = byKernel.get(kernel)
    if (group === undefined) byKernel.set(kernel, [member])
    else group.push(member)
  }
  const groups: Group[] = []
  let argsAt = 0
  let resultsAt = 0
  for (const [kernel, group] of byKernel) {
    const arity = calls[group[0]!]!.args.length
    groups.push({ kernel, calls: group, arity, argsAt, resultsAt, paramsAt: groups.length * ALIGNED_WORDS })
    argsAt += align(group.length * arity)
    resultsAt += align(group.length * 2)
  }
  return groups
}

function align(wordCount: number): number {
  return Math.ceil(wordCount / ALIGNED_WORDS) * ALIGNED_WORDS
}
