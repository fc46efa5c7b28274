// Words: the form of a value in 32 bits. Integers, small pairs and cells are in the word itself; the rest is a reference.

/** A value of the language: an integer, a pair, a cell, a reference to a block, a primitive, None, or an error. */
export type Word = number
/** A position on the heap, counted in words. */
export type Address = number

// The 32-bit range is cut into pieces, so that one or two comparisons tell the kind of a word. As unsigned numbers:
//   0x00000000-0x3fffffff, 0xc0000000-0xffffffff   an integer, which is its own word
//   0x40000000-0x7fffffff                          a cell: row, column and colour in 13, 13 and 4 bits (cells.ts)
//   0x80000000-0x8fffffff                          a pair (row, column): 14 and 14 bits
//   0x90000000-0xafffffff                          a reference to a block: its address
//   0xb0000000-0xb7fffffe                          a primitive as a value: its number
//   0xb7ffffff                                     None
//   0xb8000000-0xbfffffff                          an error: its kind and the rule it falls under
// Within cells and within pairs, the order of the words is the order of the values.

export const INT_MIN = -1073741824
export const INT_MAX = 1073741823
export const CELL_BASE = 1073741824
export const PAIR_BASE = -2147483648
export const REF_BASE = -1879048192
export const PRIMITIVE_BASE = -1342177280
export const ERROR_BASE = -1207959552

/** Python's None. */
export const NONE = ERROR_BASE - 1

/** Booleans are the integers 0 and 1: Python makes them equal everywhere, and no primitive can tell them apart. */
export const FALSE = 0
export const TRUE = 1

export const CELL_COLORS = 16
export const CELL_REACH = 4096
export const PAIR_REACH = 8192
/** Bits of a row and of a column in the word of a pair. */
export const PAIR_BITS = 14

export function isInt(w: Word): boolean {
  return w >= INT_MIN && w <= INT_MAX
}

export function isCell(w: Word): boolean {
  return w > INT_MAX
}

export function isPair(w: Word): boolean {
  return w < REF_BASE
}

export function isRef(w: Word): boolean {
  return w >= REF_BASE && w < PRIMITIVE_BASE
}

export function isPrimitive(w: Word): boolean {
  return w >= PRIMITIVE_BASE && w < NONE
}

export function isError(w: Word): boolean {
  return w >= ERROR_BASE && w < INT_MIN
}

/** The word of a truth value. */
export function truth(b: boolean): Word {
  return b ? TRUE : FALSE
}

export function addressOf(ref: Word): Address {
  return ref - REF_BASE
}

export function refTo(a: Address): Word {
  return REF_BASE + a
}

/** Whether (row, column) fits into one word as a pair. */
export function fitsPair(row: number, col: number): boolean {
  return row >= -PAIR_REACH && row < PAIR_REACH && col >= -PAIR_REACH && col < PAIR_REACH
}

/** The pair (row, column) in one word; only where `fitsPair`. */
export function packPair(row: number, col: number): Word {
  return PAIR_BASE + (((row + PAIR_REACH) << 14) | (col + PAIR_REACH))
}

export function pairRow(pair: Word): number {
  return ((pair >> 14) & 16383) - PAIR_REACH
}

export function pairCol(pair: Word): number {
  return (pair & 16383) - PAIR_REACH
}
