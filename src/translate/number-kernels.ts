// Numbers kernels and packs the facts of primitives; every backend uses the same numbers.

import type { CellLayout } from '../kernel/cell-layout.ts'
import {
  CONTAINER_FIRST,
  FUNCTION_FIRST,
  packFacts,
  packHigherOrderFacts,
  withEach,
  withLastCall,
  withOptional,
} from '../kernel/primitive-facts.ts'
import type { Analysis } from './analyse.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import type { PrimitiveSource } from './read-primitives.ts'

/** The kernels in the order of their numbers; by layout, the facts of each primitive and the kernels of its primitives. */
export interface KernelNumbers {
  readonly kernels: readonly string[]
  /** -1 for a primitive that no dialect of the layout has. */
  readonly facts: Readonly<Record<CellLayout, readonly number[]>>
  readonly present: Readonly<Record<CellLayout, ReadonlySet<string>>>
}

/** The kernel that makes lists of results. */
const RESULTS_KERNEL = 'newResults'
/** The kernel that compares two values for a closure. */
const EQUALITY_KERNEL = 'equality'

/** Numbers the kernels of all primitives and the one that makes lists of results. */
export function numberKernels(primitives: readonly PrimitiveSource[]): KernelNumbers {
  const kernels = [...new Set([...primitives.flatMap(kernelNames), RESULTS_KERNEL])]
  const numbers = new Map(kernels.map((name, k) => [name, k]))
  const factsIn = (layout: CellLayout): number[] =>
    primitives.map((primitive) => {
      const { kernel, parameters, calls, callArity, each, lazy, toLast } = primitive
      if (!isInLayout(primitive, layout)) return NO_FACTS
      const number = numbers.get(kernel.name)!
      const arity = parameters.length
      const own =
        calls === undefined
          ? packFacts(number, arity)
          : packHigherOrderFacts(number, arity, numbers.get(calls.name)!, callArity ?? 0, lazy === true)
      const mapped =
        each === undefined ? own : withEach(own, each === 'function first' ? FUNCTION_FIRST : CONTAINER_FIRST)
      const called = toLast === true ? withLastCall(mapped) : mapped
      return parameters.at(-1)?.isOptional === true ? withOptional(called) : called
    })
  const presentIn = (layout: CellLayout): Set<string> =>
    new Set([
      ...primitives.filter((primitive) => isInLayout(primitive, layout)).flatMap(kernelNames),
      RESULTS_KERNEL,
      EQUALITY_KERNEL,
    ])
  return { kernels, facts: { a: factsIn('a'), t: factsIn('t') }, present: { a: presentIn('a'), t: presentIn('t') } }
}

const NO_FACTS = -1

function kernelNames({ kernel, calls }: PrimitiveSource): string[] {
  return calls ? [kernel.name, calls.name] : [kernel.name]
}

/** Whether a dialect with that cell layout declares the primitive. */
function isInLayout({ declarations }: PrimitiveSource, layout: CellLayout): boolean {
  return layout === 't' ? declarations.t !== undefined : (declarations.a ?? declarations.r) !== undefined
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

import type { CellLayout } from '../kernel/cell-layout.ts'

/** The number of each kernel, the same on every backend. */
export const kernelIndexes: Readonly<Record<string, number>> = {
${kernels.map((name, k) => `  ${name}: ${k},\n`).join('')}}

/** By cell layout, the facts of each primitive, see src/kernel/primitive-facts.ts; -1 where the layout does not have it. */
export const primitiveFacts: Readonly<Record<CellLayout, readonly number[]>> = {
  a: [${facts.a.join(', ')}],
  t: [${facts.t.join(', ')}],
}
`
}
