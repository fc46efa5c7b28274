// Laws of function values: what a combinator makes does what its parts do in turn, and maps call for each element. Errors
// come out the same both ways.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { isTruthy, itemAt, sizeOf } from '../../src/kernel/blocks.ts'
import { equals } from '../../src/kernel/compare.ts'
import { Heap, push, scratchTop } from '../../src/kernel/heap.ts'
import { finishTuple } from '../../src/kernel/tuples.ts'
import { type Word, isError, truth } from '../../src/kernel/words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import { type Notation, encodeNotation } from '../../src/language/values/value-notation.ts'
import { findDifference } from '../generators/canonical.ts'
import { type FunctionValue, functionsOf } from '../generators/functions.ts'
import '../generators/seed.ts'
import { type TypeName, valuesOf } from '../generators/values.ts'

const RUNS = { numRuns: 400 }
const evaluator = new CpuEvaluator()
const values = valuesOf('small')
const { binaryFunction, functionOf } = functionsOf('a')
const type = fc.constantFrom('Integer', 'IntegerTuple', 'Grid', 'Object', 'Indices', 'Tuple', 'FrozenSet')

interface Drawn {
  readonly f: FunctionValue
  readonly g: FunctionValue
  readonly both: FunctionValue
  readonly x: Notation
  readonly items: readonly Notation[]
}

/** Two functions of a type, one of both their results, a value and several of them. */
const drawn: fc.Arbitrary<Drawn> = type.chain((name) => {
  const value = values[name as Exclude<TypeName, 'Callable'>]
  const items = fc.array(value, { maxLength: 5 })
  return fc
    .tuple(functionOf(name as TypeName), functionOf(name as TypeName), value, items)
    .chain(([f, g, x, all]) => binaryFunction(f.returns, g.returns).map((both) => ({ f, g, both, x, items: all })))
})

/** Calls a function value; an error among the arguments is the result. */
function apply(h: Heap, fn: Word, ...args: Word[]): Word {
  return evaluator.call(h, { fn, args })
}

function expectSame(h: Heap, got: Word, expected: Word): void {
  expect(findDifference(h, got, h, expected)).toBeUndefined()
}

test('compose and chain', () => {
  fc.assert(
    fc.property(drawn, ({ f, g, x }) => {
      const h = new Heap()
      const [first, second, value] = [f.fn, g.fn, x].map((part) => encodeNotation(h, part)) as [Word, Word, Word]
      const [compose, chain] = [primitiveWord('compose'), primitiveWord('chain')]
      const inTurn = apply(h, second, apply(h, first, value))
      expectSame(h, apply(h, apply(h, compose, second, first), value), inTurn)
      expectSame(h, apply(h, apply(h, chain, primitiveWord('identity'), second, first), value), inTurn)
      expectSame(h, apply(h, apply(h, chain, second, first, primitiveWord('identity')), value), inTurn)
    }),
    RUNS,
  )
})

test('fork and matcher', () => {
  fc.assert(
    fc.property(drawn, ({ f, g, both, x }) => {
      const h = new Heap()
      const [left, right, outer, value] = [f.fn, g.fn, both.fn, x].map((part) => encodeNotation(h, part)) as Word[]
      const [a, b] = [apply(h, left!, value!), apply(h, right!, value!)]
      const forked = apply(h, primitiveWord('fork'), outer!, left!, right!)
      expectSame(h, apply(h, forked, value!), apply(h, outer!, a, b))
      const matched = apply(h, primitiveWord('matcher'), left!, isError(b) ? 0 : b)
      h.fault = 0
      h.work = 0
      const same = isError(a) ? a : truth(equals(h, a, isError(b) ? 0 : b))
      expectSame(h, apply(h, matched, value!), h.fault === 0 ? same : h.fault)
    }),
    RUNS,
  )
})

test('rbind and lbind', () => {
  const bindable = fc.tuple(type, type).chain(([a, b]) => {
    const [left, right] = [a, b] as [Exclude<TypeName, 'Callable'>, Exclude<TypeName, 'Callable'>]
    return fc.tuple(binaryFunction(left, right), values[left], values[right])
  })
  fc.assert(
    fc.property(bindable, ([{ fn }, x, y]) => {
      const h = new Heap()
      const [f, a, b] = [fn, x, y].map((part) => encodeNotation(h, part)) as [Word, Word, Word]
      const expected = apply(h, f, a, b)
      expectSame(h, apply(h, apply(h, primitiveWord('rbind'), f, b), a), expected)
      expectSame(h, apply(h, apply(h, primitiveWord('lbind'), f, a), b), expected)
    }),
    RUNS,
  )
})

test('power', () => {
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 5 }), ({ f, x }, n) => {
      const h = new Heap()
      const [fn, value] = [f.fn, x].map((part) => encodeNotation(h, part)) as [Word, Word]
      let expected = value
      for (let k = 0; k < n; k++) expected = apply(h, fn, expected)
      expectSame(h, apply(h, apply(h, primitiveWord('power'), fn, n), value), expected)
    }),
    RUNS,
  )
})

test('apply, sfilter, rapply and papply call for each element', () => {
  fc.assert(
    fc.property(drawn, ({ f, g, both, items }) => {
      const h = new Heap()
      const [fn, other, outer] = [f.fn, g.fn, both.fn].map((part) => encodeNotation(h, part)) as [Word, Word, Word]
      const tuple = encodeNotation(h, { t: [...items] })
      const elements = Array.from({ length: sizeOf(h, tuple) }, (_, k) => itemAt(h, tuple, k))
      const tupleOf = (words: readonly Word[]): Word => {
        const wrong = words.find(isError)
        const list = scratchTop(h)
        h.work = 0
        for (const word of words) push(h, word)
        const made = finishTuple(h, list)
        h.fault = 0
        return wrong ?? made
      }
      const results = elements.map((element) => apply(h, fn, element))
      const mapped = apply(h, primitiveWord('apply'), fn, tuple)
      expectSame(h, mapped, tupleOf(results))
      const kept = results.find(isError) ?? tupleOf(elements.filter((_, k) => isTruthy(h, results[k]!)))
      expectSame(h, apply(h, primitiveWord('sfilter'), tuple, fn), kept)
      const [element] = elements
      if (element === undefined) return
      const functions = encodeNotation(h, { t: [f.fn, g.fn] })
      const second = apply(h, other, element)
      expectSame(h, apply(h, primitiveWord('rapply'), functions, element), tupleOf([results[0]!, second]))
      if (isError(mapped)) return
      const others = apply(h, primitiveWord('apply'), other, tuple)
      if (isError(others)) return
      const zipped = elements.map((_, k) => apply(h, outer, itemAt(h, mapped, k), itemAt(h, others, k)))
      expectSame(h, apply(h, primitiveWord('papply'), outer, mapped, others), tupleOf(zipped))
    }),
    RUNS,
  )
})
