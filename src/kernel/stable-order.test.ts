// Python's stable order by keys: however it is found, places and counted work are the same.

import { expect, test } from 'vitest'
import { LIST, elementsAt, newBlock } from './blocks.ts'
import { BUDGET_ERROR } from './errors.ts'
import { Heap, peek, store } from './heap.ts'
import { LONG, MAX_COUNTED_KEYS, MIN_COUNTED, placesByKey } from './stable-order.ts'

function order(keys: readonly number[], isReverse: boolean, budget = 1 << 24) {
  const h = new Heap()
  const list = newBlock(h, LIST, keys.length)
  for (const [k, key] of keys.entries()) store(h, elementsAt(list) + k, key)
  h.work = 0
  h.budget = budget
  const places = placesByKey(h, list, keys.length, isReverse)
  return { places: keys.map((_, k) => peek(h, places + k)), work: h.work, scratch: h.scratchTop, fault: h.fault }
}

/** The places as JavaScript's stable sort has them. */
function expected(keys: readonly number[], isReverse: boolean): number[] {
  const places = keys.map((_, k) => k)
  return places.sort((a, b) => (isReverse ? keys[b]! - keys[a]! : keys[a]! - keys[b]!))
}

const drawn = (count: number, distinct: number): number[] =>
  Array.from({ length: count }, (_, k) => ((k * 7919) % distinct) - 5)

const cases = [MIN_COUNTED - 1, MIN_COUNTED, LONG - 1, LONG, LONG + 1, 300].flatMap((count) =>
  [1, 9, MAX_COUNTED_KEYS].flatMap((distinct) =>
    [false, true].map((isReverse) => [count, distinct, isReverse] as const),
  ),
)

test.each(cases)('%i keys of %i integers, reverse: %j', (count, distinct, isReverse) => {
  const close = drawn(count, distinct)
  const { places, work, scratch, fault } = order(close, isReverse)
  expect(places).toEqual(expected(close, isReverse))
  expect([scratch, fault]).toEqual([2 * count, 0])
  // The same order of keys that are far apart: these are compared.
  const far = order(
    close.map((key) => key * 1000),
    isReverse,
  )
  expect({ places, work }).toEqual({ places: far.places, work: far.work })
})

test('a budget that ends while places are ordered is a fault for close keys and for distant ones', () => {
  const close = drawn(200, 9)
  const { work } = order(close, false)
  for (const keys of [close, close.map((key) => key * 1000)]) {
    expect(order(keys, false, work).fault).toBe(0)
    expect(order(keys, false, work - 1).fault).toBe(BUDGET_ERROR)
  }
})
