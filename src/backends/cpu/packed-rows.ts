// Samples on the heap in the form that `runRows` reads, and the verdicts that it writes there.

import { MAX_HEAP_WORDS } from '../../kernel/heap-growth.ts'
import { type Heap, reserveWords } from '../../kernel/heap.ts'
import type { Address } from '../../kernel/words.ts'
import { NO_SLOT, type Plan, SLOT_OF } from '../../plan/plan.ts'
import type { RowVerdicts } from '../row-verdicts.ts'
import type { RowSource } from './row-source.ts'
import {
  ROWS_ALLOWANCE,
  ROWS_COUNT,
  ROWS_DONE,
  ROWS_END_STEP,
  ROWS_FIRST,
  ROWS_FROM_STEP,
  ROWS_HEADER_WORDS,
  ROWS_INPUT_SLOT,
  ROWS_KERNELS,
  ROWS_PROGRAMS,
  ROWS_PROGRAM_COUNT,
  ROWS_REACH,
  ROWS_VERDICTS,
  VERDICT_WORDS,
} from './run-rows.ts'

/** Rows of a plan of strict programs, on the heap that the plan is on. */
export class PackedRows {
  readonly #heap: Heap
  readonly #programs: readonly number[]
  readonly #programsAt: Address
  #address: Address = 0

  /** Puts the table of programs at the top of the heap. */
  constructor(heap: Heap, { programs }: Plan) {
    this.#heap = heap
    this.#programsAt = heap.top
    const own = programs.length === 1 ? FIRST_PROGRAM : listOwn(programs)
    let end = heap.top
    for (let k = 0; k < own.length; k++) end += 2 + programs[own[k]!]!.slots.length
    reserveWords(heap, end)
    const { words } = heap
    let at = heap.top
    for (let k = 0; k < own.length; k++) {
      const { result, slots } = programs[own[k]!]!
      words[at] = result
      words[at + 1] = slots.length
      words.set(slots, at + 2)
      at += 2 + slots.length
    }
    heap.top = end
    this.#programs = own
  }

  /**
   * Puts the samples [from, to) of a task at the top of the heap, for the half-open range of steps; `allowance` is left for the steps of
   * each. Returns the address.
   */
  put(source: RowSource, from: number, to: number, fromStep: Address, endStep: Address, allowance: number): Address {
    const heap = this.#heap
    const address = heap.top
    const verdictsAt = address + ROWS_HEADER_WORDS
    const firstAt = verdictsAt + (to - from) * VERDICT_WORDS * this.#programs.length
    const end = firstAt + source.rowWords(from, to)
    reserveWords(heap, end)
    const { words } = heap
    words[address + ROWS_DONE] = 0
    words[address + ROWS_KERNELS] = 0
    words[address + ROWS_COUNT] = to - from
    words[address + ROWS_FROM_STEP] = fromStep
    words[address + ROWS_END_STEP] = endStep
    words[address + ROWS_INPUT_SLOT] = SLOT_OF.I
    words[address + ROWS_ALLOWANCE] = allowance
    words[address + ROWS_REACH] = MAX_HEAP_WORDS
    words[address + ROWS_PROGRAMS] = this.#programsAt
    words[address + ROWS_PROGRAM_COUNT] = this.#programs.length
    words[address + ROWS_VERDICTS] = verdictsAt
    words[address + ROWS_FIRST] = firstAt
    source.putRows(words, firstAt, from, to)
    heap.top = end
    this.#address = address
    return address
  }

  /** The kernels that ran for the rows that are done. */
  get kernelCount(): number {
    return this.#heap.words[this.#address + ROWS_KERNELS]!
  }

  /** The verdicts of the rows that are done, valid until the next step. */
  get verdicts(): RowVerdicts {
    const { words } = this.#heap
    const at = this.#address + ROWS_HEADER_WORDS
    return { words, at, rowCount: words[this.#address + ROWS_DONE]!, programs: this.#programs }
  }
}

const FIRST_PROGRAM: readonly number[] = [0]

/** The programs that have no earlier twin. */
function listOwn(programs: Plan['programs']): readonly number[] {
  const own: number[] = []
  for (let p = 0; p < programs.length; p++) if (programs[p]!.twin === NO_SLOT) own.push(p)
  return own
}
