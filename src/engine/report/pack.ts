// Compact forms of grids and bytes in JSON. The page unpacks what the command packs.

/** A grid as the page has it. */
export interface PackedGrid {
  readonly height: number
  readonly width: number
  readonly cells: ArrayLike<number>
}

const DIGITS = '0123456789abcdef'
/** Arguments of one call. */
const BYTES_A_CALL = 0x8000

/** A grid as text: its width, and a hexadecimal digit for each cell. */
export function packGrid({ width, cells }: PackedGrid): string {
  let text = `${width}:`
  for (let k = 0; k < cells.length; k++) text += DIGITS[cells[k]!]!
  return text
}

/** The grid of a text. */
export function unpackGrid(text: string): PackedGrid {
  const colon = text.indexOf(':')
  const width = Number(text.slice(0, colon))
  const cells = Uint8Array.from(text.slice(colon + 1), (digit) => Number.parseInt(digit, 16))
  return { width, height: cells.length / width, cells }
}

/** Bytes in base64. */
export function packBytes(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += BYTES_A_CALL)
    text += String.fromCharCode(...bytes.subarray(from, from + BYTES_A_CALL))
  return btoa(text)
}

/** The bytes of a text in base64. */
export function unpackBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

/** A table of distinct grids. */
export class GridTable {
  readonly grids: string[] = []
  readonly #indexes = new Map<string, number>()

  /** The index of a grid, which is added if it is new. */
  add(grid: PackedGrid): number {
    const text = packGrid(grid)
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    this.#indexes.set(text, this.grids.length)
    return this.grids.push(text) - 1
  }
}
