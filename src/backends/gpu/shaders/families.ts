// Families: ordinary kernels that share one pipeline, so that a round needs one dispatch for all of them.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { layoutOf } from '../../../language/dialects.ts'
import type { DialectId } from '../../../primitives/primitive.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import { familyLists } from './family-lists.ts'
import * as generated from './kernels.generated.ts'
import { PartReader } from './shared-ends.ts'
import { wgslEnds } from './shader.ts'
import { type TunedChoice, formOf, tunedKernels } from './tuned-kernels.ts'

/** The sizes of families: every compiler takes small ones, large ones are for the compiler of a GPU. */
type Size = 'small' | 'large'

/** Whether kernels run in families. */
export type FamilyChoice = 'none' | Size

/**
 * The most kernels of a small family; the most characters of its code, and of one of its kernels. SwiftShader compiles small families as
 * fast as their kernels one by one, but takes more than five minutes for seven kernels of 30,000 characters before inlining.
 */
const SMALL = { kernels: 32, code: 240_000, codeOfOne: 20_000 } as const

/**
 * The most characters of a large family, with all functions inlined and their ends shared (shared-ends.ts): 60 characters are about four
 * lines of PTX. nvcc takes 40 s of CPU time for a million, and grows faster than linearly from some three millions on.
 */
export const MOST_CODE = 3_000_000

const PREFIX = 'family.'
const LARGE = `${PREFIX}large.`

/** The family of tuned kernels, but for those that take most of the memory of a workgroup by themselves. */
export const GROUP_FAMILY = `${PREFIX}group`
const LARGE_GROUPS: ReadonlySet<string> = new Set(['objects'])

/** The name of a kernel's family; undefined for kernels that run alone: large ones. */
export function familyOf(kernel: string, layout: CellLayout, size: Size): string | undefined {
  return families(layout, size).byKernel.get(kernel)
}

/** The kernels of a family in a cell layout. */
export function kernelsOfFamily(family: string, layout: CellLayout): readonly string[] {
  if (family === GROUP_FAMILY) return kernelsOf(layout).filter(isInGroupFamily)
  return families(layout, family.startsWith(LARGE) ? 'large' : 'small').members.get(family) ?? []
}

/** Whether the kernels of a family share their ends. */
export function sharesEnds(family: string): boolean {
  return family.startsWith(LARGE)
}

/** Whether the tuned form of a kernel is in the family of tuned kernels. */
export function isInGroupFamily(kernel: string): boolean {
  return tunedKernels.has(kernel) && !LARGE_GROUPS.has(kernel)
}

/**
 * The names of the programs that make the calls of a kernel, one after the other: its tuned form, if it is used, and the ordinary one. A
 * program is a family, or a form of the kernel alone.
 */
export function programsOf(kernel: string, layout: CellLayout, tuned: TunedChoice, families: FamilyChoice): string[] {
  const ordinary = families === 'none' ? kernel : (familyOf(kernel, layout, families) ?? kernel)
  const form = formOf(kernel, tuned)
  if (form === kernel) return [ordinary]
  const isShared = families !== 'none' && tuned === 'all' && isInGroupFamily(kernel)
  return [isShared ? GROUP_FAMILY : form, ordinary]
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

/** The families of a layout. */
function families(layout: CellLayout, size: Size): Families {
  const key = `${layout} ${size}`
  let found = known.get(key)
  if (found === undefined) {
    const kernels = kernelsOf(layout)
    found =
      size === 'small'
        ? packSmall(kernels.map((kernel) => ({ kernel, size: sizeOf(kernel, new Set()) })))
        : packListed(kernels, familyLists, MOST_CODE, LARGE, parts)
    known.set(key, found)
  }
  return found
}

const parts = new PartReader(generated, wgslEnds)

/** Puts kernels, smallest first, into small families: a pipeline has as many registers as its largest kernel needs. */
export function packSmall(kernels: readonly { readonly kernel: string; readonly size: number }[]): Families {
  const ordered = kernels
    .filter((own) => own.size <= SMALL.codeOfOne)
    .toSorted((a, b) => a.size - b.size || (a.kernel < b.kernel ? -1 : 1))
  const groups: string[][] = []
  let code: number = SMALL.code
  for (const { kernel, size } of ordered) {
    if (groups.at(-1)?.length === SMALL.kernels || code + size > SMALL.code) {
      groups.push([])
      code = 0
    }
    groups.at(-1)!.push(kernel)
    code += size
  }
  return nameFamilies(groups, PREFIX)
}

/** What is known of the parts of kernels. */
export interface Parts {
  partOf(name: string): { readonly ends: readonly string[] }
  sizeOf(name: string): number
}

/**
 * Puts kernels into families: those of each list together, then all others, smallest first. A list with too much code becomes several
 * families. A kernel that alone has too much code is a family.
 */
export function packListed(
  kernels: readonly string[],
  lists: readonly (readonly string[])[],
  mostCode: number,
  prefix: string,
  own: Parts,
): Families {
  const missing = new Set(kernels)
  const listed = lists.map((list) => list.filter((kernel) => missing.delete(kernel)))
  const others = [...missing].toSorted((a, b) => own.sizeOf(a) - own.sizeOf(b) || (a < b ? -1 : 1))
  const groups: string[][] = []
  for (const list of [...listed, others]) {
    let code = Infinity
    let pasted = new Set<string>()
    for (const kernel of list) {
      let more = addParts(kernel, pasted, own)
      if (code + more > mostCode) {
        groups.push([])
        code = 0
        pasted = new Set()
        more = addParts(kernel, pasted, own)
      }
      groups.at(-1)!.push(kernel)
      code += more
    }
  }
  return nameFamilies(groups, prefix)
}

/** Adds a kernel and its ends to the parts of a family; returns the characters of those that are new. */
function addParts(name: string, pasted: Set<string>, own: Parts): number {
  if (pasted.has(name)) return 0
  pasted.add(name)
  return own.partOf(name).ends.reduce((sum, end) => sum + addParts(end, pasted, own), own.sizeOf(name))
}

function nameFamilies(groups: readonly (readonly string[])[], prefix: string): Families {
  const members = new Map(groups.map((group, k) => [`${prefix}${k + 1}`, group]))
  const byKernel = new Map([...members].flatMap(([family, own]) => own.map((kernel) => [kernel, family] as const)))
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
  const text = generated.kernels[name]
  if (text === undefined || counted.has(name)) return 0
  counted.add(name)
  return text.functions.reduce((sum, used) => sum + sizeOf(used, counted), text.text.length)
}
