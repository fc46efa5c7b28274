// Lines with checksums: written in blocks and read in blocks, of any length.

import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { MemoryFiles, systemError } from './memory-files.ts'
import { CHECKSUM_BYTES, spellChecksum } from '../../src/cli/results/line-format.ts'
import { LineReader } from '../../src/cli/results/line-reader.ts'
import { LineWriter } from '../../src/cli/results/line-writer.ts'

const LINES = [
  ['{"a":1'],
  ['{"text":"', 'ä€😀'.repeat(20), '"'],
  ['{', '"b":', '2'],
  ['{"long":"', 'x'.repeat(300_000), '"'],
  ['{"many":"', ...Array.from({ length: 5000 }, () => '1234567890'), '"'],
  ['{'],
]

/** The bytes of a file that are read a few at a time. */
class SlowFiles extends MemoryFiles {
  readonly #most: number
  constructor(most: number) {
    super()
    this.#most = most
  }
  override read(descriptor: number, into: Uint8Array, position: number): number {
    return super.read(descriptor, into.subarray(0, this.#most), position)
  }
}

test.each([1, 7, 64, 1000, 1 << 16])('written in blocks of %i bytes and read so many at a time', (size) => {
  const files = new SlowFiles(size)
  const descriptor = files.open('x', 'a+')
  const lines = size < 64 ? LINES.slice(0, 3) : LINES
  const writer = new LineWriter(files, descriptor, size, false)
  for (const pieces of lines) writer.add(pieces)
  writer.flush()
  const content = files.content('x')
  expect(content).toBe(lines.map((pieces) => `${pieces.join('')}${spellChecksum(crc32(pieces.join('')))}\n`).join(''))
  const reader = new LineReader(files, descriptor)
  let end = 0
  for (const [k, pieces] of lines.entries()) {
    const text = pieces.join('') + spellChecksum(crc32(pieces.join('')))
    const bytes = Buffer.from(`${text}\n`)
    const line = reader.next(20)!
    expect(line).toEqual({
      number: k + 1,
      start: end,
      end: end + bytes.length,
      head: bytes.subarray(0, Math.min(20, bytes.length - 1)),
      isIntact: true,
    })
    end += bytes.length
    expect(reader.position).toBe(end)
  }
  expect(reader.next(20)).toBeUndefined()
})

test('every flipped bit of a line, and a missing line end, is found', () => {
  const body = '{"pair":3,"sample":1'
  const bytes = Buffer.from(`${body}${spellChecksum(crc32(body))}`)
  expect(bytes.length - body.length).toBe(CHECKSUM_BYTES)
  const isIntact = (content: Uint8Array) => {
    const files = new MemoryFiles()
    const descriptor = files.open('x', 'a+')
    files.write(descriptor, content)
    return new LineReader(files, descriptor).next(0)!.isIntact
  }
  expect(isIntact(Buffer.concat([bytes, Buffer.from('\n')]))).toBe(true)
  expect(isIntact(bytes)).toBe(false)
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const flipped = Buffer.concat([bytes, Buffer.from('\n')])
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    expect(isIntact(flipped)).toBe(false)
  }
})

test('after a write that failed nothing more is written', () => {
  const files = new MemoryFiles()
  const descriptor = files.open('x', 'a+')
  const writer = new LineWriter(files, descriptor, 1000, false)
  const write = files.write.bind(files)
  files.write = (_, bytes) => {
    write(descriptor, bytes.subarray(0, 3))
    throw systemError('ENOSPC')
  }
  writer.add(['{"a":1'])
  expect(() => writer.flush()).toThrow('ENOSPC')
  files.write = write
  writer.add(['{"b":2'])
  writer.flush()
  expect(files.content('x')).toBe('{"a')
})

test('a line that is longer than any string', () => {
  const piece = 'x'.repeat(1 << 20)
  const count = 600
  let byteLength = 0
  let crc = 0
  let tail = Buffer.alloc(0)
  const files = new MemoryFiles()
  files.write = (_, bytes) => {
    byteLength += bytes.length
    const all = Buffer.concat([tail, bytes])
    const tailAt = Math.max(0, all.length - CHECKSUM_BYTES - 1)
    crc = crc32(all.subarray(0, tailAt), crc)
    tail = all.subarray(tailAt)
    return bytes.length
  }
  const writer = new LineWriter(files, 0, 1 << 16, false)
  writer.add(Array.from({ length: count }, () => piece))
  writer.flush()
  expect(byteLength).toBe(count * piece.length + CHECKSUM_BYTES + 1)
  expect(tail.toString()).toBe(`${spellChecksum(crc)}\n`)
})
