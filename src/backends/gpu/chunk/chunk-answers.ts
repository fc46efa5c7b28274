// What a device gave for a chunk, read: which rows came out, what the slots of each held, and the values of outputs.

import { CLOSURE, GRID, SET, TUPLE } from '../../../kernel/blocks.ts'
import { PENDING } from '../../../kernel/errors.ts'
import { Heap, reserveWords, resetHeap } from '../../../kernel/heap.ts'
import { addressOf, isError, isRef } from '../../../kernel/words.ts'
import { safeDefaultOf } from '../../../language/values/safe-default.ts'
import { NO_SLOT } from '../../../plan/plan.ts'
import type { ChunkImage, RunColumns } from './chunk-image.ts'
import { ROWS_SAMPLE, ROWS_TASK } from '../shaders/scheduler-tables.ts'
import { LACKS, STATE } from '../shaders/device-state.ts'
import type { ChunkWords } from '../resident/resident-runner.ts'

/** Which memories were too small for a chunk, and how many words of copies there were. */
export interface Lacking {
  readonly bits: number
  readonly copyWords: number
}

/** What was too small, if anything was: the chunk must then be run again. */
export function lackingIn({ state }: ChunkWords): Lacking | undefined {
  const bits = state[STATE.lacking]!
  if (bits === 0) return undefined
  return { bits, copyWords: state[STATE.heapTop]! - state[STATE.exportStart]! }
}

/** Words for people: what was too small. */
export function spellLacking({ bits }: Lacking): string {
  const names: string[] = []
  for (const [name, bit] of Object.entries(LACKS)) if ((bits & bit) !== 0) names.push(name)
  return names.join(', ')
}

/** Where copies begin on the host's heap: behind the blocks that every heap begins with. */
const COPIES_AT = 8

/** Reads the answers of chunks, one chunk after the other. */
export class AnswerReader {
  readonly heap = new Heap(1 << 16)
  #words = new Int32Array()
  #shift = 0
  #start = 0

  /** Takes the words of a chunk; those of the one before are gone. */
  take(chunk: ChunkWords): void {
    this.#words = Int32Array.from(chunk.arena)
    this.#start = chunk.state[STATE.exportStart]!
    this.#shift = this.#start - COPIES_AT
    const count = chunk.copies.length === 0 ? 0 : chunk.state[STATE.heapTop]! - this.#start
    this.#takeCopies(chunk.copies.subarray(0, count))
  }

  /** The slot that did not come to its end, where `slotsOf` gave nothing; -1 if there was none. */
  pending = -1

  /** The words of the slots in row `row` of a run; undefined where one of them did not come to its end. */
  slotsOf({ run, base, sort, copies }: RunColumns, row: number, into: Int32Array): Int32Array | undefined {
    const task = run.rows[row]!.task
    for (const { sites } of run.schedule.rounds) {
      for (const { raw } of sites) {
        const offset = sort[raw] === ROWS_SAMPLE ? row : sort[raw] === ROWS_TASK ? task : 0
        const word = this.#words[base[raw]! + offset]!
        if (word === PENDING) {
          this.pending = raw
          return undefined
        }
        into[raw] = word
      }
    }
    // Safe slots after all others: what they default to depends on the callee.
    for (const { sites } of run.schedule.rounds) {
      for (const { raw, safe, callee } of sites) {
        if (safe !== NO_SLOT) into[safe] = isError(into[raw]!) ? safeDefaultOf(into[callee]!) : into[raw]!
      }
    }
    for (const [slot, column] of copies) {
      const copy = this.#words[column + row]!
      // What could not be copied is as good as not done.
      if (isError(copy) && !isError(into[slot]!)) {
        this.pending = -1
        return undefined
      }
      if (!isError(copy)) into[slot] = this.#moved(copy)
    }
    return into
  }

  isRight({ verdicts }: RunColumns, slot: number, row: number): boolean {
    return this.#words[verdicts.get(slot)! + row] === 1
  }

  #moved(word: number): number {
    return isRef(word) && addressOf(word) >= this.#start ? word - this.#shift : word
  }

  /** Puts the copied blocks onto the heap; they lay one after the other. */
  #takeCopies(words: Int32Array): void {
    const { heap } = this
    resetHeap(heap)
    reserveWords(heap, COPIES_AT + words.length)
    heap.words.set(words, COPIES_AT)
    heap.top = COPIES_AT + words.length
    let at = COPIES_AT
    while (at < heap.top) {
      const kind = heap.words[at]! & 15
      const length = heap.words[at]! >> 4
      const end = at + 1 + (kind === GRID ? 1 + length * heap.words[at + 1]! : length)
      if (kind === TUPLE || kind === SET || kind === CLOSURE) {
        for (let k = at + 1; k < end; k++) heap.words[k] = this.#moved(heap.words[k]!)
      }
      at = end
    }
  }
}

/** Inputs, constants and primitives: the slots that no row changes, as the image has them. */
export function fixedSlots(image: ChunkImage, { run, base, sort }: RunColumns, row: number, into: Int32Array): void {
  const task = run.rows[row]!.task
  const { constants, primitives } = run.plan
  for (let slot = 0; slot < 3 + constants.length + primitives.length; slot++) {
    const offset = sort[slot] === ROWS_SAMPLE ? row : sort[slot] === ROWS_TASK ? task : 0
    into[slot] = image.arena[base[slot]! + offset - image.answerWords]!
  }
}
