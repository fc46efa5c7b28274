// A heap in memory that a native library has reserved: kernels run there, and the host reads and writes it without copies.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { HeapFullError, MAX_HEAP_WORDS } from '../../../kernel/heap-growth.ts'
import { DEFAULT_BUDGET, resetHeap, writeFixedBlocks } from '../../../kernel/heap.ts'
import { stateWords } from '../heap-state.generated.ts'
import {
  type Apply,
  type CountDifferences,
  KernelHeap,
  type RunKernel,
  type RunRows,
  type RunSteps,
} from '../kernel-heap.ts'
import { wasmMemory } from '../wasm-memory.generated.ts'
import type { HeapPointer, NativeLibrary } from './native-library.node.ts'

/** A heap on which kernels run in native code; the library is that of the layout. */
export class NativeHeap extends KernelHeap {
  readonly run: RunKernel
  readonly apply: Apply
  readonly steps: RunSteps
  readonly differences: CountDifferences
  readonly rows: RunRows
  readonly #library: NativeLibrary
  readonly #memory: SharedMapping

  constructor(library: NativeLibrary, wordCount = 1 << 16, layout: CellLayout = 'a') {
    super(layout)
    const pointer = library.open(wordCount)
    if (pointer === null) throw new HeapFullError(`the machine gives no heap of ${wordCount} words`)
    this.#library = library
    this.#memory = new SharedMapping(library, pointer)
    this.run = (kernel, a, b, c, d) => this.#finish(library.run(pointer, kernel, a, b, c, d))
    this.apply = (fn, count, a, b, c, d, depth) => this.#finish(library.apply(pointer, fn, count, a, b, c, d, depth))
    this.steps = (plan, from, end) => this.#finish(library.steps(pointer, plan, from, end))
    this.differences = (slots, count) => library.differences(pointer, slots, count)
    this.rows = (plan, rows) => {
      library.rows(pointer, plan, rows)
      this.#finish(0)
    }
    this.#view(wordCount)
    writeFixedBlocks(this.words)
    resetHeap(this)
    this.budget = DEFAULT_BUDGET
    this.reach = MAX_HEAP_WORDS
    this.ceiling = MAX_HEAP_WORDS
  }

  grow(needed: number): boolean {
    return this.#finish(this.#library.grow(this.#memory.pointer, needed)) === 1
  }

  /** After native code: sees the memory that it has added, and throws where the machine gave no more. */
  #finish(result: number): number {
    const capacity = this.state[stateWords.capacity]!
    if (capacity !== this.words.length) this.#view(capacity)
    const missing = this.state[stateWords.missingWords]!
    if (missing === 0) return result
    this.state[stateWords.missingWords] = 0
    if (missing > this.ceiling) throw new HeapFullError(`the heap needs ${missing} words of ${this.ceiling}`)
    throw new HeapFullError(`the machine gives the heap no more than ${capacity} words`)
  }

  #view(wordCount: number): void {
    const buffer = this.#memory.view(wasmMemory.heapBase + 4 * wordCount)
    this.state = new Int32Array(buffer, 0, wasmMemory.scratchBase >> 2)
    this.scratch = new Int32Array(buffer, wasmMemory.scratchBase, wasmMemory.scratchWords)
    this.words = new Int32Array(buffer, wasmMemory.heapBase, wordCount)
  }
}

/** The memory of a heap; it is returned to the machine when no array sees it any more. */
class SharedMapping {
  static readonly #registry = new FinalizationRegistry<SharedMapping>((mapping) => mapping.#release())
  readonly pointer: HeapPointer
  readonly #library: NativeLibrary
  #viewCount = 0

  constructor(library: NativeLibrary, pointer: HeapPointer) {
    this.#library = library
    this.pointer = pointer
  }

  view(byteLength: number): ArrayBuffer {
    const buffer = this.#library.view(this.pointer, byteLength)
    this.#viewCount++
    SharedMapping.#registry.register(buffer, this)
    return buffer
  }

  #release(): void {
    this.#viewCount--
    if (this.#viewCount === 0) this.#library.close(this.pointer)
  }
}
