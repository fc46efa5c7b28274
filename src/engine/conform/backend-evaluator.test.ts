// Single calls as plans: the answers are those of the evaluator that makes calls one by one.

import { expect, test } from 'vitest'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { TYPE_ERROR } from '../../kernel/errors.ts'
import { primitiveWord } from '../../language/names.ts'
import { decodeNotation, encodeNotation } from '../../language/values/value-notation.ts'
import { BackendEvaluator } from './backend-evaluator.ts'

test('values, errors and calls of what was returned, in their order', async () => {
  const backend = new CpuBackend()
  const evaluator = new BackendEvaluator(backend)
  expect([evaluator.name, evaluator.work]).toEqual([backend.name, backend.work])
  const heap = evaluator.newHeap()
  const pair = encodeNotation(heap, { t: [1, 2, 3] })
  const calls = [
    { fn: primitiveWord('add'), args: [1, 2] },
    { fn: primitiveWord('size'), args: [5] },
    { fn: primitiveWord('rbind'), args: [primitiveWord('subtract'), 1], then: [5] },
    { fn: primitiveWord('astuple'), args: [pair, 7] },
  ]
  const { heap: answers, results } = await evaluator.evaluate(heap, calls)
  expect(results).toHaveLength(4)
  expect([results[0], results[1], results[2]]).toEqual([3, TYPE_ERROR, 4])
  expect(decodeNotation(answers, results[3]!)).toEqual({ t: [{ t: [1, 2, 3] }, 7] })
  expect(backend.work.executed).toBe(5)
})
