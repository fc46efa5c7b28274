// The kinds that primitives are given and give: the conformance data and drawn calls find no value where there is none.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slowTest } from '../../../test/slow-test.ts'
import { readVectors } from '../../../test/conformance/vectors.ts'
import { callsOf } from '../../../test/generators/calls.ts'
import { functionsOf } from '../../../test/generators/functions.ts'
import { draw, newRandom, SEED } from '../../../test/generators/seed.ts'
import { valuesOf } from '../../../test/generators/values.ts'
import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { isSet, isTuple } from '../../kernel/blocks.ts'
import { Heap, resetHeap } from '../../kernel/heap.ts'
import { NONE as NONE_WORD, PRIMITIVE_BASE, type Word, isError, isInt } from '../../kernel/words.ts'
import { knownConstant } from './judge-call.ts'
import { primitives } from '../names.ts'
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

test('whose kinds are known has a set of them for each parameter', () => {
  const known = primitives.filter(({ name }) => callKindsOf(name) !== undefined)
  // A primitive that nobody has told the kinds of takes anything; the 160 of the public DSL have been told.
  expect(known.length).toBeGreaterThanOrEqual(160)
  for (const { name, parameters } of known) {
    expect([name, callKindsOf(name)!.accepted.length]).toEqual([name, parameters.length])
  }
})

test('in words', () => {
  expect(describeKinds(INTEGER | SET)).toBe('an integer or a set')
  expect(describeKinds(ANY_KIND)).toBe('an integer or a tuple or a set or a function or None')
})

test('no vector with a value is of other kinds', () => {
  const wrong: string[] = []
  for (const vector of readVectors().vectors) {
    if (!('out' in vector)) continue
    const { accepted, given } = callKindsOf(vector.fn)!
    const isAccepted = vector.args.every((arg, k) => (knownConstant(arg).kinds & accepted[k]!) !== 0)
    const isGiven = vector.then !== undefined || (knownConstant(vector.out as Notation).kinds & given) !== 0
    if (!isAccepted || !isGiven) wrong.push(JSON.stringify(vector))
  }
  expect(wrong).toEqual([])
})

const small = valuesOf('small')
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
const anything = fc.oneof(
  functionsOf('a').anyFunction,
  small.Objects,
  small.IntegerSet,
  ...types.map((type) => small[type]),
)
const values = [null, ...draw(anything, 3000), ...Array.from({ length: 40 }, () => tiny).flat()]
const ofKind = [INTEGER, TUPLE, SET, FUNCTION, NONE].map(
  (kind) => [kind, values.filter((value) => knownConstant(value).kinds === kind)] as const,
)

const DRAWS = 60

function kindOf(heap: Heap, word: Word): Kinds {
  if (isInt(word)) return INTEGER
  if (word === NONE_WORD) return NONE
  if (isTuple(heap, word)) return TUPLE
  return isSet(heap, word) ? SET : FUNCTION
}

slowTest(
  'drawn calls with a kind that is not accepted all fail, and what the others give is of a kind that is given',
  () => {
    const heap = new Heap(1 << 16)
    const evaluator = new CpuEvaluator(1 << 16)
    const random = newRandom(SEED)
    const pick = <T>(items: readonly T[]): T => items[random() % items.length]!
    const wrong: string[] = []
    let refusedCount = 0
    for (const primitive of primitives.filter(({ declarations }) => declarations.a !== undefined)) {
      const { accepted, given } = callKindsOf(primitive.name)!
      const typed = draw(callsOf('a').typedArguments(primitive), 100, primitive.id)
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
    expect(refusedCount).toBeGreaterThan(10_000)
  },
  120_000,
)
