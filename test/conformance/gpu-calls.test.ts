// What the host does around the kernels of a call on a device: adding up work, handing on errors, reading what came back.
// Against the CPU, with few kernels, so that it is quick.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import type { Call } from '../../src/backends/evaluator.ts'
import { FAST_DEVICE } from '../gpu/test-devices.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { GpuEvaluator } from '../../src/backends/gpu/stepwise/gpu-evaluator.ts'
import { CLOSURE, elementsAt, newBlock } from '../../src/kernel/blocks.ts'
import { POWER, RBIND, newClosure2 } from '../../src/kernel/closures.ts'
import { ARITY_ERROR, INDEX_ERROR, NOT_CALLABLE_ERROR, TYPE_ERROR } from '../../src/kernel/errors.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { INT_MAX, type Word, isError, refTo } from '../../src/kernel/words.ts'
import { describeError } from '../../src/language/values/error-words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import { type Notation, decodeNotation, encodeNotation } from '../../src/language/values/value-notation.ts'

const MINUTES = 60_000
const cpu = new CpuEvaluator()
let device: GpuDevice
let gpu: GpuEvaluator

beforeAll(async () => {
  device = await FAST_DEVICE.open()
  gpu = new GpuEvaluator(device)
}, 10 * MINUTES)

afterAll(() => device?.destroy())

interface Written {
  readonly fn: Notation
  readonly args: readonly Notation[]
  readonly then?: readonly Notation[]
}

function encode(h: Heap, { fn, args, then }: Written): Call {
  const words = (values: readonly Notation[]): Word[] => values.map((value) => encodeNotation(h, value))
  const call = { fn: encodeNotation(h, fn), args: words(args) }
  return then === undefined ? call : { ...call, then: words(then) }
}

async function outcome(evaluator: CpuEvaluator | GpuEvaluator, budget: number, written: Written): Promise<unknown> {
  const heap = new Heap()
  const call = encode(heap, written)
  evaluator.budget = budget
  const [result] = (await evaluator.evaluate(heap, [call])).results
  return isError(result!) ? describeError(result!) : decodeNotation(heap, result!)
}

const f = (name: string): Notation => ({ f: name })
const bound = (name: string, fixed: Notation): Notation => ({ call: 'lbind', args: [f(name), fixed] })
const numbers = (count: number): Notation => ({ t: Array.from({ length: count }, (_, k) => k) })

describe('the budget is used up by the same call, whatever it is', () => {
  test.each<[string, Written]>([
    ['a kernel', { fn: f('interval'), args: [0, 9, 1] }],
    ['a closure that binds', { fn: bound('repeat', 7), args: [8] }],
    ['a function that was just made', { fn: f('lbind'), args: [f('repeat'), 7], then: [8] }],
    ['functions in turn', { fn: { call: 'compose', args: [f('merge'), bound('repeat', numbers(3))] }, args: [3] }],
    ['a map', { fn: f('apply'), args: [bound('repeat', 7), numbers(4)] }],
    ['a map with an error in it', { fn: f('apply'), args: [bound('repeat', 7), { t: [2, 3, { t: [] }, 5] }] }],
    ['a map that ends early', { fn: f('extract'), args: [numbers(6), bound('repeat', 7)] }],
    [
      'a kernel that fails before it ends',
      { fn: { call: 'compose', args: [f('merge'), f('identity')] }, args: [{ t: [numbers(9), 5] }] },
    ],
  ])(
    '%s',
    async (_, written) => {
      const expected: unknown[] = []
      const got: unknown[] = []
      for (let budget = 0; budget <= 60; budget++) {
        expected.push(await outcome(cpu, budget, written))
        got.push(await outcome(gpu, budget, written))
      }
      expect(got).toEqual(expected)
      expect(expected[0]).toMatch(/^budget/)
      expect(expected.at(-1)).not.toEqual(expected[0])
    },
    5 * MINUTES,
  )
})

describe('words that are none', () => {
  async function onBoth(make: (h: Heap) => Call[]): Promise<Word[]> {
    gpu.budget = 1 << 12
    cpu.budget = 1 << 12
    const [a, b] = [new Heap(), new Heap()]
    const expected = (await cpu.evaluate(a, make(a))).results
    const { results } = await gpu.evaluate(b, make(b))
    expect(results).toEqual(expected)
    return [...results]
  }

  test(
    'a function beyond the heap does no harm to the other calls',
    async () => {
      const [broken, sound] = await onBoth((h) => [
        { fn: primitiveWord('apply'), args: [refTo(1 << 20), encodeNotation(h, numbers(3))] },
        { fn: primitiveWord('apply'), args: [primitiveWord('identity'), encodeNotation(h, { t: [1, 2] })] },
      ])
      expect(broken).toBe(NOT_CALLABLE_ERROR)
      expect(isError(sound!)).toBe(false)
    },
    5 * MINUTES,
  )

  test(
    'a function bound to itself is called with a wrong number of arguments',
    async () => {
      const results = await onBoth((h) => {
        const closure = newBlock(h, CLOSURE, 3)
        h.words.set([RBIND, closure, 1], elementsAt(closure))
        return [{ fn: closure, args: [1] }]
      })
      expect(results).toEqual([ARITY_ERROR])
    },
    5 * MINUTES,
  )

  test(
    'a power that nobody could have made',
    async () => {
      const [result] = await onBoth((h) => [{ fn: newClosure2(h, POWER, primitiveWord('merge'), INT_MAX), args: [1] }])
      expect(result).toBe(TYPE_ERROR)
    },
    5 * MINUTES,
  )

  test(
    'an error among the arguments of the second call counts only once the first has gone well',
    async () => {
      const results = await onBoth((h) => [
        { fn: primitiveWord('merge'), args: [5], then: [INDEX_ERROR] },
        { fn: primitiveWord('lbind'), args: [primitiveWord('repeat'), encodeNotation(h, 1)], then: [INDEX_ERROR] },
      ])
      expect(results).toEqual([TYPE_ERROR, INDEX_ERROR])
    },
    5 * MINUTES,
  )
})
