// Cuts a stream of bytes into lines, and skips those that are too long.

const NEWLINE = 10

/** Takes bytes in pieces of any length. */
export class LineSplitter {
  readonly #maxBytes: number
  #pieces: Uint8Array[] = []
  #length = 0
  #isSkipping = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that end in these bytes, without their ends; undefined for a line that is too long. */
  *take(bytes: Uint8Array): Generator<Uint8Array | undefined> {
    let from = 0
    for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      if (this.#add(bytes.subarray(from, to))) yield undefined
      from = to + 1
      if (this.#isSkipping) this.#isSkipping = false
      else yield this.#line()
    }
    if (this.#add(bytes.subarray(from))) yield undefined
  }

  /** The line that has no end yet; undefined if there is none. */
  finish(): Uint8Array | undefined {
    return this.#length === 0 ? undefined : this.#line()
  }

  /** Adds a part of a line; true if the line becomes too long with it. */
  #add(part: Uint8Array): boolean {
    if (this.#isSkipping) return false
    this.#length += part.length
    this.#isSkipping = this.#length > this.#maxBytes
    if (this.#isSkipping) this.#clear()
    else if (part.length > 0) this.#pieces.push(part)
    return this.#isSkipping
  }

  #line(): Uint8Array {
    const line = new Uint8Array(this.#length)
    let at = 0
    for (const piece of this.#pieces) {
      line.set(piece, at)
      at += piece.length
    }
    this.#clear()
    return line
  }

  #clear(): void {
    this.#pieces = []
    this.#length = 0
  }
}
