// Reads grids of task files: lists of equally long rows of colours.

import { newCells } from './cell-store.ts'
import type { JsonPath } from '../language/json/json-places.ts'
import { TaskProblem, nameOf } from './task-problem.ts'
import { type GridData, MAX_COLOR, MAX_SIDE } from './task.ts'

const SIDES = `A grid has 1 to ${MAX_SIDE} rows and columns.`
const FORM = 'A grid is a list of rows, a row a list of colours.'

/** The grid in a JSON value; throws a TaskProblem with its path if there is none. */
export function readGrid(value: unknown, path: JsonPath): GridData {
  if (!Array.isArray(value)) throw problem(path, `is ${nameOf(value)}, not a grid`, FORM)
  const rows: readonly unknown[] = value
  const height = rows.length
  if (height === 0 || height > MAX_SIDE) throw problem(path, `has ${height === 0 ? 'no' : height} rows`, SIDES)
  const width = readRow(rows, 0, path).length
  if (width === 0 || width > MAX_SIDE) {
    throw problem([...path, 0], `has ${width === 0 ? 'no' : width} cells`, SIDES)
  }
  const cells = newCells(height * width)
  for (let y = 0; y < height; y++) {
    const row = readRow(rows, y, path)
    if (row.length !== width) {
      const says = `is ${row.length} long where the first row is ${width} long`
      throw problem([...path, y], says, 'All rows of a grid are equally long.')
    }
    for (let x = 0; x < width; x++) {
      const cell = row[x]
      if (!isColor(cell)) {
        const advice = `A colour is an integer from 0 to ${MAX_COLOR}.`
        throw problem([...path, y, x], `is ${nameOf(cell)}, not a colour`, advice)
      }
      cells[y * width + x] = cell
    }
  }
  return { height, width, cells }
}

/** Whether two grids have the same sides and cells. */
export function isSameGrid(a: GridData, b: GridData): boolean {
  return a.height === b.height && a.width === b.width && a.cells.every((cell, k) => cell === b.cells[k])
}

function readRow(rows: readonly unknown[], y: number, path: JsonPath): readonly unknown[] {
  const row = rows[y]
  if (!Array.isArray(row)) throw problem([...path, y], `is ${nameOf(row)}, not a row`, FORM)
  return row
}

function isColor(cell: unknown): cell is number {
  return typeof cell === 'number' && cell >= 0 && cell <= MAX_COLOR && Number.isInteger(cell)
}

function problem(path: JsonPath, says: string, advice: string): TaskProblem {
  return new TaskProblem('task-grid', path, says, advice)
}
