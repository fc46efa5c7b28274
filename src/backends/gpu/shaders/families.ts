// Families: ordinary kernels that share one pipeline, so that a round needs one dispatch for all of them.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { layoutOf } from '../../../language/dialects.ts'
import type { DialectId } from '../../../primitives/primitive.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import * as structured from './kernels.generated.ts'
import { tunedKernels } from './tuned-kernels.ts'

/** Whether kernels run in families: `small` ones, which every compiler takes, or `medium` or `large` ones for the compiler of a GPU. */
export type FamilyChoice = 'none' | 'small' | 'medium' | 'large'

/**
 * The most kernels of a family; the most characters of its code, and of one of its kernels. Compilers inline all of it: SwiftShader
 * compiles small families as fast as their kernels one by one, but takes more than five minutes for seven kernels of 30,000 characters
 * before inlining, and ends with an error for a hundred kernels. The others are measured with all functions inlined: nvcc takes about 12 s
 * for a million characters, and a driver must be done before the watchdog ends the run. Inlined, the longest of the small families have 1.6 million
 * characters, so medium ones take a driver little longer; only the ten longest kernels are in none of them.
 */
const LIMITS = {
  small: { kernels: 32, code: 240_000, codeOfOne: 20_000 },
  medium: { kernels: Infinity, code: 2_000_000, codeOfOne: 540_000 },
  large: { kernels: Infinity, code: 4_000_000, codeOfOne: 4_000_000 },
} as const

const PREFIX = 'family.'

/** The family of tuned kernels, but for those that take most of the memory of a workgroup by themselves. */
export const GROUP_FAMILY = `${PREFIX}group`
const LARGE_GROUPS: ReadonlySet<string> = new Set(['objects'])

type Size = keyof typeof LIMITS

/** The name of a kernel's family; undefined for kernels that run alone: large ones. */
export function familyOf(kernel: string, layout: CellLayout, size: Size): string | undefined {
  return families(layout, size).byKernel.get(kernel)
}

/** The kernels of a family in a cell layout. */
export function kernelsOfFamily(family: string, layout: CellLayout): readonly string[] {
  if (family === GROUP_FAMILY) return kernelsOf(layout).filter(isInGroupFamily)
  const size = (['medium', 'large'] as const).find((own) => family.startsWith(`${PREFIX}${own}.`)) ?? 'small'
  return families(layout, size).members.get(family) ?? []
}

/** Whether the tuned form of a kernel is in the family of tuned kernels. */
export function isInGroupFamily(kernel: string): boolean {
  return tunedKernels.has(kernel) && !LARGE_GROUPS.has(kernel)
}

/** Whether a name is that of a family. */
export function isFamily(name: string): boolean {
  return name.startsWith(PREFIX)
}

interface Families {
  readonly byKernel: ReadonlyMap<string, string>
  readonly members: ReadonlyMap<string, readonly string[]>
}

const known = new Map<string, Families>()

/** A pipeline has as many registers as its largest kernel needs, so kernels of about the same size are a family. */
function families(layout: CellLayout, size: Size): Families {
  const key = `${layout} ${size}`
  let found = known.get(key)
  if (found === undefined) {
    const inlined = new Map<string, number>()
    const measured = kernelsOf(layout).map((kernel) => ({
      kernel,
      size: size === 'small' ? sizeOf(kernel, new Set()) : inlinedSize(kernel, inlined),
    }))
    known.set(key, (found = packFamilies(measured, size)))
  }
  return found
}

/** Puts kernels, smallest first, into families. */
export function packFamilies(
  kernels: readonly { readonly kernel: string; readonly size: number }[],
  size: Size,
): Families {
  const limits = LIMITS[size]
  const byKernel = new Map<string, string>()
  const members = new Map<string, string[]>()
  const ordered = kernels
    .filter((own) => own.size <= limits.codeOfOne)
    .toSorted((a, b) => a.size - b.size || (a.kernel < b.kernel ? -1 : 1))
  let own: string[] = []
  let code: number = limits.code
  for (const { kernel, size: more } of ordered) {
    if (own.length === limits.kernels || code + more > limits.code) {
      own = []
      code = 0
      members.set(`${PREFIX}${size === 'small' ? '' : `${size}.`}${members.size + 1}`, own)
    }
    own.push(kernel)
    code += more
    byKernel.set(kernel, [...members.keys()].at(-1)!)
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

/** The characters of a function with every function that it calls pasted in. */
function inlinedSize(name: string, sizes: Map<string, number>): number {
  const text = structured.kernels[name]
  if (text === undefined) return 0
  let size = sizes.get(name)
  if (size === undefined) {
    size = text.text.length
    for (const used of text.functions) {
      const calls = text.text.split(`${structured.kernels[used]?.printedName ?? used}(`).length - 1
      size += calls * inlinedSize(used, sizes)
    }
    sizes.set(name, size)
  }
  return size
}
