// Pictures for the terminal: cells in a frame, coloured or as digits, alone or side by side.

import { type Block, joinBlocks, linesOf, splitBands } from './blocks.ts'
import { PALETTE, type Rgb, dimColor, paint, paintCell } from './terminal-colors.ts'

/** One cell of a picture. */
export interface Cell {
  /** A colour of the palette. */
  readonly color: number
  /** Part of the background: shown without its digit. */
  readonly faint?: true
  /** Replaces the digit of the cell: one character, or the digit and a letter. */
  readonly mark?: string
}

/** Rows of cells, all of one length, with a caption above and notes below. */
export interface Picture {
  readonly caption: string
  readonly rows: readonly (readonly Cell[])[]
  readonly notes: readonly string[]
}

/** Colours, and the columns and lines that a drawing may take. */
export interface PictureOptions {
  readonly color: boolean
  readonly trueColor?: boolean
  readonly width: number
  readonly maxRows: number
  /** Draws a picture that is too wide with one column per cell, if every cell has one character. */
  readonly compact?: boolean
}

// A caption and the frame's upper and lower border.
const FRAME_LINES = 3

/** One picture, cut to the width and the lines. */
export function drawPicture(picture: Picture, options: PictureOptions): string[] {
  return linesOf(pictureBlock(picture, options))
}

/** Pictures side by side in bands, as many bands as fit the lines and at least one; `count` is the number of all pictures. */
export function drawPictures(pictures: readonly Picture[], count: number, options: PictureOptions): string[] {
  const lines: string[] = []
  let drawn = 0
  // No more pictures fit than there would be with one column each.
  const blocks = pictures.slice(0, options.width * options.maxRows).map((picture) => pictureBlock(picture, options))
  for (const band of splitBands(blocks, options.width)) {
    const joined = linesOf(joinBlocks(band))
    if (drawn > 0 && lines.length + joined.length + 1 > options.maxRows) break
    lines.push(...joined)
    drawn += band.length
  }
  if (drawn < count) lines.push(`… and ${count - drawn} more`)
  return lines
}

/** Pictures side by side, in as many bands as there must be. */
export function drawAllPictures(pictures: readonly Picture[], options: PictureOptions): string[] {
  const blocks = pictures.map((picture) => pictureBlock(picture, options))
  return splitBands(blocks, options.width).flatMap((band) => linesOf(joinBlocks(band)))
}

/** A picture as a block, cut to the width and the lines. */
export function pictureBlock({ caption, rows, notes }: Picture, options: PictureOptions): Block {
  const columnCount = rows[0]?.length ?? 0
  const usual = cellWidthOf(rows, options.color)
  const isCompact = options.compact === true && usual === 2 && columnCount * 2 + 3 > options.width
  const cellWidth = isCompact ? 1 : usual
  // Digits have a blank before each, and one more before the frame.
  const padding = options.color || isCompact ? 0 : 1
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

/** The longest text of a cell and a blank; two columns in colours. */
function cellWidthOf(rows: Picture['rows'], color: boolean): number {
  if (color) return 2
  const lengthOf = ({ color: own, mark, faint }: Cell) => (faint ? 1 : (mark ?? String(own)).length)
  return 1 + rows.reduce((most, row) => row.reduce((longest, cell) => Math.max(longest, lengthOf(cell)), most), 1)
}

const MARKED: Rgb = [210, 210, 210]
const FAINT_INK: Rgb = [70, 70, 70]

function drawCell({ color, faint, mark }: Cell, width: number, options: PictureOptions): string {
  if (!options.color) return (faint ? '·' : (mark ?? String(color))).padStart(width)
  const trueColor = options.trueColor === true
  const background = PALETTE[color] ?? MARKED
  if (faint) return paintCell(' '.repeat(width), dimColor(background), trueColor)
  // A dot, so that black cells can be counted.
  if (color === 0 && mark === undefined) return paintCell('·'.padStart(width), background, trueColor, FAINT_INK)
  // The background shows the colour that a mark of two characters begins with.
  const letter = mark === undefined || mark === NO_LETTER ? '' : mark.slice(-1)
  return paintCell(letter.padStart(width), background, trueColor)
}

/** The mark of a cell that has no colour of its own; in colours, its background suffices. */
export const NO_LETTER = '#'
/** The colour of such a cell, which is none of the palette. */
export const NO_COLOR = 16
