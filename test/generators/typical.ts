// Values as programs usually meet them: patches of small coordinates, sets of them, tuples. For laws, which hold for these.

import fc from 'fast-check'
import { Heap } from '../../src/kernel/heap.ts'
import { type Notation, decodeNotation, encodeNotation } from '../../src/language/values/value-notation.ts'

/** The value as the heap gives it back: sets ascending. */
function settle(value: Notation): Notation {
  const heap = new Heap()
  return decodeNotation(heap, encodeNotation(heap, value))
}

const coordinate = fc.integer({ min: -5, max: 30 })

/** The location (row, column). */
export const location: fc.Arbitrary<Notation> = fc.tuple(coordinate, coordinate).map(([i, j]) => ({ t: [i, j] }))

const cell: fc.Arbitrary<Notation> = fc
  .tuple(fc.integer({ min: 0, max: 9 }), location)
  .map(([c, index]) => ({ t: [c, index] }))

/** Between none and twenty of these, each once. */
export function setOf(item: fc.Arbitrary<Notation>, least = 0): fc.Arbitrary<Notation> {
  return fc
    .uniqueArray(item, { minLength: least, maxLength: 20, selector: (v) => JSON.stringify(v) })
    .map((s) => settle({ s }))
}

export const integerSet = setOf(fc.integer({ min: -20, max: 99 }))
export const indices = setOf(location, 1)
export const object = setOf(cell, 1)
/** Indices or cells, at least one. */
export const patch = fc.oneof(indices, object).map(settle)
/** Sets of integers, of indices, of cells, of sets, and of all of these mixed. */
export const anySet = fc.oneof(
  integerSet,
  setOf(location),
  setOf(cell),
  setOf(patch),
  setOf(fc.oneof(location, cell, patch, fc.integer({ min: 0, max: 9 }))),
)
export const anyTuple: fc.Arbitrary<Notation> = fc
  .array(fc.oneof(location, cell, patch, fc.integer({ min: 0, max: 4 })), { maxLength: 30 })
  .map((t) => settle({ t }))
