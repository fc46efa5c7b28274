// Where a JSON value ends in bytes that may not hold all of it.

/** In place of a position: the value ends behind the bytes. */
export const INCOMPLETE = -2

const QUOTE = 34
const BACKSLASH = 92

/** The position behind the value that begins at `start`, in the first `length` bytes. Of a value that is no JSON, some position at which a parser finds that out. */
export function endOfValue(bytes: Uint8Array, start: number, length: number): number {
  let depth = 0
  let isText = false
  for (let at = start; at < length; at++) {
    const byte = bytes[at]!
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
      continue
    }
    switch (byte) {
      case QUOTE:
        isText = true
        break
      case 91: // [
      case 123: // {
        depth++
        break
      case 93: // ]
      case 125: // }
        // The end of a list around a number or a word.
        if (depth === 0) return at
        if (--depth === 0) return at + 1
        break
      case 44: // ,
        if (depth === 0) return at
        break
    }
  }
  return INCOMPLETE
}
