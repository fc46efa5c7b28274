// Colours of the terminal: whether to use them, words painted in them, and cells in the palette that ARC grids have.

import { WriteStream } from 'node:tty'

/** How text can be painted. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan'

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
}

/** How many bits of colour a stream shows: 1 is none. NO_COLOR turns colours off, FORCE_COLOR on. */
export function colorDepthOf(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): number {
  const { NO_COLOR, ...others } = env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return 1
  if (stream.isTTY !== true && others.FORCE_COLOR === undefined) return 1
  return WriteStream.prototype.getColorDepth(others)
}

/** Whether to write colours to a stream. */
export function usesColor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): boolean {
  return colorDepthOf(stream, env) > 1
}

let isStdoutColored: boolean | undefined

/** The text in a style, for stdout unless said otherwise; as it is where colours are off. */
export function paint(style: Style, text: string, color = (isStdoutColored ??= usesColor(process.stdout))): string {
  const [on, off] = CODES[style]
  return color && text !== '' ? `\u001B[${on}m${text}\u001B[${off}m` : text
}

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** The usual colours of grids from 0 to 9, and six more. */
export const PALETTE: readonly Rgb[] = [
  [0, 0, 0],
  [30, 147, 255],
  [249, 60, 49],
  [79, 204, 48],
  [255, 220, 0],
  [153, 153, 153],
  [229, 58, 163],
  [255, 133, 27],
  [135, 216, 241],
  [146, 18, 49],
  [98, 84, 214],
  [0, 160, 138],
  [200, 232, 107],
  [247, 185, 207],
  [139, 90, 43],
  [255, 255, 255],
]

/** The text on a background, in black or white, whichever is read better; `trueColor` where the terminal has it. */
export function paintCell(text: string, background: Rgb, trueColor: boolean, foreground?: Rgb): string {
  const ink = foreground ?? (brightnessOf(background) > 140 ? [0, 0, 0] : [255, 255, 255])
  return `\u001B[48;${spellColor(background, trueColor)};38;${spellColor(ink, trueColor)}m${text}\u001B[0m`
}

/** A colour with most of its light taken away. */
export function dimColor([red, green, blue]: Rgb): Rgb {
  const dim = (part: number): number => Math.round(18 + part * 0.22)
  return [dim(red), dim(green), dim(blue)]
}

function brightnessOf([red, green, blue]: Rgb): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

function spellColor(color: Rgb, trueColor: boolean): string {
  return trueColor ? `2;${color.join(';')}` : `5;${nearestOf256(color)}`
}

const CUBE = [0, 95, 135, 175, 215, 255]

/** The number of the most similar of the 256 colours: a cube of 6 × 6 × 6 from 16 on, then 24 greys. */
function nearestOf256(color: Rgb): number {
  const steps = color.map((part) => nearestIndex(CUBE, part)) as [number, number, number]
  const inCube = steps.map((step) => CUBE[step]!) as [number, number, number]
  const mean = (color[0] + color[1] + color[2]) / 3
  const grey = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)))
  const level = 8 + grey * 10
  if (distanceOf(color, [level, level, level]) < distanceOf(color, inCube)) return 232 + grey
  return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
}

function nearestIndex(levels: readonly number[], value: number): number {
  let best = 0
  for (const [k, level] of levels.entries()) if (Math.abs(level - value) < Math.abs(levels[best]! - value)) best = k
  return best
}

function distanceOf(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2
}
