// Engines: the forms in which a CPU can run the kernels. Results are the same.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import { Heap } from '../../kernel/heap.ts'
import type { EngineName, EngineReport } from '../backend.ts'
import type { KernelHeap } from './kernel-heap.ts'
import { WasmHeap } from './wasm-heap.ts'

/** Makes heaps whose kernels run in one form. */
export interface Engine {
  readonly name: EngineName
  /** Why it was chosen. */
  readonly reason: string
  /** How another thread opens it. */
  readonly choice: EngineChoice
  newHeap(wordCount: number, layout: CellLayout): Heap
}

/** An engine that runs kernels outside JavaScript, where each can be watched. */
export interface KernelEngine extends Engine {
  newHeap(wordCount: number, layout: CellLayout): KernelHeap
}

/** The files of native libraries by cell layout. */
export type LibraryPaths = Readonly<Record<CellLayout, string>>

/** What a thread needs to open the same engine. */
export type EngineChoice = { readonly name: 'wasm' | 'js' } | { readonly name: 'native'; readonly paths: LibraryPaths }

/** Kernels in WebAssembly. */
export const wasmEngine: KernelEngine = {
  name: 'wasm',
  reason: 'the default',
  choice: { name: 'wasm' },
  newHeap: (wordCount, layout) => new WasmHeap(wordCount, layout),
}

/** Kernels in JavaScript. */
export const jsEngine: Engine = {
  name: 'js',
  reason: 'asked for',
  choice: { name: 'js' },
  newHeap: (wordCount, layout) => new Heap(wordCount, undefined, layout),
}

/** The engine as a report names it. */
export function reportEngine({ name, reason }: Engine): EngineReport {
  return { name, reason }
}
