// Dispatches on a fake device, computed with the CPU: the scheduler by the image interpreter, kernels by their JavaScript.

import { kernelTable } from '../../src/backends/cpu/kernel-table.ts'
import { kernelIndexes } from '../../src/backends/kernel-numbers.generated.ts'
import {
  ENTRY_ARGUMENTS,
  ENTRY_TARGET,
  ENTRY_WAITER,
  ENTRY_WORDS,
  HOST,
  LACKS,
  MAX_KERNELS,
  STATE,
  kernelNumber,
} from '../../src/backends/gpu/shaders/device-state.ts'
import { arityOfKernel } from '../../src/backends/gpu/shaders/kernel-arity.ts'
import { kernelOfForm, longQueue } from '../../src/backends/gpu/shaders/tuned-kernels.ts'
import { ROOM_ERROR } from '../../src/kernel/errors.ts'
import { Heap, writeFixedBlocks } from '../../src/kernel/heap.ts'
import { isError } from '../../src/kernel/words.ts'
import type { FakeDispatch } from './fake-gpu.ts'
import { ImageInterpreter } from './image-interpreter.ts'

/** Places in the parameters, see Params in the prelude. */
const PARAMS = {
  heapWords: 0,
  scratchWords: 1,
  budget: 2,
  orderAt: 5,
  packWords: 12,
  statementBudget: 13,
  restAt: 14,
}

/** A heap whose words are those of a buffer; an allocation beyond `capacity` has no room. */
class BufferHeap extends Heap {
  readonly #capacity: number

  constructor(words: Int32Array, capacity: number, top: number) {
    super(8)
    this.words = words
    this.#capacity = capacity
    this.top = top
  }

  override grow(): boolean {
    throw new NoRoom()
  }

  get isFull(): boolean {
    return this.top > this.#capacity
  }
}

class NoRoom extends Error {}

/** Computes the dispatches of stepwise routes: every kernel makes the calls of its queue. */
export function runKernelDispatch({ label, bindings }: FakeDispatch): void {
  const [heap, state, , calls, outcomes, params] = bindings as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  const { kernel, tuned } = kernelOfForm(label)
  const number = kernelNumber(kernel)
  const long = longQueue(kernel)
  if (tuned) {
    // A tuned form leaves all calls.
    const first = state[STATE.queueStarts + long!]!
    const length = state[STATE.queueLengths + long!]!
    const queue = params[PARAMS.orderAt]! + first
    calls.copyWithin(params[PARAMS.restAt]! + first, queue, queue + length)
    state[STATE.restCounts + long!] = length
    return
  }
  const listed = (from: number, length: number) => calls.slice(from, from + length)
  const own = listed(params[PARAMS.orderAt]! + state[STATE.queueStarts + number]!, state[STATE.queueLengths + number]!)
  const left =
    long === undefined
      ? []
      : listed(params[PARAMS.restAt]! + state[STATE.queueStarts + long]!, state[STATE.restCounts + long]!)
  for (const number of [...own, ...left]) {
    const entry = number * ENTRY_WORDS
    if (calls[entry + ENTRY_WAITER] !== HOST) throw new Error('the entry does not wait for the host')
    const place = calls[entry + ENTRY_TARGET]!
    const args = calls.subarray(entry + ENTRY_ARGUMENTS, entry + ENTRY_ARGUMENTS + arityOfKernel(kernel))
    const own = new BufferHeap(heap, params[PARAMS.heapWords]!, state[STATE.heapTop]!)
    own.budget = params[PARAMS.budget]!
    let outcome: number
    try {
      const [a = 0, b = 0, c = 0, d = 0] = args
      const wrong = args.find(isError)
      outcome = wrong ?? kernelTable[kernelIndexes[kernel]!]!(own, a, b, c, d)
      if (own.fault !== 0) outcome = own.fault
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error
      outcome = ROOM_ERROR
    }
    if (own.isFull) outcome = ROOM_ERROR
    state[STATE.heapTop] = own.top
    outcomes[place] = outcome
    outcomes[place + 1] = own.work + 1
  }
}

/** Computes the dispatches of chunks; one for each device. */
export class FakeScheduler {
  #interpreter: ImageInterpreter | undefined
  #round = 0
  /** Parameters of each dispatch, as far as tests ask for them. */
  readonly params: { readonly name: string; readonly words: Int32Array }[] = []
  /** The tuned forms of the last chunk, by kernel. */
  forms = new Int32Array()
  /** Rounds of the chunks; a device does not know them, so a test says how many there are. */
  roundCount = 0

  run({ label, bindings }: FakeDispatch): void {
    const [heap, state, , calls, arena, params, tables] = bindings as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ]
    this.params.push({ name: label, words: params.slice() })
    this.forms = state.slice(STATE.forms, STATE.forms + MAX_KERNELS)
    if (label === 'scheduler.advance' && state[STATE.round] === 0) this.#begin(heap, state, arena, tables)
    const interpreter = this.#interpreter
    if (interpreter === undefined) return
    if (label === 'scheduler.advance') {
      const limits = { budget: params[PARAMS.statementBudget]!, callLimit: params[PARAMS.budget]! + 1 }
      interpreter.runRound(this.#round++, Infinity, limits)
      state[STATE.round] = this.#round
    }
    if (label === 'scheduler.judge') interpreter.judge()
    if (label === 'scheduler.evaluate') interpreter.evaluations.evaluate()
    if (label === 'scheduler.defaults') interpreter.evaluations.countDefaults()
    if (label === 'scheduler.gather') {
      const left = interpreter.evaluations.gather()
      calls.set(left)
      state[STATE.leftWords] = left.length
    }
    if (label === 'scheduler.exportOutputs') {
      const copies = interpreter.exportOutputs()
      if (copies.length > params[PARAMS.packWords]!) state[STATE.lacking]! |= LACKS.pack
      else calls.set(copies)
    }
    arena.set(interpreter.arena)
    state[STATE.heapTop] = interpreter.heap.top
    state[STATE.exportStart] = interpreter.exportStart
    state[STATE.callCount] = interpreter.callCount
    state.set(interpreter.calls, STATE.queueTotals)
    state.set(interpreter.counters, STATE.words)
  }

  #begin(heap: Int32Array, state: Int32Array, arena: Int32Array, tables: Int32Array): void {
    const words = heap.slice(0, state[STATE.heapTop])
    const fixed = new Int32Array(8)
    writeFixedBlocks(fixed)
    if (words.subarray(0, 5).some((word, k) => word !== fixed[k])) throw new Error('the heap was not copied')
    this.#interpreter = new ImageInterpreter(
      words,
      arena.slice(0, state[STATE.arenaTop]),
      0,
      tables.slice(),
      state[STATE.counterTop]!,
    )
    this.#round = 0
  }
}
