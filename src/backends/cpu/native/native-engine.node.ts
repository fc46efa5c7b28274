// The native engine: heaps of compiled libraries.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import {
  type Engine,
  type EngineChoice,
  type KernelEngine,
  type LibraryPaths,
  jsEngine,
  wasmEngine,
} from '../engine.ts'
import { NativeHeap } from './native-heap.node.ts'
import { type NativeLibrary, loadLibrary } from './native-library.node.ts'

/** Opens libraries; each is loaded with its first heap. */
export function openNativeEngine(paths: LibraryPaths, reason = 'asked for'): KernelEngine {
  const libraries: Partial<Record<CellLayout, NativeLibrary>> = {}
  return {
    name: 'native',
    reason,
    choice: { name: 'native', paths },
    newHeap: (wordCount, layout) =>
      new NativeHeap((libraries[layout] ??= loadLibrary(paths[layout])), wordCount, layout),
  }
}

/** Opens the engine that another thread has chosen. */
export function openEngine(choice: EngineChoice): Engine {
  if (choice.name === 'native') return openNativeEngine(choice.paths)
  return choice.name === 'js' ? jsEngine : wasmEngine
}
