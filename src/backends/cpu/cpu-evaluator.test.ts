// The CPU evaluator: function values, errors of every kind, what is evaluated and what is not.

import { describe, expect, test } from 'vitest'
import { Heap } from '../../kernel/heap.ts'
import { isError } from '../../kernel/words.ts'
import { errorKind, errorRule } from '../../language/values/error-words.ts'
import { primitiveWord } from '../../language/names.ts'
import { type Notation, decodeNotation, encodeNotation } from '../../language/values/value-notation.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'

/** The value of a call in the notation, or the kind of its error as text. */
function run(name: string, args: Notation[], then?: Notation[], budget?: number): Notation | string {
  const heap = new Heap()
  const encode = (value: Notation): number => encodeNotation(heap, value)
  const call = { fn: primitiveWord(name), args: args.map(encode), ...(then ? { then: then.map(encode) } : {}) }
  const result = new CpuEvaluator(budget).call(heap, call)
  if (!isError(result)) return decodeNotation(heap, result)
  return errorRule(result) > 0 ? `${errorKind(result)} by rule ${errorRule(result)}` : errorKind(result)
}

const tuple = (...t: Notation[]): Notation => ({ t })
const set = (...s: Notation[]): Notation => ({ s })
const f = (name: string): Notation => ({ f: name })
const bind = (name: string, fn: Notation, fixed: Notation): Notation => ({ call: name, args: [fn, fixed] })

describe('errors', () => {
  test.each<[string, string, Notation[]]>([
    ['type', 'size', [5]],
    ['arity', 'size', [tuple(), tuple()]],
    ['arity', 'apply', [f('add'), tuple(1)]],
    ['index', 'increment', [tuple(1)]],
    ['empty', 'first', [tuple()]],
    ['value', 'divide', [1, 0]],
    ['overflow', 'double', [2 ** 29]],
    ['not-callable', 'apply', [3, tuple(1)]],
    ['type by rule 2', 'multiply', [3, tuple(tuple(1, 2), 0)]],
    ['type by rule 3', 'equality', [bind('rbind', f('add'), 1), bind('rbind', f('add'), 1)]],
  ])('%s: %s', (kind, name, args) => {
    expect(run(name, args)).toBe(kind)
  })

  test('budget', () => {
    expect(run('interval', [0, 1000, 1], undefined, 100)).toBe('budget')
    expect(run('interval', [0, 50, 1], undefined, 100)).toEqual(tuple(...Array.from({ length: 50 }, (_, k) => k)))
  })

  test('of a function that is mapped is the error of the whole call', () => {
    expect(run('apply', [f('first'), tuple(tuple(1), tuple(), 5)])).toBe('empty')
    expect(run('apply', [f('first'), tuple(tuple(1), 5, tuple())])).toBe('type')
  })

  test('a function that cannot be called does no harm where there is nothing to call it with', () => {
    expect(run('apply', [3, set()])).toEqual(set())
    expect(run('sfilter', [tuple(), 7])).toEqual(tuple())
  })
})

describe('what is evaluated', () => {
  test('extract stops at the first element for which it is true', () => {
    // size of an integer fails, but it is never asked.
    expect(run('extract', [tuple(tuple(), tuple(1), 5), f('size')])).toEqual(tuple(1))
    expect(run('extract', [tuple(tuple(), 5, tuple(1)), f('size')])).toBe('type')
    expect(run('extract', [tuple(tuple()), f('size')])).toBe('empty')
  })

  test('the key of an empty container is that of 0', () => {
    expect(run('valmax', [set(), f('increment')])).toBe(1)
    expect(run('valmin', [set(), f('size')])).toBe('type')
  })

  test('prapply goes over all pairs, papply over those at equal places', () => {
    expect(run('prapply', [f('add'), set(1, 2), set(10, 20)])).toEqual(set(11, 12, 21, 22))
    expect(run('papply', [f('subtract'), tuple(5, 6, 7), tuple(1, 2)])).toEqual(tuple(4, 4))
  })
})

describe('function values', () => {
  test.each<[string, Notation[], Notation[], Notation | string]>([
    ['compose', [f('increment'), f('double')], [3], 7],
    ['chain', [f('invert'), f('increment'), f('double')], [3], -7],
    ['matcher', [f('size'), 2], [tuple(4, 4)], 1],
    ['fork', [f('astuple'), f('size'), f('first')], [tuple(9)], tuple(1, 9)],
    ['power', [f('double'), 3], [1], 8],
    ['power', [f('double'), 1], [1], 2],
    ['rbind', [f('subtract'), 1], [5], 4],
    ['lbind', [f('subtract'), 1], [5], -4],
    ['rbind', [f('interval'), 2], [0, 5], tuple(0, 2, 4)],
    ['lbind', [f('interval'), 1], [4, 1], tuple(1, 2, 3)],
    ['rbind', [f('size'), 1], [tuple()], 'arity'],
    ['rbind', [f('size'), 1], [1, 2, 3], 'arity'],
  ])('%s %j called with %j', (name, args, then, expected) => {
    expect(run(name, args, then)).toEqual(expected)
  })

  test('binding a function of four arguments leaves three', () => {
    const expected = run('objects', [{ g: ['110', '000'] }, 1, 0, 1])
    expect(run('rbind', [f('objects'), 1], [{ g: ['110', '000'] }, 1, 0])).toEqual(expected)
    expect(run('lbind', [f('objects'), { g: ['110', '000'] }], [1, 0, 1])).toEqual(expected)
  })

  test('binding what is bound', () => {
    const less = bind('lbind', f('interval'), 0)
    expect(run('rbind', [less, 2], [6])).toEqual(tuple(0, 2, 4))
  })

  test.each([0, -1, 990])('power of %i cannot be made', (n) => {
    expect(run('power', [f('double'), n], [1])).toMatch(/value|budget/)
  })

  test('power of 989 can', () => {
    expect(run('power', [f('increment'), 989], [1])).toBe(990)
  })
})

test('the work of one call does not count for the next', () => {
  const heap = new Heap()
  const evaluator = new CpuEvaluator(200)
  const call = { fn: primitiveWord('interval'), args: [0, 150, 1] }
  const results = Array.from({ length: 10 }, () => evaluator.call(heap, call))
  expect(results.some(isError)).toBe(false)
  expect(evaluator.work).toMatchObject({ onCpu: 10, onGpu: 0 })
})

describe('dialect t', () => {
  const h = new Heap(1 << 12, 1 << 12, 't')
  const runT = (name: string, ...args: Notation[]): Notation | string => {
    const [fn, ...words] = [{ f: name }, ...args].map((value) => encodeNotation(h, value))
    const result = new CpuEvaluator().call(h, { fn: fn!, args: words })
    return isError(result) ? errorKind(result) : decodeNotation(h, result)
  }

  test('an optional argument may be left out, no other', () => {
    expect(runT('get_nth_by_key_t', tuple(3, 1, 2), 0)).toBe(1)
    expect(runT('get_nth_by_key_t', tuple(3, 1, 2), 0, f('invert'))).toBe(3)
    expect([runT('get_nth_by_key_t', tuple(3, 1, 2)), runT('order', tuple(1))]).toEqual(['arity', 'arity'])
  })

  test('the last argument is called with the result', () => {
    const samples = tuple(tuple(tuple(4, 5, 4, 6), tuple(5)))
    expect(runT('c_iz', samples, f('identity'))).toEqual(tuple(4, 6))
    expect(runT('c_iz_n', samples, f('identity'), f('maximum'))).toBe(6)
    expect(runT('c_iz_n', samples, f('identity'), 7)).toBe('not-callable')
    expect(runT('c_iz_n', samples, f('identity'), f('invert'))).toEqual(tuple(-4, -6))
  })

  test('a primitive that the dialects of the heap do not have cannot be called', () => {
    const evaluator = new CpuEvaluator()
    const result = evaluator.call(h, { fn: primitiveWord('height'), args: [encodeNotation(h, tuple())] })
    expect(errorKind(result)).toBe('not-callable')
    expect(errorKind(evaluator.call(new Heap(), { fn: encodeNotation(h, f('size_t')), args: [0] }))).toBe(
      'not-callable',
    )
  })
})
