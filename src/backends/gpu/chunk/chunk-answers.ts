// Reads the answers of a chunk: which rows are complete, the words of their slots, and the values of outputs.

import { CLOSURE, GRID, SET, TUPLE } from '../../../kernel/blocks.ts'
import { PENDING, isLimitError } from '../../../kernel/errors.ts'
import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { EMPTY_TUPLE, Heap, reserveWords, resetHeap } from '../../../kernel/heap.ts'
import { addressOf, isError, isRef } from '../../../kernel/words.ts'
import { NO_SLOT, SLOT_OF } from '../../../plan/plan.ts'
import { LEFT } from '../device-code/evaluation-layout.ts'
import type { Site } from '../schedule/schedule.ts'
import { LACKS, STATE } from '../shaders/device-state.ts'
import type { ChunkWords } from './chunk-device.ts'
import type { ChunkImage } from './chunk-image.ts'
import { type PlanColumns, placeOf } from './chunk-layout.ts'

/** The memories that were too small for a chunk, and the size of its copies of outputs. */
export interface Lacking {
  /** See LACKS. */
  readonly bits: number
  readonly copyWords: number
}

/** The memories that were too small; undefined if the answers are complete. */
export function lackingIn({ state }: ChunkWords): Lacking | undefined {
  const bits = state[STATE.lacking]!
  if (bits === 0) return undefined
  return { bits, copyWords: state[STATE.heapTop]! - state[STATE.exportStart]! }
}

/** The names of the memories that were too small. */
export function spellLacking({ bits }: Lacking): string {
  const names: string[] = []
  for (const [name, bit] of Object.entries(LACKS)) if ((bits & bit) !== 0) names.push(name)
  return names.join(', ')
}

/** The place of what the device gathers of a row, for the rows of one plan. */
interface GatheredRow {
  /** The steps in the order of their words. */
  readonly sites: readonly Site[]
  /** By output slot the place of its differences. */
  readonly differences: ReadonlyMap<number, number>
}

/** The address of the first copy on the host's heap, behind the blocks that every heap begins with. */
const COPIES_AT = 8

/** Reads the answers of chunks, one chunk at a time. */
export class AnswerReader {
  /** The copies of the outputs of the chunk. */
  heap = new Heap(1 << 16)
  #words: Int32Array = new Int32Array()
  #shift = 0
  #start = 0
  readonly #gathered = new WeakMap<PlanColumns, GatheredRow>()

  /** Reads the words of a chunk; replaces those of the chunk before. */
  take(chunk: ChunkWords, layout: CellLayout): void {
    if (this.heap.layout !== layout) this.heap = new Heap(1 << 16, undefined, layout)
    this.#words = chunk.arena
    this.#start = chunk.state[STATE.exportStart]!
    this.#shift = this.#start - COPIES_AT
    const count = chunk.copies.length === 0 ? 0 : chunk.state[STATE.heapTop]! - this.#start
    this.#takeCopies(chunk.copies.subarray(0, count))
  }

  /** After `slotsOf`: the slot of the first step that did not end, -1 if all ended; and whether all values were copied. */
  pending = -1
  hasAllCopies = true

  /** Writes the words of the slots in row `row` of a plan: PENDING where a step did not end. */
  slotsOf(columns: PlanColumns, row: number, into: Int32Array): void {
    this.pending = -1
    this.hasAllCopies = true
    for (const { sites } of columns.planRows.schedule.rounds)
      for (const site of sites) this.#setSlot(site, this.#words[placeOf(columns, site.raw, row)]!, into)
    for (const [slot, column] of columns.copies) {
      const copy = this.#words[column + row]!
      if (!isError(copy)) into[slot] = this.#moved(copy)
      else if (!isError(into[slot]!)) this.hasAllCopies = false
    }
  }

  /** Writes the words of the slots of a gathered row, which begins at `at`. */
  gatheredSlotsOf(columns: PlanColumns, left: Int32Array, at: number, into: Int32Array): void {
    this.pending = -1
    this.hasAllCopies = true
    const { sites } = this.#gatheredOf(columns)
    for (let k = 0; k < sites.length; k++) this.#setSlot(sites[k]!, left[at + LEFT.words + k]!, into)
  }

  /** The differences of an output slot of a gathered row. */
  gatheredDifferencesOf(columns: PlanColumns, left: Int32Array, at: number, slot: number): number {
    return left[at + this.#gatheredOf(columns).differences.get(slot)!]!
  }

  /** The number of words of a gathered row. */
  gatheredWords(columns: PlanColumns): number {
    const { sites, differences } = this.#gatheredOf(columns)
    return LEFT.words + sites.length + differences.size
  }

  #gatheredOf(columns: PlanColumns): GatheredRow {
    let row = this.#gathered.get(columns)
    if (row === undefined) {
      const sites = columns.planRows.schedule.rounds.flatMap((round) => round.sites)
      const first = LEFT.words + sites.length
      const differences = new Map(Array.from(columns.differences.keys(), (slot, k) => [slot, first + k]))
      this.#gathered.set(columns, (row = { sites, differences }))
    }
    return row
  }

  #setSlot({ raw, safe }: Site, word: number, into: Int32Array): void {
    if (word === PENDING && this.pending < 0) this.pending = raw
    into[raw] = word
    // Safe slots have no column: the device computes their values for copies and differences.
    if (safe !== NO_SLOT) into[safe] = word === PENDING || (isError(word) && isLimitError(word)) ? word : EMPTY_TUPLE
  }

  /** Whether the value of an output slot, which is no error, was copied, if it had to be. */
  hasCopy({ copies }: PlanColumns, slot: number, row: number): boolean {
    const column = copies.get(slot)
    return column === undefined || !isError(this.#words[column + row]!)
  }

  /** The differences of an output slot from the expected grid. */
  differencesOf({ differences }: PlanColumns, slot: number, row: number): number {
    return this.#words[differences.get(slot)! + row]!
  }

  /** A reference to a copy, moved from its address on the device to the host's. */
  #moved(word: number): number {
    return isRef(word) && addressOf(word) >= this.#start ? word - this.#shift : word
  }

  /** Puts the copied blocks, which are adjacent, onto the heap. */
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

/** Writes the slots of inputs, constants and primitives of a row, which the image has. */
export function fixedSlots(image: ChunkImage, columns: PlanColumns, row: number, into: Int32Array): void {
  const { constants, primitives } = columns.planRows.plan
  for (let slot = 0; slot <= SLOT_OF.C + constants.length + primitives.length; slot++)
    into[slot] = image.arena[placeOf(columns, slot, row) - image.answerWords]!
}
