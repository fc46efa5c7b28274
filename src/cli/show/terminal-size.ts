// The options of pictures that follow from the terminal.

import type { PictureOptions } from './draw-picture.ts'
import { colorDepthOf, usesColor } from './terminal-colors.ts'
import { terminalWidth } from './terminal-width.ts'

/** Colours and width of stdout; `width` replaces the terminal's. */
export function terminalOptions(maxRows: number, width = terminalWidth()): PictureOptions {
  const { stdout } = process
  return { color: usesColor(stdout), trueColor: colorDepthOf(stdout) === 24, width, maxRows }
}
