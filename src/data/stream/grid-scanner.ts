// Reads grids from the bytes of JSON, without the lists that a JSON parser makes: most of the time of verifying goes into them otherwise.

import { newCells } from '../cell-store.ts'
import { type GridData, MAX_COLOR, MAX_SIDE } from '../task.ts'

const COMMA = 44
const ZERO = 48
const OPEN = 91
const CLOSE = 93

/** In place of a position: the value may be valid, but is not of the plain form, or ends behind the bytes. */
export const UNUSUAL = -1

/** Scans grids of one array of bytes after the other. */
export class GridScanner {
  /** The grid that was scanned last. */
  grid: GridData | undefined
  readonly #cells = new Uint8Array(MAX_SIDE * MAX_SIDE + 1)

  /**
   * Scans the grid that begins at `start`, and returns the position behind it. Only rows of colours in plain digits are taken; whatever else
   * may be a grid, or none, is UNUSUAL and left to a JSON parser. A byte outside of the array ends the scan, as any other unusual byte.
   */
  scan(bytes: Uint8Array, start: number): number {
    const cells = this.#cells
    let at = start
    if (bytes[at++] !== OPEN) return UNUSUAL
    let count = 0
    let width = 0
    let height = 0
    for (;;) {
      at = skipSpace(bytes, at)
      if (bytes[at++] !== OPEN) return UNUSUAL
      const rowStart = count
      for (;;) {
        let digit = bytes[at]! - ZERO
        if (!(digit >= 0 && digit <= 9)) {
          at = skipSpace(bytes, at)
          digit = bytes[at]! - ZERO
          if (!(digit >= 0 && digit <= 9)) return UNUSUAL
        }
        let next = bytes[++at]!
        if (next >= ZERO && next <= ZERO + 9) {
          // Two digits; a number that begins with 0 is no JSON.
          digit = 10 * digit + next - ZERO
          if (digit < 10 || digit > MAX_COLOR) return UNUSUAL
          next = bytes[++at]!
        }
        if (count > MAX_SIDE * MAX_SIDE) return UNUSUAL
        cells[count++] = digit
        if (next !== COMMA && next !== CLOSE) {
          at = skipSpace(bytes, at)
          next = bytes[at]!
        }
        at++
        if (next === COMMA) continue
        if (next !== CLOSE) return UNUSUAL
        break
      }
      if (height === 0) width = count
      else if (count - rowStart !== width) return UNUSUAL
      height++
      at = skipSpace(bytes, at)
      const next = bytes[at++]
      if (next === COMMA) continue
      if (next !== CLOSE) return UNUSUAL
      break
    }
    if (height > MAX_SIDE || width > MAX_SIDE) return UNUSUAL
    const kept = newCells(count)
    kept.set(cells.subarray(0, count))
    this.grid = { height, width, cells: kept }
    return at
  }
}

/** The position of the first byte from `at` on that is no white space of JSON. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at
  for (;;) {
    const byte = bytes[next]
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return next
    next++
  }
}
