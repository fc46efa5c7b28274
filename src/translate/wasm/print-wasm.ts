// Prints what backends need of the kernels: their numbers, which all backends share, and the WebAssembly module.

import type { Analysis } from '../analyse.ts'
import type { PrimitiveSource } from '../read-primitives.ts'
import type { buildWasm } from './build-module.ts'
import { packFacts } from './primitive-facts.ts'
import { STATE, SCRATCH_BASE, heapBase } from './memory-layout.ts'

/** The texts of kernel-numbers.generated.ts and cpu/wasm.generated.ts. */
export interface PrintedWasm {
  readonly numbers: string
  readonly module: string
}

/** Prints both files; `key` identifies the sources that they were made from. */
export function printWasm(
  primitives: readonly PrimitiveSource[],
  analysis: Analysis,
  build: typeof buildWasm,
  key: string,
): PrintedWasm {
  const kernels = primitives.flatMap((p) => (p.calls ? [p.kernel.name, p.calls.name] : [p.kernel.name]))
  const entries = [...new Set([...kernels, 'newResults'])]
  const indexes = new Map(entries.map((name, k) => [name, k]))
  const facts = primitives.map((primitive) => packFacts(primitive, indexes))
  const bytes = build(analysis, entries, facts)
  const scratchWords = analysis.values.get('MAX_SCRATCH_WORDS')!.value
  const numbers = `// The numbers of kernels. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.

/** The number of each kernel, the same on every backend. */
export const kernelIndexes: Readonly<Record<string, number>> = {
${entries.map((name, k) => `  ${name}: ${k},\n`).join('')}}

/** What each primitive is to a caller, see packFacts. */
export const primitiveFacts: readonly number[] = [${facts.join(', ')}]
`
  const module = `// All kernels in WebAssembly. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.
// Made from ${key}

/** Where things are in its memory, in bytes. */
export const layout = ${JSON.stringify({ ...STATE, scratchBase: SCRATCH_BASE, scratchWords, heapBase: heapBase(scratchWords) })} as const

/** The module, in base64. */
export const moduleText =
  '${Buffer.from(bytes).toString('base64')}'
`
  return { numbers, module }
}
