// Families: ordinary kernels that share one pipeline, so that a round needs one dispatch for all of them.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { layoutOf } from '../../../language/dialects.ts'
import type { DialectId } from '../../../primitives/primitive.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import * as structured from './kernels.generated.ts'
import { tunedKernels } from './tuned/index.ts'

/** Whether kernels run in families. */
export type FamilyChoice = 'none' | 'all'

/**
 * The families, with the most characters of code that a kernel and its functions may have. A pipeline has as many registers as
 * its largest kernel needs, so small kernels keep to themselves; kernels that are larger than all of these run alone.
 */
const FAMILIES = [
  ['small', 20_000],
  ['large', 60_000],
] as const

const PREFIX = 'family.'

/** The name of a kernel's family; undefined for kernels that run alone. Kernels with a tuned form do. */
export function familyOf(kernel: string): string | undefined {
  let family = known.get(kernel)
  if (family === undefined) known.set(kernel, (family = findFamily(kernel)))
  return family === '' ? undefined : family
}

/** The kernels of a family in a cell layout. */
export function kernelsOfFamily(family: string, layout: CellLayout): string[] {
  const kernels = new Set<string>()
  for (const primitive of primitives) {
    const dialects = Object.keys(primitive.declarations) as DialectId[]
    if (!dialects.some((dialect) => layoutOf(dialect) === layout)) continue
    kernels.add(primitive.kernelName)
    if (primitive.sort === 'higher-order') kernels.add(primitive.callsName)
  }
  return [...kernels].filter((kernel) => familyOf(kernel) === family)
}

/** Whether a name is that of a family. */
export function isFamily(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** By kernel the name of its family; empty for none. */
const known = new Map<string, string>()

function findFamily(kernel: string): string {
  if (tunedKernels.has(kernel)) return ''
  const size = sizeOf(kernel, new Set())
  const family = FAMILIES.find(([, most]) => size <= most)
  return family === undefined ? '' : PREFIX + family[0]
}

/** The characters of a function and of all functions that it uses. */
function sizeOf(name: string, counted: Set<string>): number {
  const text = structured.kernels[name]
  if (text === undefined || counted.has(name)) return 0
  counted.add(name)
  return text.functions.reduce((sum, used) => sum + sizeOf(used, counted), text.text.length)
}
