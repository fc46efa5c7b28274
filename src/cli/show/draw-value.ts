// Draws values for the terminal: grids as pictures, patches and objects in place on a faint grid, everything else as text.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import {
  type ColorRows,
  type Patch,
  type PatchCell,
  gridOf,
  patchOf,
  patchesOf,
} from '../../language/values/value-shapes.ts'
import {
  type Cell,
  NO_COLOR,
  NO_LETTER,
  type Picture,
  type PictureOptions,
  drawPicture,
  drawPictures,
} from './draw-picture.ts'
import { spellValue, wrapText } from './spell-value.ts'

/** The options of pictures, and those of patches and objects. */
export interface DrawOptions extends PictureOptions {
  /** The grid that patches and objects are drawn in place on; default: an empty one that is large enough. */
  readonly context?: Notation
  /** The layout of cells; default: a. */
  readonly layout?: CellLayout
}

const MAX_TEXT_LINES = 4
// A larger picture is not drawn; the value is spelt instead.
const MAX_SIDE = 200

/** A value as lines of at most `width` columns and about `maxRows` lines; omitted parts are counted. */
export function drawValue(value: Notation, options: DrawOptions): string[] {
  const grid = options.context === undefined ? undefined : gridOf(options.context)
  const context: Context = { grid, layout: options.layout ?? 'a' }
  const picture = pictureOf(value, context)
  if (picture !== undefined) return drawPicture(picture, options)
  const items = itemsOf(value)
  // Pictures beyond the lines are not made.
  const shown = items.slice(0, options.maxRows * 8)
  const pictures = shown.map((item) => pictureOf(item, context))
  if (pictures.length > 0 && pictures.every((one) => one !== undefined)) {
    const lines = drawPictures(pictures, items.length, options)
    return [
      `${typeof value === 'object' && value !== null && 's' in value ? 'set' : 'tuple'} of ${items.length}`,
      ...lines,
    ]
  }
  const pairs = drawPairs(shown, items.length, context, options)
  if (pairs !== undefined) return [`tuple of ${items.length}`, ...pairs]
  const lineCount = Math.max(1, Math.min(MAX_TEXT_LINES, options.maxRows))
  return wrapText(spellValue(value, options.width * lineCount - lineCount * 12), options.width).slice(
    0,
    options.maxRows,
  )
}

/** Tuples of pictures in a tuple, such as the demo pairs of a task: each in a band of its own. */
function drawPairs(
  items: readonly Notation[],
  count: number,
  context: Context,
  options: DrawOptions,
): string[] | undefined {
  const bands: string[][] = []
  let lineCount = 0
  for (const item of items) {
    if (typeof item !== 'object' || item === null || !('t' in item) || item.t.length === 0 || item.t.length > 100)
      return undefined
    const pictures = item.t.map((inner) => pictureOf(inner, context))
    if (pictures.some((picture) => picture === undefined)) return undefined
    if (lineCount > options.maxRows) continue
    bands.push(drawPictures(pictures as Picture[], pictures.length, options))
    lineCount += bands.at(-1)!.length
  }
  if (items.length === 0) return undefined
  const lines: string[] = []
  let drawn = 0
  for (const band of bands) {
    if (drawn > 0 && lines.length + band.length > options.maxRows) break
    for (const line of band) lines.push(line)
    drawn++
  }
  if (drawn < count) lines.push(`… and ${count - drawn} more`)
  return lines
}

/** The grid that patches are placed on, if any, and the layout of cells. */
interface Context {
  readonly grid: ColorRows | undefined
  readonly layout: CellLayout
}

function itemsOf(value: Notation): readonly Notation[] {
  if (typeof value !== 'object' || value === null) return []
  if ('t' in value) return value.t
  return 's' in value ? value.s : []
}

/** The picture of a grid; undefined for any other value. */
export function gridPicture(value: Notation, title = ''): Picture | undefined {
  const grid = gridOf(value)
  if (grid === undefined) return undefined
  const rows = grid.map((row) => row.map((color): Cell => ({ color })))
  return { caption: `${title}${title === '' ? '' : ', '}${grid.length} × ${grid[0]!.length}`, rows, notes: [] }
}

/** The picture of a grid, an object, indices, or a set of objects or indices; undefined for any other value. */
export function pictureOf(value: Notation, context: Context): Picture | undefined {
  const picture = gridPicture(value)
  if (picture !== undefined) return picture
  if (typeof value !== 'object' || value === null || !('s' in value) || value.s.length === 0) return undefined
  const single = patchOf(value, context.layout)
  if (single !== undefined) return placePatches([single], describePatch(single), context.grid)
  const patches = patchesOf(value, context.layout)
  if (patches === undefined) return undefined
  const cellCount = patches.reduce((sum, patch) => sum + patch.cells.length, 0)
  const noun = patches[0]!.hasColors ? 'object' : 'patch'
  const plural = patches.length === 1 ? noun : `${noun}${noun === 'patch' ? 'es' : 's'}`
  return placePatches(patches, `${patches.length} ${plural}, ${countCells(cellCount)}`, context.grid)
}

function describePatch({ hasColors, cells }: Patch): string {
  return hasColors ? `object of ${countCells(cells.length)}` : `patch of ${countCells(cells.length)}`
}

function countCells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Patches in place on the context; notes count the cells outside of it and those that others hide. */
function placePatches(patches: readonly Patch[], caption: string, context: ColorRows | undefined): Picture | undefined {
  const { height, width } =
    context === undefined ? extentOf(patches) : { height: context.length, width: context[0]!.length }
  if (height > MAX_SIDE || width > MAX_SIDE) return undefined
  const rows = Array.from({ length: height }, (_, i) =>
    Array.from({ length: width }, (_cell, j): Cell => ({ color: context?.[i]?.[j] ?? 0, faint: true })),
  )
  const outside: PatchCell[] = []
  let doubleCount = 0
  for (const [k, { cells }] of patches.entries()) {
    for (const cell of cells) {
      const row = rows[cell.row]
      if (row?.[cell.column] === undefined) outside.push(cell)
      else {
        if (row[cell.column]!.faint !== true) doubleCount++
        row[cell.column] = drawnCell(cell, k, patches.length)
      }
    }
  }
  const notes = [
    ...(outside.length > 0 ? [describeOutside(outside)] : []),
    ...(doubleCount > 0 ? [`${countCells(doubleCount)} hidden by others in the same place`] : []),
  ]
  return height === 0 || width === 0 ? undefined : { caption, rows, notes }
}

/** Each of several patches has a letter, and without colours of its own also a colour. */
function drawnCell({ color }: PatchCell, patch: number, patchCount: number): Cell {
  const letter = LETTERS[patch % LETTERS.length]!
  if (color === undefined)
    return patchCount === 1 ? { color: NO_COLOR, mark: NO_LETTER } : { color: 1 + (patch % 9), mark: letter }
  if (patchCount > 1) return { color, mark: `${color}${letter}` }
  return color === 0 ? { color, mark: '0' } : { color }
}

function extentOf(patches: readonly Patch[]): { height: number; width: number } {
  let height = 1
  let width = 1
  for (const { cells } of patches) {
    for (const { row, column } of cells) {
      height = Math.max(height, row + 1)
      width = Math.max(width, column + 1)
    }
  }
  return { height, width }
}

function describeOutside(cells: readonly PatchCell[]): string {
  const some = cells.slice(0, 3).map(({ row, column }) => `(${row}, ${column})`)
  return `${cells.length} outside: ${some.join(' ')}${cells.length > 3 ? ' …' : ''}`
}
