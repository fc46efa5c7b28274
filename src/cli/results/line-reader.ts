// Reads lines with checksums from a file, block by block: a line is checked without being held in memory.

import { crc32 } from 'node:zlib'
import type { FileCalls } from './file-calls.ts'
import { CHECKSUM_BYTES, spellChecksum } from './line-format.ts'

const LINE_END = 10
const BLOCK_BYTES = 1 << 16

/** A line that was read. */
export interface CheckedLine {
  /** Counts from 1. */
  readonly number: number
  /** Offsets in the file, half-open range [start, end); the line end is included. */
  readonly start: number
  readonly end: number
  /** Its first bytes, as many as asked for. */
  readonly head: Buffer
  /** Whether it has its line end and its checksum is right. */
  readonly isIntact: boolean
}

/** Reads an open file from its beginning. */
export class LineReader {
  readonly #files: FileCalls
  readonly #descriptor: number
  readonly #buffer = new Uint8Array(BLOCK_BYTES)
  /** The part of the buffer that was not consumed, and the offset in the file behind it. */
  #block: Uint8Array = this.#buffer.subarray(0, 0)
  #position = 0
  #lineNumber = 0

  constructor(files: FileCalls, descriptor: number) {
    this.#files = files
    this.#descriptor = descriptor
  }

  /**
   * The next line with up to `headBytes` of its first bytes; undefined at the end of the file. `copy` gets all of its bytes, piece by
   * piece, before it is known whether the line is intact; a piece is valid only during the call.
   */
  next(headBytes: number, copy?: (bytes: Uint8Array) => void): CheckedLine | undefined {
    const start = this.position
    const heads: Uint8Array[] = []
    const checksum = new LineChecksum()
    let isEnded = false
    for (let left = headBytes; !isEnded && this.#fill();) {
      const end = this.#block.indexOf(LINE_END)
      isEnded = end >= 0
      const part = this.#block.subarray(0, isEnded ? end : undefined)
      if (left > 0) heads.push(part.slice(0, left))
      left -= part.length
      checksum.add(part)
      copy?.(this.#block.subarray(0, isEnded ? end + 1 : part.length))
      this.#block = this.#block.subarray(isEnded ? end + 1 : part.length)
    }
    const end = this.position
    if (end === start) return undefined
    const isIntact = isEnded && checksum.isRight()
    return { number: ++this.#lineNumber, start, end, head: Buffer.concat(heads), isIntact }
  }

  /** The offset in the file behind the last line. */
  get position(): number {
    return this.#position - this.#block.length
  }

  /** The bytes that follow, which stay to be read: `count` of them, which is less than a block, or less at the end of the file. */
  peek(count: number): Uint8Array {
    while (this.#block.length < count) {
      this.#buffer.set(this.#block)
      const filled = this.#block.length
      const added = this.#files.read(this.#descriptor, this.#buffer.subarray(filled), this.#position)
      this.#position += added
      this.#block = this.#buffer.subarray(0, filled + added)
      if (added === 0) break
    }
    return this.#block.subarray(0, count)
  }

  /** Reads the next block if the last one is consumed; false at the end of the file. */
  #fill(): boolean {
    if (this.#block.length > 0) return true
    const count = this.#files.read(this.#descriptor, this.#buffer, this.#position)
    this.#position += count
    this.#block = this.#buffer.subarray(0, count)
    return count > 0
  }
}

/** The checksum of a line whose end is not known yet: the last bytes are held back, as they may be the checksum field. */
class LineChecksum {
  #crc = 0
  #tail: Uint8Array = new Uint8Array(0)

  add(part: Uint8Array): void {
    let bytes = part
    if (part.length < CHECKSUM_BYTES) bytes = Buffer.concat([this.#tail, part])
    else this.#crc = crc32(this.#tail, this.#crc)
    const tailAt = Math.max(0, bytes.length - CHECKSUM_BYTES)
    this.#crc = crc32(bytes.subarray(0, tailAt), this.#crc)
    // A copy: the bytes are in a buffer that is used again.
    this.#tail = bytes.slice(tailAt)
  }

  isRight(): boolean {
    return Buffer.from(this.#tail).toString('latin1') === spellChecksum(this.#crc)
  }
}
