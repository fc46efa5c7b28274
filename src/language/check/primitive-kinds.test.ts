// Kinds of arguments and results: neither the conformance data nor drawn calls contradict the table.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '../../../test/amount.ts'
import { readVectors } from '../../../test/conformance/vectors.ts'
import { callsOf } from '../../../test/generators/calls.ts'
import { functionsOf } from '../../../test/generators/functions.ts'
import { LAYOUTS, newHeap, primitivesOf } from '../../../test/generators/layouts.ts'
import { draw, newRandom, SEED } from '../../../test/generators/seed.ts'
import { valuesOf } from '../../../test/generators/values.ts'
import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { isSet, isTuple } from '../../kernel/blocks.ts'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import { type Heap, resetHeap } from '../../kernel/heap.ts'
import { NONE as NONE_WORD, PRIMITIVE_BASE, type Word, isError, isInt } from '../../kernel/words.ts'
import { knownConstant } from './judge-call.ts'
import { dialectIds, dialectOf } from '../dialects.ts'
import { primitiveNamed, primitiveOfKey } from '../names.ts'
import { kindsOfA, kindsOfR, kindsOfT } from './call-kinds.ts'
import {
  ANY_KIND,
  FUNCTION,
  INTEGER,
  type Kinds,
  NONE,
  SET,
  TUPLE,
  callKindsOf,
  describeKinds,
} from './primitive-kinds.ts'
import { type Notation, encodeNotation } from '../values/value-notation.ts'

test.each(dialectIds)('every primitive of dialect %s has kinds for each of its parameters', (dialect) => {
  for (const [name, { key, parameters }] of dialectOf(dialect).primitives) {
    expect([name, callKindsOf(key, dialect)?.accepted.length]).toEqual([name, parameters.length])
  }
})

test('the tables have only keys of primitives', () => {
  const keys = [kindsOfA, kindsOfR, kindsOfT].flatMap((table) => Object.values(table)).flatMap((row) => row.split(' '))
  expect(keys.filter((key) => primitiveOfKey(key) === undefined)).toEqual([])
})

test('in words', () => {
  expect(describeKinds(INTEGER | SET)).toBe('an integer or a set')
  expect(describeKinds(ANY_KIND)).toBe('an integer or a tuple or a set or a function or None')
})

test.each(LAYOUTS)('no vector of dialect %s with a value is of other kinds', (layout) => {
  const wrong: string[] = []
  for (const vector of readVectors(layout).vectors) {
    if (!('out' in vector)) continue
    const { accepted, given } = callKindsOf(primitiveNamed(vector.fn, layout)!.key, layout)!
    const isAccepted = vector.args.every((arg, k) => (knownConstant(arg).kinds & accepted[k]!) !== 0)
    const isGiven = vector.then !== undefined || (knownConstant(vector.out as Notation).kinds & given) !== 0
    if (!isAccepted || !isGiven) wrong.push(JSON.stringify(vector))
  }
  expect(wrong).toEqual([])
})

// Where a call with an odd value succeeds, it is mostly because something else is empty or tiny.
const tiny: readonly Notation[] = [null, 0, 1, { t: [] }, { s: [] }, { t: [{ t: [] }] }, { t: [1, 1] }, { s: [0, 1] }]
const types = [
  'Integer',
  'Tuple',
  'Grid',
  'IntegerTuple',
  'TupleTuple',
  'Cell',
  'FrozenSet',
  'Object',
  'Indices',
] as const

function drawByKind(layout: CellLayout): (readonly [kind: Kinds, values: readonly Notation[]])[] {
  const small = valuesOf('small', layout)
  const anything = fc.oneof(
    functionsOf(layout).anyFunction,
    small.Objects,
    small.IntegerSet,
    ...types.map((type) => small[type]),
  )
  const values = [null, ...draw(anything, 3000), ...Array.from({ length: 40 }, () => tiny).flat()]
  return [INTEGER, TUPLE, SET, FUNCTION, NONE].map(
    (kind) => [kind, values.filter((value) => knownConstant(value).kinds === kind)] as const,
  )
}

const DRAWS = amount(5, 60)

function kindOf(heap: Heap, word: Word): Kinds {
  if (isInt(word)) return INTEGER
  if (word === NONE_WORD) return NONE
  if (isTuple(heap, word)) return TUPLE
  return isSet(heap, word) ? SET : FUNCTION
}

test.each(LAYOUTS)(
  'drawn calls of layout %s with a kind that is not accepted fail, and the others return a kind that is given',
  (layout) => {
    const heap = newHeap(layout)
    const ofKind = drawByKind(layout)
    const evaluator = new CpuEvaluator(1 << 16)
    const random = newRandom(SEED)
    const pick = <T>(items: readonly T[]): T => items[random() % items.length]!
    const wrong: string[] = []
    let refusedCount = 0
    for (const [key, primitive, dialect] of primitivesOf(layout)) {
      const { accepted, given } = callKindsOf(key, dialect)!
      const typed = draw(callsOf(dialect).typedArguments(primitive), 100, primitive.id)
      for (const place of primitive.parameters.keys()) {
        for (const [kind, candidates] of ofKind) {
          const isRefused = (accepted[place]! & kind) === 0
          for (let k = 0; k < DRAWS; k++) {
            const args = pick(typed).args.map((arg) => (random() % 5 === 0 ? pick(tiny) : arg))
            args[place] = pick(candidates)
            resetHeap(heap)
            const words = args.map((arg) => encodeNotation(heap, arg))
            const result = evaluator.call(heap, { fn: PRIMITIVE_BASE + primitive.id, args: words })
            if (isRefused) refusedCount++
            if (isError(result)) continue
            const isGiven = (kindOf(heap, result) & given) !== 0
            if (isRefused || !isGiven)
              wrong.push(`${primitive.name}(${args.map((arg) => JSON.stringify(arg).slice(0, 200)).join(', ')})`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(refusedCount).toBeGreaterThan(500 * DRAWS)
  },
  120_000,
)
