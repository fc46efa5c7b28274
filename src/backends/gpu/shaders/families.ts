// Families: ordinary kernels that share one pipeline, so that a round needs one dispatch for all of them.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { layoutOf } from '../../../language/dialects.ts'
import type { DialectId } from '../../../primitives/primitive.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import * as structured from './kernels.generated.ts'
import { tunedKernels } from './tuned-kernels.ts'

/** Whether kernels run in families. */
export type FamilyChoice = 'none' | 'all'

/**
 * The most kernels of a family, the most characters of code of its kernels and their functions together, and of one kernel.
 * Compilers inline all of it: SwiftShader compiles families of this size as fast as their kernels one by one, but takes more
 * than five minutes for seven kernels of 30,000 characters, and ends with an error for a hundred kernels.
 */
const MOST_KERNELS = 32
const MOST_CODE = 240_000
const MOST_CODE_OF_A_KERNEL = 20_000

const PREFIX = 'family.'

/** The name of a kernel's family; undefined for kernels that run alone: large ones, and those with a tuned form. */
export function familyOf(kernel: string, layout: CellLayout): string | undefined {
  return families(layout).byKernel.get(kernel)
}

/** The kernels of a family in a cell layout. */
export function kernelsOfFamily(family: string, layout: CellLayout): readonly string[] {
  return families(layout).members.get(family) ?? []
}

/** Whether a name is that of a family. */
export function isFamily(name: string): boolean {
  return name.startsWith(PREFIX)
}

interface Families {
  readonly byKernel: ReadonlyMap<string, string>
  readonly members: ReadonlyMap<string, readonly string[]>
}

const known: Partial<Record<CellLayout, Families>> = {}

/** A pipeline has as many registers as its largest kernel needs, so kernels of about the same size are a family. */
function families(layout: CellLayout): Families {
  return (known[layout] ??= packFamilies(
    kernelsOf(layout)
      .filter((kernel) => !tunedKernels.has(kernel))
      .map((kernel) => ({ kernel, size: sizeOf(kernel, new Set()) }))
      .filter(({ size }) => size <= MOST_CODE_OF_A_KERNEL)
      .toSorted((a, b) => a.size - b.size || (a.kernel < b.kernel ? -1 : 1)),
  ))
}

/** Puts kernels, smallest first, into families. */
export function packFamilies(kernels: readonly { readonly kernel: string; readonly size: number }[]): Families {
  const byKernel = new Map<string, string>()
  const members = new Map<string, string[]>()
  let own: string[] = []
  let code = MOST_CODE
  for (const { kernel, size } of kernels) {
    if (own.length === MOST_KERNELS || code + size > MOST_CODE) {
      own = []
      code = 0
      members.set(`${PREFIX}${members.size + 1}`, own)
    }
    own.push(kernel)
    code += size
    byKernel.set(kernel, `${PREFIX}${members.size}`)
  }
  return { byKernel, members }
}

function kernelsOf(layout: CellLayout): string[] {
  const kernels = new Set<string>()
  for (const primitive of primitives) {
    const dialects = Object.keys(primitive.declarations) as DialectId[]
    if (!dialects.some((dialect) => layoutOf(dialect) === layout)) continue
    kernels.add(primitive.kernelName)
    if (primitive.sort === 'higher-order') kernels.add(primitive.callsName)
  }
  return [...kernels]
}

/** The characters of a function and of all functions that it uses. */
function sizeOf(name: string, counted: Set<string>): number {
  const text = structured.kernels[name]
  if (text === undefined || counted.has(name)) return 0
  counted.add(name)
  return text.functions.reduce((sum, used) => sum + sizeOf(used, counted), text.text.length)
}
