// Pictures as inline SVG: a path per colour, digits in the cells, marks of objects beside the digits.

import { CELL_COLORS, isBright } from '../../engine/report/palette.ts'
import { type Cell, NO_COLOR, type Picture } from '../show/draw-picture.ts'

const SIDE = 20

/** The picture as an SVG element. The classes `c0` to `c9`, `index`, `lines`, `dark` and `light` are those of the page's style. */
export function drawSvg({ caption, rows }: Picture): string {
  const columnCount = rows[0]!.length
  const [width, height] = [columnCount * SIDE, rows.length * SIDE]
  const paths = new Map<string, string>()
  const texts = new Map<string, string>()
  for (const [i, row] of rows.entries()) {
    for (const [j, cell] of row.entries()) {
      if (cell.faint) continue
      append(paths, fillClass(cell), `M${j * SIDE} ${i * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`)
      const [x, y] = [j * SIDE + SIDE / 2, i * SIDE + SIDE / 2]
      append(texts, inkClass(cell), `<text x="${x}" y="${y}">${labelOf(cell)}</text>`)
    }
  }
  const fills = [...paths].map(([name, path]) => `<path class="${name}" d="${path}"/>`)
  const labels = [...texts].map(([name, text]) => `<g class="${name}">${text}</g>`)
  const lines = `<path class="lines" d="${gridLines(width, height)}"/>`
  // The lines at the border are half outside of the cells.
  const box = `-0.5 -0.5 ${width + 1} ${height + 1}`
  const size = `width="${width + 1}" height="${height + 1}"`
  const label = `${caption}: ${rows.map((row) => row.map(describeCell).join(' ')).join(' / ')}`
  return `<svg viewBox="${box}" ${size} role="img" aria-label="${label}">${fills.join('')}${lines}${labels.join('')}</svg>`
}

function append(texts: Map<string, string>, key: string, text: string): void {
  texts.set(key, (texts.get(key) ?? '') + text)
}

/** Cells without a colour of their own are indices; several sets of indices are told apart by letters. */
function isIndex({ color, mark }: Cell): boolean {
  return color === NO_COLOR || (mark !== undefined && !/^\d/.test(mark))
}

function fillClass(cell: Cell): string {
  return isIndex(cell) ? 'index' : `c${cell.color}`
}

function inkClass(cell: Cell): string {
  return isIndex(cell) || isBright(CELL_COLORS[cell.color]!) ? 'dark' : 'light'
}

function labelOf(cell: Cell): string {
  if (cell.color === NO_COLOR) return ''
  return cell.mark ?? String(cell.color)
}

function describeCell(cell: Cell): string {
  if (cell.faint) return '.'
  return cell.color === NO_COLOR ? 'x' : labelOf(cell)
}

function gridLines(width: number, height: number): string {
  const down = Array.from({ length: width / SIDE + 1 }, (_, j) => `M${j * SIDE} 0v${height}`)
  const across = Array.from({ length: height / SIDE + 1 }, (_, i) => `M0 ${i * SIDE}h${width}`)
  return [...down, ...across].join('')
}
