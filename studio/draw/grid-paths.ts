// Paths of cells in SVG: one cell is one unit wide and high.

import type { GridData } from '../../src/data/task.ts'
import type { ColorRows, PatchCell } from '../../src/language/values/value-shapes.ts'

/** The path of all cells of each colour; equal neighbours in a row are one rectangle. */
export function colorPaths({ height, width, cells }: GridData): Map<number, string> {
  const paths = new Map<number, string>()
  for (let i = 0; i < height; i++) {
    for (let from = 0; from < width;) {
      const color = cells[i * width + from]!
      let to = from + 1
      while (to < width && cells[i * width + to] === color) to++
      paths.set(color, `${paths.get(color) ?? ''}M${from} ${i}h${to - from}v1h${from - to}z`)
      from = to
    }
  }
  return paths
}

/** The path of some cells. */
export function cellsPath(cells: readonly PatchCell[]): string {
  return cells.map(({ row, column }) => `M${column} ${row}h1v1h-1z`).join('')
}

/** The lines between cells and around them. */
export function linesPath(height: number, width: number): string {
  const down = Array.from({ length: width + 1 }, (_, j) => `M${j} 0v${height}`)
  const across = Array.from({ length: height + 1 }, (_, i) => `M0 ${i}h${width}`)
  return [...down, ...across].join('')
}

/** The border of a set of cells: the edges between a cell of the set and one outside. */
export function outlinePath(cells: readonly PatchCell[]): string {
  const inside = new Set(cells.map(({ row, column }) => `${row},${column}`))
  const has = (row: number, column: number): boolean => inside.has(`${row},${column}`)
  let path = ''
  for (const { row, column } of cells) {
    if (!has(row - 1, column)) path += `M${column} ${row}h1`
    if (!has(row + 1, column)) path += `M${column} ${row + 1}h1`
    if (!has(row, column - 1)) path += `M${column} ${row}v1`
    if (!has(row, column + 1)) path += `M${column + 1} ${row}v1`
  }
  return path
}

/** Rows of colours as a grid. */
export function gridFromColors(rows: ColorRows): GridData {
  const width = rows[0]!.length
  const cells = new Uint8Array(rows.length * width)
  for (const [i, row] of rows.entries()) cells.set(row, i * width)
  return { height: rows.length, width, cells }
}

/** The smallest rectangle around cells. */
export function boxOf(cells: readonly PatchCell[]): { row: number; column: number; height: number; width: number } {
  let [top, left, bottom, right] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { row, column } of cells) {
    top = Math.min(top, row)
    left = Math.min(left, column)
    bottom = Math.max(bottom, row)
    right = Math.max(right, column)
  }
  return { row: top, column: left, height: bottom - top + 1, width: right - left + 1 }
}
