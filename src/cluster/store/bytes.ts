// Bytes of stored content: numbers of variable length, and compression.

import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Appends numbers and bytes. */
export class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  /** An unsigned number of up to 32 bits: seven bits in each byte, the lowest first. */
  writeCount(value: number): void {
    this.#reserve(5)
    let rest = value >>> 0
    for (; rest >= 0x80; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
    this.#bytes[this.#length++] = rest
  }

  /** A number of 32 bits: four bytes, the lowest first. */
  writeWord(value: number): void {
    this.#reserve(4)
    for (let shift = 0; shift < 32; shift += 8) this.#bytes[this.#length++] = value >>> shift
  }

  writeBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const longer = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count))
    longer.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = longer
  }
}

/** Reads what a ByteWriter has written; throws a RangeError at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  readCount(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#next()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
    throw new RangeError('A number has too many bytes')
  }

  readWord(): number {
    return (this.#next() | (this.#next() << 8) | (this.#next() << 16) | (this.#next() << 24)) >>> 0
  }

  #next(): number {
    if (this.#at === this.#bytes.length) throw new RangeError('The bytes end too soon')
    return this.#bytes[this.#at++]!
  }

  readBytes(count: number): Uint8Array {
    if (count > this.#bytes.length - this.#at) throw new RangeError('The bytes end too soon')
    return this.#bytes.subarray(this.#at, (this.#at += count))
  }
}

/** The most bytes of content: a stored value that claims more is refused before memory is reserved for it. */
const MAX_CONTENT_BYTES = 1 << 30
const FASTEST = 1

/** Compresses bytes, for storage and transport. */
export function compress(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes, { level: FASTEST })
}

/** Undoes `compress`. */
export function decompress(bytes: Uint8Array): Buffer {
  return inflateRawSync(bytes, { maxOutputLength: MAX_CONTENT_BYTES })
}

/** An object as compressed JSON. */
export function packJson(value: unknown): Buffer {
  return compress(Buffer.from(JSON.stringify(value)))
}

/** Undoes `packJson`. */
export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(decompress(bytes).toString()) as unknown
}
