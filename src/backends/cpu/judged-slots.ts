// The slots of a plan whose words are right or wrong, and the comparison of their words with the expected grid.

import type { GridData } from '../../data/task.ts'
import { type Heap, failed, holdScratch } from '../../kernel/heap.ts'
import type { Address } from '../../kernel/words.ts'
import { NO_SLOT, type Plan } from '../../plan/plan.ts'
import { countDifferences } from '../grid-data.ts'
import type { CpuEvaluator } from './cpu-evaluator.ts'

/** The slots of fewer programs are listed sooner than they are found in a weak map. */
const FEW_PROGRAMS = 8

/** Results of programs and candidates of batts, each slot once. */
export class JudgedSlots {
  static readonly #known = new WeakMap<Plan, JudgedSlots>()
  readonly #slots: Int32Array
  /** By slot, its position in the list; NO_SLOT for all others. */
  readonly #positions: Int32Array
  /** The differences from a grid that is too large for the scratch memory, in the order of the list. */
  #fromLarge: Int32Array | undefined

  /** The slots of a plan; those of many programs are listed once. */
  static of(plan: Plan): JudgedSlots {
    if (plan.programs.length < FEW_PROGRAMS) return new JudgedSlots(plan)
    let judged = JudgedSlots.#known.get(plan)
    if (judged === undefined) JudgedSlots.#known.set(plan, (judged = new JudgedSlots(plan)))
    return judged
  }

  private constructor({ programs, slotCount }: Plan) {
    const slots: number[] = []
    const positions = new Int32Array(slotCount).fill(NO_SLOT)
    const add = (slot: number): void => {
      if (positions[slot] !== NO_SLOT) return
      positions[slot] = slots.length
      slots.push(slot)
    }
    for (const { mode, twin, result, outputs, candidates } of programs) {
      if (twin !== NO_SLOT) continue
      if (mode === 'strict') add(result)
      else for (const output of candidates) add(outputs[output]!)
    }
    this.#slots = new Int32Array(slots)
    this.#positions = positions
  }

  /** Compares the words of the slots at `slots` with a grid, in scratch memory: the values of a sample need all of the other. */
  compare(heap: Heap, evaluator: CpuEvaluator, slots: Address, expected: GridData): void {
    const { height, width, cells } = expected
    const count = this.#slots.length
    heap.fault = 0
    heap.scratchTop = 0
    holdScratch(heap, count + 2 + cells.length)
    const { scratch, words } = heap
    this.#fromLarge = undefined
    if (failed(heap)) {
      this.#fromLarge = this.#slots.map((slot) => countDifferences(heap, words[slots + slot]!, expected))
      return
    }
    scratch.set(this.#slots)
    scratch[count] = height
    scratch[count + 1] = width
    scratch.set(cells, count + 2)
    evaluator.countDifferences(heap, slots, count)
  }

  /** The differences of a slot, until a kernel runs on the heap. */
  differencesOf({ scratch }: Heap, slot: number): number {
    return (this.#fromLarge ?? scratch)[this.#positions[slot]!]!
  }
}
