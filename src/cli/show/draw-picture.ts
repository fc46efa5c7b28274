// Pictures for the terminal: cells in a frame, coloured or as digits, alone or side by side.

import { PALETTE, type Rgb, dimColor, paint, paintCell } from './terminal-colors.ts'

/** One cell of a picture. */
export interface Cell {
  /** A colour of the palette. */
  readonly color: number
  /** Part of the background: shown without its digit. */
  readonly faint?: true
  /** What stands for the cell in place of its digit. */
  readonly mark?: string
}

/** Rows of cells, all of one length, and what is to be said of them. */
export interface Picture {
  readonly caption: string
  readonly rows: readonly (readonly Cell[])[]
  readonly notes: readonly string[]
}

/** How pictures are drawn, and the room that they have: columns of the terminal, and lines. */
export interface PictureOptions {
  readonly color: boolean
  readonly trueColor?: boolean
  readonly width: number
  readonly maxRows: number
}

/** Lines that take up the same width on the terminal, which escape codes do not count to. */
interface Block {
  readonly lines: readonly string[]
  readonly width: number
}

const GAP = 2
// A caption and the frame's upper and lower border.
const FRAME_LINES = 3

/** One picture, cut to the room there is. */
export function drawPicture(picture: Picture, options: PictureOptions): string[] {
  return blockOf(picture, options).lines.map((line) => line.trimEnd())
}

/** Pictures side by side, in as many bands as needed and as there is room for; `count` is how many there are in all. */
export function drawPictures(pictures: readonly Picture[], count: number, options: PictureOptions): string[] {
  const lines: string[] = []
  let band: Block[] = []
  let bandWidth = 0
  let drawn = 0
  const finishBand = (): boolean => {
    const joined = joinBlocks(band)
    const isFirst = lines.length === 0
    if (!isFirst && lines.length + joined.length + 1 > options.maxRows) return false
    for (const line of joined) lines.push(line)
    drawn += band.length
    band = []
    bandWidth = 0
    return true
  }
  for (const picture of pictures) {
    const block = blockOf(picture, options)
    if (band.length > 0 && bandWidth + GAP + block.width > options.width && !finishBand()) break
    bandWidth += block.width + (band.length > 0 ? GAP : 0)
    band.push(block)
    // What is beyond the room is not even laid out.
    if (lines.length > options.maxRows) break
  }
  if (band.length > 0) finishBand()
  if (drawn < count) lines.push(`… and ${count - drawn} more`)
  return lines
}

function joinBlocks(blocks: readonly Block[]): string[] {
  const height = blocks.reduce((most, { lines }) => Math.max(most, lines.length), 0)
  return Array.from({ length: height }, (_, k) =>
    blocks
      .map(({ lines, width }) => lines[k] ?? ' '.repeat(width))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

function blockOf({ caption, rows, notes }: Picture, options: PictureOptions): Block {
  const columnCount = rows[0]?.length ?? 0
  const cellWidth = cellWidthOf(rows, options.color)
  // Digits have a blank before each, and one more before the frame.
  const padding = options.color ? 0 : 1
  const shownColumns = Math.max(1, Math.min(columnCount, Math.floor((options.width - 2 - padding) / cellWidth)))
  const shownRows = Math.max(1, Math.min(rows.length, options.maxRows - FRAME_LINES - notes.length - 1))
  const inner = shownColumns * cellWidth + padding
  const frame = (text: string): string => paint('dim', text, options.color)
  const body = rows.slice(0, shownRows).map((row) => {
    const cells = row.slice(0, shownColumns).map((cell) => drawCell(cell, cellWidth, options))
    return frame('│') + cells.join('') + ' '.repeat(padding) + frame('│')
  })
  const below = [...notes]
  const missing = [
    ...(shownRows < rows.length ? [`${rows.length - shownRows} more rows`] : []),
    ...(shownColumns < columnCount ? [`${columnCount - shownColumns} more columns`] : []),
  ]
  if (missing.length > 0) below.push(`… ${missing.join(' and ')}`)
  const texts = [caption, ...below].map((text) => cutText(text, options.width))
  const width = Math.max(inner + 2, ...texts.map((text) => text.length))
  const fill = ' '.repeat(width - inner - 2)
  const [head, ...tail] = texts.map((text) => frame(text) + ' '.repeat(width - text.length))
  const framed = [frame(`┌${'─'.repeat(inner)}┐`), ...body, frame(`└${'─'.repeat(inner)}┘`)]
  return { lines: [head!, ...framed.map((line) => line + fill), ...tail], width }
}

function cutText(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`
}

function cellWidthOf(rows: Picture['rows'], color: boolean): number {
  return !color && rows.some((row) => row.some((cell) => cell.color > 9 && cell.mark === undefined)) ? 3 : 2
}

const MARKED: Rgb = [210, 210, 210]
const FAINT_INK: Rgb = [70, 70, 70]

function drawCell({ color, faint, mark }: Cell, width: number, options: PictureOptions): string {
  if (!options.color) return (faint ? '·' : (mark ?? String(color))).padStart(width)
  const trueColor = options.trueColor === true
  const background = PALETTE[color] ?? MARKED
  if (faint) return paintCell('  ', dimColor(background), trueColor)
  // A dot, so that black cells can be counted.
  if (color === 0 && mark === undefined) return paintCell(' ·', background, trueColor, FAINT_INK)
  return paintCell((mark === undefined || mark === NO_LETTER ? '' : mark).padStart(2), background, trueColor)
}

/** The mark of a cell that has no colour of its own; in colours, its background says enough. */
export const NO_LETTER = '#'
/** The colour of such a cell, which is none of the palette. */
export const NO_COLOR = 16
