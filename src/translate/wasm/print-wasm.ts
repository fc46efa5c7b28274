// Prints the file that holds the WebAssembly module.

import { STATE, SCRATCH_BASE, heapBase } from './memory-layout.ts'

/** The text of backends/cpu/wasm.generated.ts; `key` identifies the sources of the module. */
export function printWasm(bytes: Uint8Array, scratchWords: number, key: string): string {
  const layout = { ...STATE, scratchBase: SCRATCH_BASE, scratchWords, heapBase: heapBase(scratchWords) }
  return `// All kernels in WebAssembly. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.
// Made from ${key}

/** The layout of its memory, in bytes. */
export const layout = ${JSON.stringify(layout)} as const

/** The module, in base64. */
export const moduleText =
  '${Buffer.from(bytes).toString('base64')}'
`
}
