// Calls as coroutines against the CPU's, with the CPU's kernels: the same values, errors and work.

import { describe, expect, test } from 'vitest'
import { LIST, elementsAt, newBlock } from '../../../kernel/blocks.ts'
import { combinatorTable } from '../../../kernel/combinator-table.ts'
import { EMPTY_TUPLE, Heap, SAFE_FUNCTION } from '../../../kernel/heap.ts'
import { type Word, isError } from '../../../kernel/words.ts'
import { describeError, errorKind } from '../../../language/values/error-words.ts'
import { type Notation, decodeNotation, encodeNotation } from '../../../language/values/value-notation.ts'
import { CpuEvaluator } from '../../cpu/cpu-evaluator.ts'
import { callKernel } from '../../cpu/kernel-calls.ts'
import { kernelIndexes } from '../../kernel-numbers.generated.ts'
import { type Outcome, type Request, type Steps, stepsOfCall } from './call-steps.ts'

/** Runs the steps to their end, every request on the heap itself. */
function finish(h: Heap, budget: number, steps: Steps): Outcome {
  let next = steps.next()
  while (next.done !== true) next = steps.next(answer(h, budget, next.value))
  return next.value
}

function answer(h: Heap, budget: number, request: Request): Outcome[] {
  if (request.want === 'calls') return request.steps.map((steps) => finish(h, budget, steps))
  h.work = 0
  h.fault = 0
  h.budget = request.want === 'kernel' ? budget : 1 << 20
  if (request.want === 'kernel') {
    const [a = 0, b = 0, c = 0, d = 0] = request.args
    const word = callKernel(h, kernelIndexes[request.kernel]!, a, b, c, d)
    return [{ word, work: h.work }]
  }
  const list = newBlock(h, LIST, request.words.length)
  h.words.set(request.words, elementsAt(list))
  return [{ word: list, work: 0 }]
}

function describeOutcome(h: Heap, word: Word, work: number): unknown {
  return { value: isError(word) ? describeError(word) : decodeNotation(h, word), work }
}

const f = (name: string): Notation => ({ f: name })
const made = (call: string, ...args: Notation[]): Notation => ({ call, args })
const double = made('fork', f('add'), f('identity'), f('identity'))

const functions: [string, Notation][] = [
  ['compose', made('compose', f('increment'), f('size'))],
  ['chain', made('chain', f('double'), f('increment'), f('size'))],
  ['matcher', made('matcher', f('size'), 3)],
  ['fork', made('fork', f('subtract'), f('size'), f('first'))],
  ['rbind', made('rbind', f('insert'), { s: [4] })],
  ['rbind of three', made('rbind', f('interval'), 2)],
  ['lbind', made('lbind', f('combine'), { t: [9] })],
  ['power', made('power', made('compose', f('initset'), f('size')), 3)],
  ['a compose that fails in its first stage', made('compose', f('increment'), f('increment'))],
  ['a fork that fails on its left side', made('fork', f('add'), f('increment'), f('size'))],
  ['a fork that fails on its right side', made('fork', f('add'), f('size'), f('increment'))],
  ['a matcher that fails', made('matcher', f('increment'), 3)],
  ['a power that fails in its second turn', made('power', f('size'), 5)],
  ['a map', made('lbind', f('apply'), double)],
  ['a map of closures that fail', made('lbind', f('apply'), made('compose', f('size'), f('increment')))],
  ['a map that ends early', made('rbind', f('extract'), made('matcher', double, 4))],
  ['a primitive', f('size')],
]

describe.each(functions)('%s', (_, fn) => {
  test.each<[string, Notation[]]>([
    ['a tuple', [{ t: [1, 2, 3] }]],
    ['the empty tuple', [{ t: [] }]],
    ['an integer', [3]],
    ['two integers', [0, 7]],
    ['no argument', []],
  ])('%s: the outcome of the CPU at every budget', (_name, args) => {
    for (let budget = 0; budget < 45; budget++) {
      const make = (h: Heap): { fn: Word; args: Word[] } => ({
        fn: encodeNotation(h, fn),
        args: args.map((arg) => encodeNotation(h, arg)),
      })
      const onCpu = new Heap()
      const call = make(onCpu)
      const expected = new CpuEvaluator(budget).call(onCpu, call)
      const work = onCpu.work
      const h = new Heap()
      const { fn: callee, args: words } = make(h)
      const outcome = finish(
        h,
        budget,
        stepsOfCall(() => h, budget, callee, words),
      )
      // Once the budget is used up, the CPU's count depends on how far the last kernel came.
      const isOver = isError(expected) && errorKind(expected) === 'budget'
      const found = describeOutcome(h, outcome.word, isOver ? -1 : outcome.work)
      expect({ budget, found }).toEqual({ budget, found: describeOutcome(onCpu, expected, isOver ? -1 : work) })
    }
  })
})

describe.each<[string, Notation, Notation[]]>([
  ['an optional argument that is left out', f('get_nth_by_key_t'), [{ t: [3, 1, 2] }, 1]],
  ['the same that is given', f('get_nth_by_key_t'), [{ t: [3, 1, 2] }, 1, f('invert')]],
  ['two arguments left out', f('get_nth_by_key_t'), [{ t: [3, 1, 2] }]],
  ['an optional argument in a map', f('papply'), [f('get_nth_by_key_t'), { t: [{ t: [7, 5] }] }, { t: [0] }]],
  ['a last call', f('c_iz_n'), [{ t: [{ t: [{ t: [4, 5, 6] }, { t: [5] }] }] }, f('identity'), f('size')]],
  ['a last call that fails', f('c_iz_n'), [{ t: [{ t: [{ t: [4, 5] }, { t: [5] }] }] }, f('identity'), f('invert')]],
  ['a last call of no function', f('c_zo_n'), [{ t: [] }, f('identity'), 7]],
  ['a last call after a failure', f('c_iz_n'), [{ t: [{ t: [1, 2] }] }, f('size'), f('size')]],
  ['keys without a function', f('order'), [{ t: [3, 1, 2] }, null]],
])('dialect t: %s', (_, fn, args) => {
  test('the outcome of the CPU at every budget', () => {
    for (let budget = 0; budget < 60; budget++) {
      const [onCpu, h] = [new Heap(1 << 12, 1 << 12, 't'), new Heap(1 << 12, 1 << 12, 't')]
      const encode = (heap: Heap): Word[] => [fn, ...args].map((value) => encodeNotation(heap, value))
      const [callee, ...words] = encode(onCpu)
      const expected = new CpuEvaluator(budget).call(onCpu, { fn: callee!, args: words })
      const { work } = onCpu
      const [own, ...given] = encode(h)
      const steps = stepsOfCall(() => h, budget, own!, given)
      const outcome = finish(h, budget, steps)
      const isOver = isError(expected) && errorKind(expected) === 'budget'
      const found = describeOutcome(h, outcome.word, isOver ? -1 : outcome.work)
      expect({ budget, found }).toEqual({ budget, found: describeOutcome(onCpu, expected, isOver ? -1 : work) })
    }
  })
})

test('every combinator is tried', () => {
  const tried = new Set(
    functions.flatMap(([, fn]) => (typeof fn === 'object' && fn !== null && 'call' in fn ? [fn.call] : [])),
  )
  expect([...tried, 'safe'].sort()).toEqual(combinatorTable.map(({ name }) => name).sort())
})

test('the safe function accepts any arguments, and costs nothing', () => {
  for (const args of [[], [1], [1, 2, 3, 4]]) {
    const h = new Heap()
    const outcome = finish(
      h,
      10,
      stepsOfCall(() => h, 10, SAFE_FUNCTION, args),
    )
    expect(outcome).toEqual({ word: EMPTY_TUPLE, work: 0 })
    expect(new CpuEvaluator().call(h, { fn: SAFE_FUNCTION, args })).toBe(EMPTY_TUPLE)
  }
})
