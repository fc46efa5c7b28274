// The image of a chunk: everything that a device receives for it, uploaded at once.

import type { GridData, Pair } from '../../../data/task.ts'
import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { Heap, resetHeap } from '../../../kernel/heap.ts'
import { INT_MAX, NONE, type Word } from '../../../kernel/words.ts'
import { SLOT_OF } from '../../../plan/plan.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { encodeGrid, encodePairs } from '../../grid-data.ts'
import { storeConstants } from '../../input-slots.ts'
import { type ChunkLayout, type CopiedSlots, layOutChunk } from './chunk-layout.ts'
import { type ChunkTables, TablePrinter } from './chunk-tables.ts'
import type { Chunk } from './chunk.ts'

export interface ChunkImage extends ChunkLayout, ChunkTables {
  /** The cell layout of the heap. */
  readonly layout: CellLayout
  /** Whether only evaluations are read back, and the rows that the host has to finish. */
  readonly isGathered: boolean
  /** The first words of the heap. */
  readonly heap: Int32Array<ArrayBuffer>
  /** The words of the arena from `answerWords` to `arenaTop`. */
  readonly arena: Int32Array<ArrayBuffer>
}

/** In place of an expected grid that is not known. */
const NO_EXPECTATION = 0

/** Pairs with the words of their grids. */
interface EncodedPairs {
  readonly pairs: readonly Pair[]
  readonly words: Int32Array
}

const NO_PAIRS: EncodedPairs = { pairs: [], words: new Int32Array() }

/**
 * Builds images on heaps of the host. An image keeps its heap, which the builder gets back by `release`: for fresh memory of a few MB
 * the system takes longer than building takes.
 */
export class ImageBuilder {
  readonly #free: Readonly<Record<CellLayout, Heap[]>> = { a: [], t: [] }
  readonly #heapOf = new WeakMap<ChunkImage, Heap>()
  readonly #printer = new TablePrinter()

  build(chunk: Chunk, units: readonly Unit[], settings: RunSettings, copied: CopiedSlots): ChunkImage {
    const { measure, outputs, allowance, isBrief = false } = settings
    const heap = this.#free[chunk.layout].pop() ?? new Heap(1 << 18, undefined, chunk.layout)
    resetHeap(heap)
    // Inputs and constants do not count against the budget.
    heap.work = 0
    heap.budget = INT_MAX
    heap.fault = 0
    const grids = new GridCache(heap)
    // Where values are kept, the host has to read them and judges them as well.
    const layout = layOutChunk(chunk, copied, outputs !== 'none' ? 'none' : isBrief ? 'brief' : 'full')
    const arena = new Int32Array(layout.arenaTop - layout.answerWords)
    const put = (at: number, word: Word) => (arena[at - layout.answerWords] = word)
    for (const { planRows, base, expected } of layout.columns) {
      storeConstants(heap, planRows.plan, (slot, word) => put(base[slot]!, word))
      const { rows, tasks } = planRows
      for (let k = 0; k < tasks.length; k++) put(base[SLOT_OF.S]! + k, grids.demos(tasks[k]!))
      const [inputs, candidates, wanted] = [base[SLOT_OF.I]!, base[SLOT_OF.C]!, expected].map(
        (column) => column - layout.answerWords,
      ) as [number, number, number]
      let last = -1
      let demos = NO_PAIRS
      let tests = NO_PAIRS
      for (let k = 0; k < rows.length; k++) {
        const { unit, sample } = rows[k]!
        if (unit !== last) {
          const { task } = units[unit]!
          demos = { pairs: task.train, words: grids.wordsOf(task.train) }
          tests = { pairs: task.test, words: grids.wordsOf(task.test) }
          last = unit
        }
        const isDemo = sample < demos.pairs.length
        const { pairs, words } = isDemo ? demos : tests
        const number = isDemo ? sample : sample - demos.pairs.length
        const { input, output } = pairs[number]!
        const word = output === undefined ? NO_EXPECTATION : grids.grid(words, 2 * number + 1, output)
        arena[inputs + k] = grids.grid(words, 2 * number, input)
        arena[candidates + k] = measure && output !== undefined ? word : NONE
        arena[wanted + k] = word
      }
    }
    const isGathered = outputs === 'none' && copied === 'none'
    const tables = this.#printer.print(layout, chunk.layout, allowance)
    const words = heap.words.subarray(0, heap.top) as Int32Array<ArrayBuffer>
    const image = { layout: chunk.layout, isGathered, heap: words, arena, ...layout, ...tables }
    this.#heapOf.set(image, heap)
    return image
  }

  /** Takes back the heap of an image that no device reads any more. One that is not given back is left to the garbage collector. */
  release(image: ChunkImage): void {
    const heap = this.#heapOf.get(image)
    if (heap === undefined) return
    this.#heapOf.delete(image)
    this.#free[image.layout].push(heap)
  }
}

/** Encodes every list of demo pairs and every grid once, for all plans; demo pairs and rows share their grids. */
class GridCache {
  readonly #heap: Heap
  /** By list of pairs the words of their grids, input and output in turn; 0 before a grid is encoded, as no grid has that word. */
  readonly #grids = new Map<readonly Pair[], Int32Array>()
  readonly #demos = new Map<readonly Pair[], Word>()

  constructor(heap: Heap) {
    this.#heap = heap
  }

  /** The words of the grids of pairs, for `grid`. */
  wordsOf(pairs: readonly Pair[]): Int32Array {
    let words = this.#grids.get(pairs)
    if (words === undefined) this.#grids.set(pairs, (words = new Int32Array(2 * pairs.length)))
    return words
  }

  grid(words: Int32Array, number: number, grid: GridData): Word {
    return words[number] || (words[number] = encodeGrid(this.#heap, grid))
  }

  demos(pairs: readonly Pair[]): Word {
    let word = this.#demos.get(pairs)
    if (word === undefined) {
      const words = this.wordsOf(pairs)
      word = encodePairs(this.#heap, pairs, (grid, number) => this.grid(words, number, grid))
      this.#demos.set(pairs, word)
    }
    return word
  }
}
