// Recognises the values that have a picture: grids, objects and indices.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Notation } from './value-notation.ts'

/** Rows of colours of the palette, all of one length. */
export type ColorRows = readonly (readonly number[])[]

/** A cell of an object; without a colour, an index. */
export interface PatchCell {
  readonly row: number
  readonly column: number
  readonly color?: number
}

/** An object, whose cells have colours, or indices, which have none. */
export interface Patch {
  readonly hasColors: boolean
  readonly cells: readonly PatchCell[]
}

const MAX_COLOR = 15

/** The grid that a value is, if its rows are equally long and hold nothing but colours. */
export function gridOf(value: Notation): ColorRows | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('g' in value) return value.g.map((row) => Array.from(row, Number))
  if (!('t' in value) || value.t.length === 0) return undefined
  const rows: number[][] = []
  for (const row of value.t) {
    if (typeof row !== 'object' || row === null || !('t' in row) || row.t.length === 0) return undefined
    if (row.t.length !== (rows[0]?.length ?? row.t.length) || !row.t.every(isColor)) return undefined
    rows.push(row.t)
  }
  return rows
}

/** The object or the indices that a set is; undefined for an empty set, too. */
export function patchOf(value: Notation, layout: CellLayout): Patch | undefined {
  if (typeof value !== 'object' || value === null || !('s' in value) || value.s.length === 0) return undefined
  const cells: PatchCell[] = []
  let coloredCount = 0
  for (const item of value.s) {
    const place = placeOf(item)
    const cell = place ?? cellOf(item, layout)
    if (cell === undefined) return undefined
    if (place === undefined) coloredCount++
    cells.push(cell)
  }
  if (coloredCount !== 0 && coloredCount !== cells.length) return undefined
  return { hasColors: coloredCount > 0, cells }
}

/** The objects, or the sets of indices, that the elements of a set are. */
export function patchesOf(value: Notation, layout: CellLayout): readonly Patch[] | undefined {
  if (typeof value !== 'object' || value === null || !('s' in value) || value.s.length === 0) return undefined
  const patches: Patch[] = []
  for (const item of value.s) {
    const patch = patchOf(item, layout)
    if (patch === undefined || patch.hasColors !== (patches[0] ?? patch).hasColors) return undefined
    patches.push(patch)
  }
  return patches
}

/** The cell that a tuple is: (colour, (row, column)), in layout t (row, column, colour). */
export function cellOf(value: Notation, layout: CellLayout): PatchCell | undefined {
  const [first, second, third] = tupleOf(value, layout === 't' ? 3 : 2)
  const [color, place] = layout === 't' ? [third, placeOf({ t: [first!, second!] })] : [first, placeOf(second)]
  return place !== undefined && color !== undefined && isColor(color) ? { ...place, color } : undefined
}

/** The row and the column that a tuple of two numbers is. */
export function placeOf(value: Notation | undefined): PatchCell | undefined {
  const [row, column] = tupleOf(value, 2)
  return typeof row === 'number' && typeof column === 'number' ? { row, column } : undefined
}

function tupleOf(value: Notation | undefined, length: number): readonly Notation[] {
  return typeof value === 'object' && value !== null && 't' in value && value.t.length === length ? value.t : []
}

function isColor(value: Notation): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_COLOR
}
