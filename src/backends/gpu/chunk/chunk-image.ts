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
import { type Chunk, pairOf } from './chunk.ts'

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

/** Builds images on heaps of the host, one for each cell layout, which it reuses. */
export class ImageBuilder {
  readonly #heaps: Partial<Record<CellLayout, Heap>> = {}
  readonly #printer = new TablePrinter()

  build(chunk: Chunk, units: readonly Unit[], settings: RunSettings, copied: CopiedSlots): ChunkImage {
    const { measure, outputs, allowance, isBrief = false } = settings
    const heap = (this.#heaps[chunk.layout] ??= new Heap(1 << 18, undefined, chunk.layout))
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
      for (const [k, demos] of planRows.tasks.entries()) put(base[SLOT_OF.S]! + k, grids.pairs(demos))
      const { rows } = planRows
      const [inputs, candidates, wanted] = [base[SLOT_OF.I]!, base[SLOT_OF.C]!, expected].map(
        (column) => column - layout.answerWords,
      ) as [number, number, number]
      for (let k = 0; k < rows.length; k++) {
        const { input, output } = pairOf(rows[k]!, units)
        const word = output === undefined ? NO_EXPECTATION : grids.grid(output)
        arena[inputs + k] = grids.grid(input)
        arena[candidates + k] = measure && output !== undefined ? word : NONE
        arena[wanted + k] = word
      }
    }
    // A copy: the next image is built on the same heap while a device may still wait for its kernels to compile.
    const words = heap.words.slice(0, heap.top)
    const isGathered = outputs === 'none' && copied === 'none'
    const tables = this.#printer.print(layout, chunk.layout, allowance)
    return { layout: chunk.layout, isGathered, heap: words, arena, ...layout, ...tables }
  }
}

/** Encodes every grid and every list of demo pairs once, for all plans; demo pairs and rows share their grids. */
class GridCache {
  readonly #heap: Heap
  readonly #grids = new Map<GridData, Word>()
  readonly #pairs = new Map<readonly Pair[], Word>()

  constructor(heap: Heap) {
    this.#heap = heap
  }

  grid(grid: GridData): Word {
    let word = this.#grids.get(grid)
    if (word === undefined) this.#grids.set(grid, (word = encodeGrid(this.#heap, grid)))
    return word
  }

  pairs(demos: readonly Pair[]): Word {
    let word = this.#pairs.get(demos)
    if (word === undefined) this.#pairs.set(demos, (word = encodePairs(this.#heap, demos, (grid) => this.grid(grid))))
    return word
  }
}
