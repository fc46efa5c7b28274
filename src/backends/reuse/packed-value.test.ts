import { expect, test } from 'vitest'
import { Heap } from '../../kernel/heap.ts'
import { decodeNotation, encodeNotation, type Notation } from '../../language/values/value-notation.ts'
import { ValueArena } from './packed-value.ts'

const values: readonly Notation[] = [
  { g: ['012', '345'] },
  { s: [{ t: [1, { t: [0, 0] }] }, { t: [2, { t: [5, 7] }] }] },
  { t: [{ s: [{ g: ['1'] }, { g: ['22'] }] }, { t: [] }, { s: [] }, null, 5, { g: ['1'] }] },
  { call: 'compose', args: [{ call: 'rbind', args: [{ f: 'shift' }, { t: [1, 0] }] }, { f: 'first' }] },
  // Content that looks like an address, if it were one.
  { t: [{ t: [0, 1, 2] }, { t: [-1073741824, 1073741823] }] },
]

test('a value that was packed is the same on another heap, wherever it is put', () => {
  const heap = new Heap()
  const arena = new ValueArena(2)
  const places = values.map((value) => arena.pack(heap, encodeNotation(heap, value)))
  const copies = new ValueArena(2)
  const moved = places.toReversed().map((place) => copies.copy(arena, place))
  const other = new Heap(64)
  encodeNotation(other, { g: ['9999', '9999'] })
  for (const [k, value] of values.entries()) {
    const restored = [arena.restore(other, places[k]!), copies.restore(other, moved[values.length - 1 - k]!)]
    for (const word of restored) expect(decodeNotation(other, word)).toEqual(value)
  }
  for (const [k, value] of values.entries())
    expect(decodeNotation(other, arena.restore(other, places[k]!))).toEqual(value)
})

test('a block that is shared is packed once, and a value that is too large not at all', () => {
  const heap = new Heap()
  let word = encodeNotation(heap, { t: [{ g: ['12'] }, { g: ['34'] }] })
  for (let k = 0; k < 30; k++) {
    const at = heap.top
    // A tuple of twice the same block.
    heap.words.set([heap.words[5]!, word, word], at)
    heap.top = at + 3
    word = -1879048192 + at
  }
  const arena = new ValueArena()
  const place = arena.pack(heap, word)
  expect(arena.words[place]).toBeLessThan(200)
  const rows = Array.from({ length: 300 }, () => '1'.repeat(300))
  expect(arena.pack(heap, encodeNotation(heap, { g: rows }))).toBe(-1)
  expect(arena.pack(heap, encodeNotation(heap, { t: [{ g: rows }, null] }))).toBe(-1)
})
