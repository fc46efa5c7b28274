// Places in JSON text: where a part of a value stands, where a broken text is broken, and lines along rising offsets.

import { type JsonPath, findFault, findPlace } from './json-places.ts'
import type { SourcePlace } from '../program.ts'

// A file may ask for a hundred places. Parts of longer values are said to stand where the whole begins.
const MAX_WALK_LENGTH = 1 << 20

/** The offset of what a path leads to in the value at `start`; that of the value where it leads nowhere. */
export function locateInJson(text: string, start: number, end: number, path: JsonPath): number {
  return path.length === 0 || end - start > MAX_WALK_LENGTH ? start : findPlace(text, path, start).value
}

/** Where text that JSON.parse refused, and that is not nested deep, stops being JSON, and what is wrong there. */
export function findSyntaxError(text: string, start: number, end: number): { at: number; what: string } {
  const fault = findFault(text.slice(start, end))
  if (fault === undefined) return { at: start, what: 'it holds something that JSON does not have' }
  return { at: start + fault.offset, what: fault.message }
}

/** Lines and columns of offsets that never fall, at the cost of one walk along the text, however long its lines are. */
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
