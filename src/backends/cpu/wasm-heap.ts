// A heap in the memory of the WebAssembly module: kernels run there, and the host reads and writes it like any other.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import { DEFAULT_BUDGET, type Heap, resetHeap, writeFixedBlocks } from '../../kernel/heap.ts'
import { HeapFullError, MAX_HEAP_WORDS, grownCount } from '../../kernel/heap-growth.ts'
import type { Address, Word } from '../../kernel/words.ts'
import { decodeBase64 } from './decode-base64.ts'
import { moduleText as moduleOfA } from './wasm-a.generated.ts'
import { wasmMemory } from './wasm-memory.generated.ts'
import { moduleText as moduleOfT } from './wasm-t.generated.ts'

const PAGE_BYTES = 65536
const MAX_PAGES = 65536

const texts: Readonly<Record<CellLayout, string>> = { a: moduleOfA, t: moduleOfT }
const compiled: Partial<Record<CellLayout, WebAssembly.Module>> = {}

/** The module of the kernels of a cell layout, compiled when first needed; it can be sent to workers. */
export function kernelModule(layout: CellLayout = 'a'): WebAssembly.Module {
  return (compiled[layout] ??= new WebAssembly.Module(decodeBase64(texts[layout])))
}

type Run = (kernel: number, a: Word, b: Word, c: Word, d: Word) => Word
type Label = (grid: Word, wanted: number) => Address
type Apply = (fn: Word, count: number, a: Word, b: Word, c: Word, d: Word, depth: number) => Word

/** Has the shape of `Heap`; its variables are words in the module's memory, where kernels change them. */
export class WasmHeap implements Heap {
  words: Int32Array
  scratch: Int32Array
  /** Runs a kernel, by its place in the module's table. */
  readonly run: Run
  /** Calls a function value, as `applyFunction` does. */
  readonly apply: Apply
  /** Labels a grid for several calls, as `labelTogether` does. */
  readonly label: Label
  reach: Address = MAX_HEAP_WORDS
  wasRefused = false
  ceiling = MAX_HEAP_WORDS
  private state: Int32Array
  private readonly memory: WebAssembly.Memory

  readonly layout: CellLayout
  readonly hasTriples: boolean

  /** `module` is that of the layout. */
  constructor(wordCount = 1 << 16, layout: CellLayout = 'a', module = kernelModule(layout)) {
    this.layout = layout
    this.hasTriples = layout === 't'
    this.memory = new WebAssembly.Memory({
      initial: Math.ceil((wasmMemory.heapBase + 4 * wordCount) / PAGE_BYTES) + 1,
      maximum: MAX_PAGES,
    })
    // A number from WebAssembly has a sign.
    const host = { memory: this.memory, grow: (needed: number) => (this.grow(needed >>> 0) ? 1 : 0) }
    const { exports } = new WebAssembly.Instance(module, { host })
    const { run, apply, label } = exports as { run: Run; apply: Apply; label: Label }
    this.run = run
    this.apply = apply
    this.label = label
    this.words = this.scratch = this.state = new Int32Array()
    this.view()
    writeFixedBlocks(this.words)
    resetHeap(this)
    this.budget = DEFAULT_BUDGET
  }

  get top(): Address {
    return this.state[wasmMemory.top >> 2]!
  }
  set top(value: Address) {
    this.state[wasmMemory.top >> 2] = value
  }
  get scratchTop(): Address {
    return this.state[wasmMemory.scratchTop >> 2]!
  }
  set scratchTop(value: Address) {
    this.state[wasmMemory.scratchTop >> 2] = value
  }
  get work(): number {
    return this.state[wasmMemory.work >> 2]!
  }
  set work(value: number) {
    this.state[wasmMemory.work >> 2] = value
  }
  get budget(): number {
    return this.state[wasmMemory.budget >> 2]!
  }
  set budget(value: number) {
    this.state[wasmMemory.budget >> 2] = value
  }
  get kernelCount(): number {
    return this.state[wasmMemory.kernelCount >> 2]!
  }
  set kernelCount(value: number) {
    this.state[wasmMemory.kernelCount >> 2] = value
  }
  get fault(): Word {
    return this.state[wasmMemory.fault >> 2]!
  }
  set fault(value: Word) {
    this.state[wasmMemory.fault >> 2] = value
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
    this.state[wasmMemory.capacity >> 2] = this.words.length
  }
}
