// Grids between data and the notation of values.

import { type GridData, MAX_COLOR } from './task.ts'
import { NotationError, type Notation } from '../language/values/value-notation.ts'

/** A grid that is written in the notation, in its short form or as a tuple of tuples. */
export function gridFromNotation(value: Notation, path = ''): GridData {
  const rows = rowsOf(value)
  const width = rows?.[0]?.length ?? 0
  if (rows === undefined || width === 0 || rows.some((row) => row.length !== width || !row.every(isColor)))
    throw new NotationError('is not a grid of colours', path)
  return { height: rows.length, width, cells: Uint8Array.from(rows.flat()) }
}

/** A grid in the notation: the short form where its colours have one digit. */
export function gridToNotation({ height, width, cells }: GridData): Notation {
  const rows = Array.from({ length: height }, (_, i) => [...cells.subarray(i * width, (i + 1) * width)])
  return cells.every((cell) => cell <= 9)
    ? { g: rows.map((row) => row.join('')) }
    : { t: rows.map((row) => ({ t: row })) }
}

/** The rows of a value that is a grid, of integers of any size; undefined for any other value. */
export function rowsOfGrid(value: Notation): number[][] | undefined {
  const rows = rowsOf(value)
  const width = rows?.[0]?.length ?? 0
  const isGrid = width > 0 && rows!.every((row) => row.length === width && row.every((cell) => Number.isInteger(cell)))
  return isGrid ? rows : undefined
}

function rowsOf(value: Notation): number[][] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('g' in value && Array.isArray(value.g)) return value.g.map((row) => Array.from(row, Number))
  if (!('t' in value) || !Array.isArray(value.t)) return undefined
  return value.t.map((row) => (typeof row === 'object' && row !== null && 't' in row ? (row.t as number[]) : []))
}

function isColor(cell: number): boolean {
  return Number.isInteger(cell) && cell >= 0 && cell <= MAX_COLOR
}
