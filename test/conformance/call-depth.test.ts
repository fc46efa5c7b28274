// Closures may be called 256 deep and no deeper, on every path: JavaScript, WebAssembly, a device call by call, and a device
// that runs whole programs.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import type { Evaluator } from '../../src/backends/evaluator.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { FAST_DEVICE } from '../gpu/test-devices.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { GpuEvaluator } from '../../src/backends/gpu/stepwise/gpu-evaluator.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { galleryTasks } from '../../src/data/gallery.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { failuresOf } from '../../src/engine/run/sample-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import {
  CHAIN,
  COMPOSE,
  FORK,
  LBIND,
  MATCHER,
  POWER,
  RBIND,
  newClosure2,
  newClosure3,
} from '../../src/kernel/closures.ts'
import { TYPE_ERROR, deviation } from '../../src/kernel/errors.ts'
import { Heap } from '../../src/kernel/heap.ts'
import type { Word } from '../../src/kernel/words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { engines } from '../engines.ts'

const LIMIT = 256
const TOO_DEEP = deviation(5)
const MINUTES = 60_000
const [identity, size, add] = ['identity', 'size', 'add'].map(primitiveWord) as [Word, Word, Word]

let gpu: GpuDevice
beforeAll(async () => {
  gpu = await FAST_DEVICE.open()
}, 5 * MINUTES)
afterAll(() => gpu?.destroy())

/** `count` closures of a combinator around a function, which is called first or last. */
function nest(h: Heap, count: number, inner: Word, around: (h: Heap, fn: Word) => Word): Word {
  let fn = inner
  for (let k = 0; k < count; k++) fn = around(h, fn)
  return fn
}

const firstCalled = (h: Heap, fn: Word): Word => newClosure2(h, COMPOSE, identity, fn)
const lastCalled = (h: Heap, fn: Word): Word => newClosure2(h, COMPOSE, fn, identity)

// One closure of each combinator that calls `fn` with one argument.
const combinators: [string, (h: Heap, fn: Word) => Word][] = [
  ['compose, inner', firstCalled],
  ['compose, outer', lastCalled],
  ['chain, first', (h, fn) => newClosure3(h, CHAIN, identity, identity, fn)],
  ['chain, second', (h, fn) => newClosure3(h, CHAIN, identity, fn, identity)],
  ['chain, third', (h, fn) => newClosure3(h, CHAIN, fn, identity, identity)],
  ['matcher', (h, fn) => newClosure2(h, MATCHER, fn, 7)],
  ['fork, left', (h, fn) => newClosure3(h, FORK, add, fn, identity)],
  ['fork, right', (h, fn) => newClosure3(h, FORK, add, identity, fn)],
  ['power', (h, fn) => newClosure2(h, POWER, fn, 2)],
]
// A closure around a function of two arguments.
const binders: [string, (h: Heap, fn: Word) => Word][] = [
  ['rbind', (h, fn) => newClosure2(h, RBIND, fn, 1)],
  ['lbind', (h, fn) => newClosure2(h, LBIND, fn, 1)],
]

describe.each(engines)('%s', (_, engine) => {
  const call = (make: (h: Heap) => Word): Word => {
    const h = engine.newHeap(1 << 16, 'a')
    return new CpuEvaluator().call(h, { fn: make(h), args: [7] })
  }

  test.each(combinators.slice(0, 2))('%s: a value at the limit, an error beyond', (_name, around) => {
    expect(call((h) => nest(h, LIMIT, identity, around))).toBe(7)
    expect(call((h) => nest(h, LIMIT + 1, identity, around))).toBe(TOO_DEEP)
  })

  // The error of `size` shows that the innermost function was called.
  test.each(combinators)('%s is one level', (_name, around) => {
    const inside = (h: Heap): Word => around(h, size)
    expect(call((h) => nest(h, LIMIT - 1, inside(h), firstCalled))).toBe(TYPE_ERROR)
    expect(call((h) => nest(h, LIMIT, inside(h), firstCalled))).toBe(TOO_DEEP)
  })

  test.each(binders)('%s is one level', (_name, around) => {
    expect(call((h) => nest(h, LIMIT - 1, around(h, add), firstCalled))).toBe(8)
    expect(call((h) => nest(h, LIMIT, around(h, add), firstCalled))).toBe(TOO_DEEP)
  })
})

test(
  'a device, call by call',
  async () => {
    const evaluator: GpuEvaluator = new GpuEvaluator(gpu)
    const call = async (used: Evaluator, make: (h: Heap) => Word): Promise<Word> => {
      const h = new Heap()
      const { results } = await used.evaluate(h, [{ fn: make(h), args: [7] }])
      return results[0]!
    }
    try {
      for (const [, around] of combinators) {
        expect(await call(evaluator, (h) => nest(h, LIMIT - 1, around(h, size), firstCalled))).toBe(TYPE_ERROR)
        expect(await call(evaluator, (h) => nest(h, LIMIT, around(h, size), firstCalled))).toBe(TOO_DEEP)
      }
      expect(await call(evaluator, (h) => nest(h, LIMIT, newClosure2(h, RBIND, add, 1), firstCalled))).toBe(TOO_DEEP)
    } finally {
    }
  },
  10 * MINUTES,
)

test('a device with whole programs', { tags: ['long'] }, async () => {
  // `increment` fails on a grid; one round finds out, while a value would need a round for each level.
  const program = (name: string, depth: number): string => {
    const lines = Array.from(
      { length: depth },
      (_, k) => `    x${k + 1} = compose(identity, ${k === 0 ? 'increment' : `x${k}`})`,
    )
    return [
      `def solve_${name}_turnflip(I):`,
      ...lines,
      `    x${depth + 1} = x${depth}(I)`,
      `    return x${depth + 1}`,
      '',
    ].join('\n')
  }
  const { programs } = readProgramFile(program('limit', LIMIT) + '\n' + program('beyond', LIMIT + 1), 'depth.py')
  expect(programs.length).toBe(2)
  const tasks = galleryTasks({ samples: 2 }).filter(({ id }) => id === 'turnflip')
  const device = new LocalDevice(gpu)
  const backend = new GpuBackend({ open: [async () => device] })
  const pairs: PairResult[] = []
  const request = { programs, dataset: makeDataset(tasks), settings: { budget: 1 << 20 } }
  const report = await runPrograms({ ...request, backend, onPair: (pair) => pairs.push(pair) })
  const onCpu: PairResult[] = []
  await runPrograms({ ...request, onPair: (pair) => onCpu.push(pair) })
  expect(pairs).toEqual(onCpu)
  expect(report.gpu!.fallbacks).toEqual([])
  const messages = pairs.map((pair) => [
    pair.program,
    [...new Set(failuresOf(pair).map(({ statement, message }) => `${statement} ${message}`))],
  ])
  const type = 'type: an argument has a wrong kind'
  expect(messages).toEqual([
    ['solve_limit_turnflip', [`x257 ${type} (deviation 2)`]],
    ['solve_beyond_turnflip', [`x258 ${type} (deviation 5)`]],
  ])
})
