// Numbers kernels and packs the facts of primitives; every backend uses the same numbers.

import { packFacts, packHigherOrderFacts } from '../kernel/primitive-facts.ts'
import type { Analysis } from './analyse.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import type { PrimitiveSource } from './read-primitives.ts'

/** The kernels in the order of their numbers, and the facts of each primitive. */
export interface KernelNumbers {
  readonly kernels: readonly string[]
  readonly facts: readonly number[]
}

/** Numbers the kernels of all primitives and `newResults`, which makes lists of results. */
export function numberKernels(primitives: readonly PrimitiveSource[]): KernelNumbers {
  const names = primitives.flatMap((p) => (p.calls ? [p.kernel.name, p.calls.name] : [p.kernel.name]))
  const kernels = [...new Set([...names, 'newResults'])]
  const numbers = new Map(kernels.map((name, k) => [name, k]))
  const facts = primitives.map(({ kernel, parameters, calls, callArity, lazy }) => {
    const number = numbers.get(kernel.name)!
    if (calls === undefined) return packFacts(number, parameters.length)
    const callsNumber = numbers.get(calls.name)!
    return packHigherOrderFacts(number, parameters.length, callsNumber, callArity ?? 0, lazy === true)
  })
  return { kernels, facts }
}

/** Reports more kernels than a device has places for: one more would write into the next table of its state. */
export function checkPlaces(kernelCount: number, { names, values }: Analysis, diagnostics: Diagnostic[]): void {
  const constant = names.constants.get('MAX_KERNELS')
  const places = values.get('MAX_KERNELS')?.value
  if (constant === undefined || places === undefined) throw new Error('bug in the translator: no constant MAX_KERNELS')
  const needed = kernelCount + 1
  if (needed <= places) return
  const problem = `${needed} kernels, the copy kernel included, but a device has places for ${places}`
  diagnostics.push(diagnose(constant.source, constant.offset, problem, 'raise MAX_KERNELS to the next multiple of 256'))
}

/** The text of backends/kernel-numbers.generated.ts. */
export function printNumbers({ kernels, facts }: KernelNumbers): string {
  return `// The numbers of kernels. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.

/** The number of each kernel, the same on every backend. */
export const kernelIndexes: Readonly<Record<string, number>> = {
${kernels.map((name, k) => `  ${name}: ${k},\n`).join('')}}

/** The facts of each primitive, see src/kernel/primitive-facts.ts. */
export const primitiveFacts: readonly number[] = [${facts.join(', ')}]
`
}
