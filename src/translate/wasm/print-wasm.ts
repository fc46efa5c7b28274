// Printing src/backends/cpu/wasm.generated.ts: the module of all kernels as text, and where each kernel is in its table.

import type { Analysis } from '../analyse.ts'
import type { PrimitiveSource } from '../read-primitives.ts'
import type { buildWasm } from './build-module.ts'
import { packFacts } from './primitive-facts.ts'
import { STATE, SCRATCH_BASE, heapBase } from './memory-layout.ts'

/** The text of the generated file; `key` stands for what it was made from. */
export function printWasm(
  primitives: readonly PrimitiveSource[],
  analysis: Analysis,
  build: typeof buildWasm,
  key: string,
): string {
  const kernels = primitives.flatMap((p) => (p.calls ? [p.kernel.name, p.calls.name] : [p.kernel.name]))
  const entries = [...new Set([...kernels, 'newResults'])]
  const indexes = new Map(entries.map((name, k) => [name, k]))
  const facts = primitives.map((primitive) => packFacts(primitive, indexes))
  const bytes = build(analysis, entries, facts)
  const scratchWords = analysis.values.get('MAX_SCRATCH_WORDS')!.value
  return `// All kernels in WebAssembly. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.
// Made from ${key}

/** The place of each kernel in the module's table. */
export const kernelIndexes: Readonly<Record<string, number>> = {
${entries.map((name, k) => `  ${name}: ${k},\n`).join('')}}

/** What each primitive is to a caller, see packFacts. */
export const primitiveFacts: readonly number[] = [${facts.join(', ')}]

/** Where things are in its memory, in bytes. */
export const layout = ${JSON.stringify({ ...STATE, scratchBase: SCRATCH_BASE, scratchWords, heapBase: heapBase(scratchWords) })} as const

/** The module, in base64. */
export const moduleText =
  '${Buffer.from(bytes).toString('base64')}'
`
}
