// Lookup of places in JSON text with bounded cost: parts of values, syntax errors, and lines of ascending offsets.

import { type JsonPath, findFault, findPlace } from './json-places.ts'
import type { SourcePlace } from '../program.ts'

// A file can request a hundred places. In longer values, every part is reported at the start of the value.
const MAX_WALK_LENGTH = 1 << 20

/** The offset of a path in the value at `start`, or `start` if the path does not exist. */
export function locateInJson(text: string, start: number, end: number, path: JsonPath): number {
  return path.length === 0 || end - start > MAX_WALK_LENGTH ? start : findPlace(text, path, start).value
}

/** The syntax error of text that JSON.parse rejects; the caller has bounded its depth. */
export function findSyntaxError(text: string, start: number, end: number): { at: number; what: string } {
  const fault = findFault(text.slice(start, end))
  if (fault === undefined) return { at: start, what: 'it holds something that JSON does not have' }
  return { at: start + fault.offset, what: fault.message }
}

/** Lines and columns of ascending offsets, in one pass over the text whatever the line lengths are. */
export class RisingPlaces {
  readonly #text: string
  #line = 1
  #lineStart = 0
  #lineEnd: number

  constructor(text: string) {
    this.#text = text
    this.#lineEnd = this.#endFrom(0)
  }

  placeAt(offset: number): SourcePlace {
    while (this.#lineEnd < offset) {
      this.#line++
      this.#lineStart = this.#lineEnd + 1
      this.#lineEnd = this.#endFrom(this.#lineStart)
    }
    return { line: this.#line, column: Math.max(1, offset - this.#lineStart + 1) }
  }

  #endFrom(start: number): number {
    const end = this.#text.indexOf('\n', start)
    return end < 0 ? this.#text.length : end
  }
}
