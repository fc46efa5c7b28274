// Maps in columns (translated code) against the same maps call by call (JavaScript): values, errors, counted work, kernels and
// words, at every edge of columns and at many budgets.

import { describe, expect, test } from 'vitest'
import { MAX_COLUMN, MIN_COLUMN } from '../../src/backends/cpu/columns.ts'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { jsEngine } from '../../src/backends/cpu/engine.ts'
import { tinyKernels } from '../../src/translate/tiny-kernels.ts'
import { DEFAULT_BUDGET, type Heap } from '../../src/kernel/heap.ts'
import { isError } from '../../src/kernel/words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import {
  type Notation,
  decodeNotation,
  encodeNotation,
  spellNotation,
} from '../../src/language/values/value-notation.ts'
import { kernelEngines } from '../engines.ts'

const f = (name: string): Notation => ({ f: name })
const call = (name: string, ...args: Notation[]): Notation => ({ call: name, args })
const pair = (k: number): Notation => ({ t: [k >> 4, k & 15] })
const integers = (count: number): Notation[] => Array.from({ length: count }, (_, k) => (7 * k) % 50)
const pairs = (count: number): Notation[] => Array.from({ length: count }, (_, k) => pair(k))
/** A tuple in which the element at a place is not what the others are. */
const broken = (items: Notation[], place: number, odd: Notation): Notation => ({
  t: items.map((item, k) => (k === place ? odd : item)),
})

interface Outcome {
  readonly value: string
  readonly work: number
  readonly kernels: number
  readonly words: number
  readonly scratchTop: number
}

const evaluatorOf = (budget: number): CpuEvaluator => new CpuEvaluator(budget)

function outcomeOf(heap: Heap, name: string, args: readonly Notation[], budget: number): Outcome {
  heap.top = 5
  heap.scratchTop = 0
  heap.budget = DEFAULT_BUDGET
  heap.work = 0
  heap.fault = 0
  const words = args.map((arg) => encodeNotation(heap, arg))
  const { top } = heap
  const evaluator = evaluatorOf(budget)
  const result = evaluator.call(heap, { fn: primitiveWord(name), args: words })
  const { work, scratchTop } = heap
  return {
    value: isError(result) ? `error ${result}` : spellNotation(decodeNotation(heap, result)),
    work,
    kernels: evaluator.work.onCpu,
    words: heap.top - top,
    scratchTop,
  }
}

/** Functions of one integer. */
const ofIntegers: [string, Notation][] = [
  ['a tiny primitive', f('increment')],
  ['a larger primitive', f('invert')],
  ['a primitive that makes blocks', f('toivec')],
  ['compose', call('compose', f('even'), f('increment'))],
  ['chain', call('chain', f('positive'), f('decrement'), f('halve'))],
  ['rbind', call('rbind', f('subtract'), 3)],
  ['lbind', call('lbind', f('subtract'), 3)],
  ['rbind of a larger primitive', call('rbind', f('divide'), 3)],
  ['matcher', call('matcher', f('even'), 1)],
  ['fork', call('fork', f('astuple'), f('increment'), f('double'))],
  [
    'fork of closures',
    call('fork', f('add'), call('rbind', f('multiply'), 2), call('compose', f('sign'), f('decrement'))),
  ],
  ['power', call('power', f('increment'), 3)],
  ['a function that makes functions', call('lbind', f('rbind'), f('add'))],
  [
    'a map in a map',
    call('compose', call('lbind', f('apply'), f('increment')), call('rbind', call('rbind', f('interval'), 1), 9)),
  ],
  ['a binding of three arguments', call('lbind', call('lbind', f('interval'), 0), 5)],
  ['a wrong number of arguments', call('rbind', f('increment'), 3)],
  ['no function', 5],
]

/** Functions of two integers. */
const ofTwoIntegers: [string, Notation][] = [
  ['a tiny primitive', f('add')],
  ['a larger primitive', f('divide')],
  ['a primitive that makes blocks', call('rbind', f('interval'), 1)],
  ['a binding', call('lbind', call('rbind', f('interval'), 1), 0)],
  ['a wrong number of arguments', f('increment')],
  ['no function', 5],
]

const sizes = [
  1,
  MIN_COLUMN - 1,
  MIN_COLUMN,
  MIN_COLUMN + 1,
  MAX_COLUMN,
  MAX_COLUMN + 1,
  MAX_COLUMN + MIN_COLUMN,
  3 * MAX_COLUMN,
]

describe.each(kernelEngines)('%s', (_engine, engine) => {
  const heap = engine.newHeap(1 << 16, 'a')
  const reference = jsEngine.newHeap(1 << 16, 'a')

  function expectSame(name: string, args: readonly Notation[], budget = DEFAULT_BUDGET): Outcome {
    const expected = outcomeOf(reference, name, args, budget)
    expect(outcomeOf(heap, name, args, budget)).toEqual(expected)
    return expected
  }

  test.each(ofIntegers)('%s, containers of every size', (_name, fn) => {
    for (const size of sizes) {
      expectSame('apply', [fn, { t: integers(size) }])
      expectSame('apply', [fn, { s: integers(size) }])
      expectSame('sfilter', [{ t: integers(size) }, fn])
      expectSame('extract', [{ t: integers(size) }, fn])
      expectSame('order', [{ t: integers(size) }, fn])
    }
  })

  test.each(ofIntegers)('%s, one element that is no integer', (_name, fn) => {
    for (const size of [MIN_COLUMN, MAX_COLUMN + 5])
      for (const place of [0, 1, size - 1])
        for (const odd of [{ s: [] }, f('first'), { g: ['12'] }] satisfies Notation[])
          expectSame('apply', [fn, broken(integers(size), place, odd)])
  })

  test.each(ofIntegers)('%s, at every budget', (_name, fn) => {
    const args = [fn, { t: integers(MAX_COLUMN + 6) }]
    const { work } = expectSame('apply', args)
    for (let budget = 0; budget <= work + 1; budget += budget > work - 40 || budget < 20 ? 1 : 17)
      expectSame('apply', args, budget)
  })

  test.each(ofTwoIntegers)('%s, two containers of every size', (_name, fn) => {
    for (const size of sizes) {
      const [a, b] = [{ t: integers(size) }, { t: integers(size + 1).slice(1) }]
      expectSame('papply', [fn, a, b])
      expectSame('papply', [fn, a, { t: pairs(size) }])
      expectSame('prapply', [fn, { t: integers(size) }, { t: [3, 1, 2] }])
      for (const place of [0, size - 1]) expectSame('papply', [fn, a, broken(integers(size), place, { s: [] })])
    }
  })

  test.each(ofTwoIntegers)('%s, two containers, at every budget', (_name, fn) => {
    const args = [fn, { t: integers(MAX_COLUMN + 6) }, { t: integers(MAX_COLUMN + 7).slice(1) }]
    const { work } = expectSame('papply', args)
    for (let budget = 0; budget <= work + 1; budget += budget > work - 40 || budget < 20 ? 1 : 17)
      expectSame('papply', args, budget)
  })

  test.each<[string, Notation]>([
    ['a tiny primitive', f('first')],
    ['a larger primitive', f('mostcommon')],
    ['a closure', call('compose', f('even'), f('last'))],
    ['a function that fails', call('compose', f('first'), f('last'))],
  ])('%s, the rows of grids', (_name, fn) => {
    for (const cols of [1, 2, 3, 7]) {
      for (const size of sizes) {
        const rows: Notation[] = Array.from({ length: size }, (_, k) => ({ t: integers(cols + k).slice(k) }))
        for (const name of ['apply', 'mapply']) expectSame(name, [fn, { t: rows }])
        for (const name of ['sfilter', 'extract', 'order', 'argmax']) expectSame(name, [{ t: rows }, fn])
      }
    }
  })

  test('every tiny kernel, on integers, pairs and sets', () => {
    const containers = [integers(9), pairs(9), Array.from({ length: 9 }, (_, k): Notation => ({ s: pairs(k + 1) }))]
    const names = tinyKernels.filter((name) => /^[a-z]+$/.test(name))
    expect(names.length).toBeGreaterThan(15)
    for (const name of names) {
      const fns = [
        f(name),
        call('rbind', f(name), 2),
        call('lbind', f(name), { t: [1, 2] }),
        call('fork', f(name), f('identity'), f('size')),
      ]
      for (const fn of fns) for (const items of containers) expectSame('apply', [fn, { t: items }])
    }
  })

  test('the first of several errors is that of the first element', () => {
    // The inner function fails at the last element, the outer one at the first.
    const fn = call('compose', f('first'), f('toivec'))
    const outerFails = call('compose', call('compose', f('even'), f('toivec')), f('increment'))
    for (const size of [MIN_COLUMN, 20]) {
      expectSame('apply', [fn, broken(integers(size), size - 1, { s: [] })])
      const { value } = expectSame('apply', [outerFails, broken(integers(size), size - 1, { s: [] })])
      expect(value).toContain('error')
    }
  })

  const intervals = call('rbind', call('rbind', f('interval'), 1), 60)
  test.each<[string, Notation, boolean]>([
    ['a statement that is refused memory', call('compose', f('identity'), intervals), true],
    [
      'a statement whose first call fails before it would be refused memory',
      call('compose', f('even'), intervals),
      false,
    ],
  ])('%s has the same outcome', (_name, fn, endsRefused) => {
    const refusals = [0, 100, 400, 600, 2000].map((reach) => {
      const outcomes = [engine, jsEngine].map((each) => {
        const own = each.newHeap(1 << 16, 'a')
        own.budget = DEFAULT_BUDGET
        const args = [fn, { t: integers(MAX_COLUMN + 6) }].map((arg) => encodeNotation(own, arg))
        own.top = own.words.length - reach
        own.reach = own.words.length
        const result = evaluatorOf(DEFAULT_BUDGET).call(own, { fn: primitiveWord('apply'), args })
        return { result, isRefused: own.wasRefused, work: own.work, left: own.words.length - own.top }
      })
      expect(outcomes[0]).toEqual(outcomes[1])
      return outcomes[0]!.isRefused
    })
    expect(refusals.slice(-2)).toEqual([endsRefused, endsRefused])
  })
})
