// The arity of function values, through bindings and bindings of those.

import { describe, expect, test } from 'vitest'
import { CLOSURE, elementsAt, newBlock } from '../kernel/blocks.ts'
import { LBIND, RBIND, newClosure2 } from '../kernel/closures.ts'
import { Heap } from '../kernel/heap.ts'
import { PRIMITIVE_BASE } from '../kernel/words.ts'
import { primitiveWord } from '../language/names.ts'
import { type Notation, encodeNotation } from '../language/values/value-notation.ts'
import { arityOf } from './function-arity.ts'
import { primitiveOf } from './function-values.ts'

const f = (name: string): Notation => ({ f: name })

function arity(value: Notation): number {
  const h = new Heap()
  return arityOf(h, encodeNotation(h, value))
}

test.each([
  ['size', 1],
  ['add', 2],
  ['crop', 3],
  ['objects', 4],
  ['apply', 2],
  ['compose', 2],
])('%s takes %i', (name, count) => {
  expect(arity(f(name))).toBe(count)
})

test.each<[string, Notation[]]>([
  ['compose', [f('add'), f('add')]],
  ['chain', [f('add'), f('add'), f('add')]],
  ['matcher', [f('add'), 1]],
  ['fork', [f('add'), f('add'), f('add')]],
  ['power', [f('add'), 3]],
])('what %s makes takes one, whatever it is made of', (call, args) => {
  expect(arity({ call, args })).toBe(1)
})

describe.each(['rbind', 'lbind'])('%s', (call) => {
  const bind = (fn: Notation): Notation => ({ call, args: [fn, 0] })

  // As in Python: two leaves one, three leaves two, and everything else leaves three.
  test.each([
    ['size', [3, 2, 1, 3, 2]],
    ['add', [1, 3, 2, 1, 3]],
    ['crop', [2, 1, 3, 2, 1]],
    ['objects', [3, 2, 1, 3, 2]],
  ])('of %s, again and again, leaves %j', (name, counts) => {
    let fn = f(name)
    expect(counts.map(() => arity((fn = bind(fn))))).toEqual(counts)
  })

  test('of a closure', () => {
    expect(arity(bind({ call: 'compose', args: [f('size'), f('size')] }))).toBe(3)
  })
})

test('bindings from both sides count alike', () => {
  const h = new Heap()
  const left = newClosure2(h, LBIND, primitiveWord('objects'), 1)
  const both = newClosure2(h, RBIND, left, 1)
  expect([arityOf(h, left), arityOf(h, both), arityOf(h, newClosure2(h, LBIND, both, 1))]).toEqual([3, 2, 1])
})

describe('what is no function', () => {
  test.each<Notation>([5, { t: [1, 2] }, { s: [] }, { g: ['1'] }])('%j', (value) => {
    expect(arity(value)).toBe(-1)
  })

  test('a primitive that does not exist', () => {
    expect([primitiveOf(new Heap(), PRIMITIVE_BASE + 100_000), arityOf(new Heap(), PRIMITIVE_BASE + 100_000)]).toEqual([
      undefined,
      -1,
    ])
  })

  test('a closure that is bound to itself', () => {
    const h = new Heap()
    const closure = newBlock(h, CLOSURE, 3)
    h.words.set([RBIND, closure, 1], elementsAt(closure))
    expect(arityOf(h, closure)).toBe(-1)
  })
})
