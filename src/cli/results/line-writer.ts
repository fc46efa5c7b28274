// Writes lines with checksums to a file, block by block: memory and single writes stay small, however long a line is.

import { crc32 } from 'node:zlib'
import type { FileCalls } from './file-calls.ts'
import { spellChecksum } from './line-format.ts'

/** Texts are turned into bytes when they have this many characters. */
const TEXT_LENGTH = 1 << 14

/** Appends to an open file. After an error nothing more is written: it would follow a line that has no end. */
export class LineWriter {
  readonly #files: FileCalls
  readonly #descriptor: number
  readonly #sync: boolean
  readonly #block: Uint8Array
  #filled = 0
  #hasFailed = false

  /** With `sync`, each block is on disk before the next is written. */
  constructor(files: FileCalls, descriptor: number, blockBytes: number, sync: boolean) {
    this.#files = files
    this.#descriptor = descriptor
    this.#block = new Uint8Array(blockBytes)
    this.#sync = sync
  }

  /** Adds a line that is given in pieces, none of which ends within a character. */
  add(pieces: Iterable<string>): void {
    let crc = 0
    let text = ''
    const append = () => {
      const bytes = Buffer.from(text)
      text = ''
      crc = crc32(bytes, crc)
      this.#append(bytes)
    }
    for (const piece of pieces) {
      text += piece
      if (text.length > TEXT_LENGTH) append()
    }
    append()
    this.#append(Buffer.from(`${spellChecksum(crc)}\n`))
  }

  /** Adds bytes of lines that have their checksums. */
  copy(bytes: Uint8Array): void {
    this.#append(bytes)
  }

  /** Writes the bytes that wait for their block to be full. */
  flush(): void {
    if (this.#filled === 0 || this.#hasFailed) return
    let rest = this.#block.subarray(0, this.#filled)
    this.#filled = 0
    this.#hasFailed = true
    while (rest.length > 0) rest = rest.subarray(this.#files.write(this.#descriptor, rest))
    if (this.#sync) this.#files.sync(this.#descriptor)
    this.#hasFailed = false
  }

  #append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + this.#block.length - this.#filled)
      this.#block.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === this.#block.length) this.flush()
    }
  }
}
