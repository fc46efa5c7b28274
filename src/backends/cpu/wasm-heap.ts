// A heap in the memory of the WebAssembly module.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import { DEFAULT_BUDGET, resetHeap, writeFixedBlocks } from '../../kernel/heap.ts'
import { HeapFullError, MAX_HEAP_WORDS, grownCount } from '../../kernel/heap-growth.ts'
import { stateWords } from './heap-state.generated.ts'
import {
  type Apply,
  type CountDifferences,
  KernelHeap,
  type RunKernel,
  type RunRows,
  type RunSteps,
} from './kernel-heap.ts'
import { moduleBytes as bytesOfA } from './wasm-a.generated.ts'
import { wasmMemory } from './wasm-memory.generated.ts'
import { moduleBytes as bytesOfT } from './wasm-t.generated.ts'

const PAGE_BYTES = 65536
const MAX_PAGES = 65536

const bytesOf = { a: bytesOfA, t: bytesOfT }
const compiled: Partial<Record<CellLayout, WebAssembly.Module>> = {}

/** The module of the kernels of a cell layout, compiled when first needed; it can be sent to workers. */
export function kernelModule(layout: CellLayout = 'a'): WebAssembly.Module {
  return (compiled[layout] ??= new WebAssembly.Module(bytesOf[layout]()))
}

interface WasmExports {
  readonly run: RunKernel
  readonly apply: Apply
  readonly steps: RunSteps
  readonly differences: CountDifferences
  readonly rows: RunRows
}

/** A heap in the memory of a WebAssembly module. */
export class WasmHeap extends KernelHeap {
  readonly run: RunKernel
  readonly apply: Apply
  readonly steps: RunSteps
  readonly differences: CountDifferences
  readonly rows: RunRows
  private readonly memory: WebAssembly.Memory

  /** `module` is that of the layout. */
  constructor(wordCount = 1 << 16, layout: CellLayout = 'a', module = kernelModule(layout)) {
    super(layout)
    this.memory = new WebAssembly.Memory({
      initial: Math.ceil((wasmMemory.heapBase + 4 * wordCount) / PAGE_BYTES) + 1,
      maximum: MAX_PAGES,
    })
    // A number from WebAssembly has a sign.
    const host = { memory: this.memory, grow: (needed: number) => (this.grow(needed >>> 0) ? 1 : 0) }
    const { exports } = new WebAssembly.Instance(module, { host })
    const { run, apply, steps, differences, rows } = exports as unknown as WasmExports
    this.run = run
    this.apply = apply
    this.steps = steps
    this.differences = differences
    this.rows = rows
    this.view()
    writeFixedBlocks(this.words)
    resetHeap(this)
    this.budget = DEFAULT_BUDGET
    this.reach = MAX_HEAP_WORDS
    this.ceiling = MAX_HEAP_WORDS
  }

  grow(needed: number): boolean {
    const wordCount = grownCount(this, needed)
    if (wordCount === 0) return false
    // A machine without room for twice the memory may still have room for the needed memory.
    if (!this.tryGrow(wordCount) && !this.tryGrow(needed))
      throw new HeapFullError(`the machine gives the heap no more than ${this.words.length} words`)
    return true
  }

  private tryGrow(wordCount: number): boolean {
    try {
      this.growMemory(Math.ceil((4 * (wordCount - this.words.length)) / PAGE_BYTES))
    } catch {
      return false
    }
    this.view()
    return true
  }

  /** A method of its own, so that a test can refuse memory. */
  protected growMemory(pages: number): void {
    this.memory.grow(pages)
  }

  /** Growing invalidates the old views. */
  private view(): void {
    const { buffer } = this.memory
    this.state = new Int32Array(buffer, 0, wasmMemory.scratchBase >> 2)
    this.scratch = new Int32Array(buffer, wasmMemory.scratchBase, wasmMemory.scratchWords)
    this.words = new Int32Array(buffer, wasmMemory.heapBase)
    this.state[stateWords.capacity] = this.words.length
  }
}
