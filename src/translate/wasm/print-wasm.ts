// Prints the files that hold the WebAssembly modules.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import { STATE, SCRATCH_BASE, heapBase } from '../memory-layout.ts'

const NOTE = 'Generated from src/kernel and src/primitives by `npm run generate`; not to be edited.'

/** The text of backends/cpu/heap-state.generated.ts. */
export function printHeapState(): string {
  const places = Object.fromEntries(Object.entries(STATE).map(([name, offset]) => [name, offset / 4]))
  return `// The variables of a heap in the memory of translated code. ${NOTE}

/** The place of each variable, in words. */
export const stateWords = ${JSON.stringify(places)} as const
`
}

/** The text of backends/cpu/wasm-memory.generated.ts. */
export function printWasmMemory(scratchWords: number): string {
  const places = { scratchBase: SCRATCH_BASE, scratchWords, heapBase: heapBase(scratchWords) }
  return `// The memory of the WebAssembly modules. ${NOTE}

/** The offsets of its parts, in bytes. */
export const wasmMemory = ${JSON.stringify(places)} as const
`
}

/** The text of the file of the module of a cell layout; `key` identifies its sources. */
export function printWasm(bytes: Uint8Array, layout: CellLayout, key: string): string {
  return `// The kernels of cell layout ${layout} in WebAssembly. ${NOTE}
// Made from ${key}

import { decodeBase64 } from './decode-base64.ts'

/** The module. The package has its bytes in a file instead. */
export const moduleBytes = (): Uint8Array<ArrayBuffer> =>
  decodeBase64(
    '${Buffer.from(bytes).toString('base64')}',
  )
`
}
