// Reads grids from the bytes of JSON, without the lists that a JSON parser makes: most of the time of verifying goes into them otherwise.

import { type GridData, MAX_COLOR, MAX_SIDE } from '../task.ts'

const SPACE = 32
const COMMA = 44
const ZERO = 48
const OPEN = 91
const CLOSE = 93

/** In place of a position: the value may be valid, but is not of the plain form, or ends behind the bytes. */
export const UNUSUAL = -1

/** The cells of many grids are in one piece of memory, which is freed with the last of them. */
const PIECE_BYTES = 1 << 18
/** More cells than are written before the size of a row is checked, but for rows that are much too long: those may leave the piece. */
const ROOM = MAX_SIDE * (MAX_SIDE + 1)

/** Scans grids of one array of bytes after the other. */
export class GridScanner {
  /** The grid that was scanned last. */
  grid: GridData | undefined
  #piece = new Uint8Array(PIECE_BYTES)
  #used = 0

  /**
   * Scans the grid that begins at `start`, and returns the position behind it. Only rows of colours in plain digits are taken; whatever else
   * may be a grid, or none, is UNUSUAL and left to a JSON parser. The bytes end with a 0, at which every scan stops: reading behind an
   * array would be many times slower.
   */
  scan(bytes: Uint8Array, start: number): number {
    if (this.#used + ROOM > PIECE_BYTES) {
      this.#piece = new Uint8Array(PIECE_BYTES)
      this.#used = 0
    }
    const cells = this.#piece
    const first = this.#used
    let at = start
    if (bytes[at++] !== OPEN) return UNUSUAL
    let end = first
    let width = 0
    let height = 0
    for (;;) {
      if (bytes[at] !== OPEN) at = skipSpace(bytes, at)
      if (bytes[at++] !== OPEN) return UNUSUAL
      const rowStart = end
      for (;;) {
        let byte = bytes[at]!
        // Written out, and in this order: these lines run once for each cell.
        if (byte === SPACE) byte = bytes[++at]!
        if (byte < ZERO || byte > ZERO + 9) {
          at = skipSpace(bytes, at)
          byte = bytes[at]!
          if (byte < ZERO || byte > ZERO + 9) return UNUSUAL
        }
        let color = byte - ZERO
        byte = bytes[++at]!
        if (byte === COMMA) {
          cells[end++] = color
          at++
          continue
        }
        if (byte >= ZERO && byte <= ZERO + 9) {
          // A number that begins with 0 is no JSON.
          color = 10 * color + byte - ZERO
          if (color < 10 || color > MAX_COLOR) return UNUSUAL
          byte = bytes[++at]!
        }
        cells[end++] = color
        if (byte !== COMMA && byte !== CLOSE) {
          at = skipSpace(bytes, at)
          byte = bytes[at]!
        }
        at++
        if (byte === COMMA) continue
        if (byte === CLOSE) break
        return UNUSUAL
      }
      const rowWidth = end - rowStart
      if (height === 0) width = rowWidth
      if (rowWidth !== width || width > MAX_SIDE || ++height > MAX_SIDE) return UNUSUAL
      if (bytes[at] !== COMMA) at = skipSpace(bytes, at)
      const next = bytes[at++]
      if (next === CLOSE) break
      if (next !== COMMA) return UNUSUAL
    }
    this.#used = end
    // Not subarray, which takes longer.
    this.grid = { height, width, cells: new Uint8Array(cells.buffer, first, end - first) }
    return at
  }
}

/** The position of the first byte from `at` on that is no white space of JSON. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at
  for (;;) {
    const byte = bytes[next]!
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return next
    next++
  }
}
