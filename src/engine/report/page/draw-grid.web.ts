// Draws grids on canvases.

import type { PackedGrid } from '../pack.ts'
import { CELL_COLORS, isBright } from '../palette.ts'
import { make } from './dom.web.ts'

/** The aim for the longer side of a grid (two fit side by side into a narrow window), the smallest and largest cell, and the smallest cell with a digit, in pixels. */
const SIDE = 168
const NARROW_SIDE = 154
const NARROW_WINDOW = 600
const MIN_CELL = 3
const MAX_CELL = 22
const MIN_DIGIT_CELL = 11
/** Grids with more cells are not spelt out for screen readers. */
const MAX_SPELT_CELLS = 150

/** How grids are drawn. */
export interface GridStyle {
  readonly digits: boolean
}

/** A figure of a grid with its caption. With `expected`, cells that equal it are faint and all others are framed. */
export function drawGrid(caption: string, grid: PackedGrid, { digits }: GridStyle, expected?: PackedGrid): HTMLElement {
  const { height, width, cells } = grid
  const side = globalThis.innerWidth <= NARROW_WINDOW ? NARROW_SIDE : SIDE
  const fitting = Math.floor(side / Math.max(height, width))
  const size = Math.max(digits ? MIN_DIGIT_CELL : MIN_CELL, Math.min(MAX_CELL, fitting))
  const label = `${caption}, ${height} rows, ${width} columns${digits ? spellRows(grid) : ''}`
  const canvas = make('canvas', { role: 'img', 'aria-label': label })
  const scale = globalThis.devicePixelRatio || 1
  canvas.width = Math.round((width * size + 1) * scale)
  canvas.height = Math.round((height * size + 1) * scale)
  canvas.style.width = `${width * size + 1}px`
  canvas.style.height = `${height * size + 1}px`
  const context = canvas.getContext('2d')!
  context.scale(scale, scale)
  context.fillStyle = '#5c5c5c'
  context.fillRect(0, 0, width * size + 1, height * size + 1)
  const line = size >= 5 ? 1 : 0
  context.font = `${Math.max(8, Math.round(size * 0.62))}px ui-monospace, monospace`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (let k = 0; k < cells.length; k++) {
    const x = (k % width) * size
    const y = Math.floor(k / width) * size
    const color = CELL_COLORS[cells[k]!]!
    const isSame = expected !== undefined && expected.cells[k] === cells[k]
    context.globalAlpha = isSame ? 0.22 : 1
    context.fillStyle = color
    context.fillRect(x + line, y + line, size - line, size - line)
    if (digits) {
      context.fillStyle = isBright(color) || isSame ? '#000' : '#fff'
      context.fillText(cells[k]!.toString(16), x + size / 2 + 0.5, y + size / 2 + 1)
    }
    context.globalAlpha = 1
    if (expected !== undefined && !isSame) frameCell(context, x, y, size)
  }
  return make('figure', {}, canvas, make('figcaption', {}, caption, make('span', {}, ` ${height} × ${width}`)))
}

/** A light frame in a dark one is seen on every colour. */
function frameCell(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  const inset = size >= 8 ? 1 : 0.5
  context.lineWidth = inset
  context.strokeStyle = '#000'
  context.strokeRect(x + inset / 2 + 0.5, y + inset / 2 + 0.5, size - inset, size - inset)
  context.strokeStyle = '#fff'
  context.strokeRect(x + 1.5 * inset + 0.5, y + 1.5 * inset + 0.5, size - 3 * inset, size - 3 * inset)
}

/** A place for a grid that does not exist, with the reason. */
export function describeGrid(caption: string, reason: string): HTMLElement {
  return make('figure', {}, make('p', { class: 'absent' }, reason), make('figcaption', {}, caption))
}

function spellRows({ width, cells }: PackedGrid): string {
  if (cells.length > MAX_SPELT_CELLS) return ''
  const digits = Array.from(cells, (cell) => cell.toString(16))
  const rows = []
  for (let at = 0; at < digits.length; at += width) rows.push(digits.slice(at, at + width).join(' '))
  return `: ${rows.join('; ')}`
}
