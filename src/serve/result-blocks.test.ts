// Results by column: which pairs share a block, and what the columns say.

import { expect, test } from 'vitest'
import type { PairResult } from '../engine/run/pair-result.ts'
import { judgeSamples } from '../engine/run/pair-verdict.ts'
import type { SampleResult } from '../engine/run/sample-result.ts'
import { BlockWriter } from './result-blocks.ts'

const demo = { set: 'demo', number: 1 } as const
const right: SampleResult = { ...demo, verdict: 'right' }
const failed = (statement: string, line: number, message: string): SampleResult => ({
  ...demo,
  verdict: 'error',
  statement,
  line,
  kind: 'type',
  message,
})

function resultOf(task: string, samples: readonly SampleResult[], more: Partial<PairResult> = {}): PairResult {
  return { program: '', file: '', task, defaults: [], ...judgeSamples(samples), ...more }
}

/** The blocks of these results, of programs at these positions; ids are ten times the positions. */
function blocksOf(results: readonly PairResult[], positions = results.map((_, k) => k)) {
  const writer = new BlockWriter()
  for (const [k, result] of results.entries())
    writer.add(result, { position: positions[k]!, program: 10 * positions[k]! })
  return writer.take()
}

test('failures are one only if statement, line and message are equal', () => {
  const samples = [
    failed('x1', 2, 'a'),
    failed('x2', 2, 'a'),
    failed('x1', 3, 'a'),
    failed('x1', 2, 'b'),
    failed('x1', 2, 'a'),
  ]
  const [block] = blocksOf([resultOf('one', samples)])
  expect(block!.failed).toEqual([0, 1, 2, 3, 0])
  expect(block!.failures.map(({ statement, line, message }) => [statement, line, message])).toEqual([
    ['x1', 2, 'a'],
    ['x2', 2, 'a'],
    ['x1', 3, 'a'],
    ['x1', 2, 'b'],
  ])
})

test('wrong outputs: the number of differing cells, another size, no grid', () => {
  const wrong = (own: object) => ({ ...demo, verdict: 'wrong', cells: 4, ...own }) as SampleResult
  const samples = [
    wrong({ mismatch: 'cells', differing: 3 }),
    right,
    wrong({ mismatch: 'size' }),
    wrong({ mismatch: 'not-a-grid' }),
  ]
  expect(blocksOf([resultOf('one', samples)])).toMatchObject([{ samples: 'wrww', differing: [3, -1, -2] }])
})

test('programs that follow each other are given by the first position, others by their ids', () => {
  const results = [0, 1, 2].map(() => resultOf('one', [right]))
  expect(blocksOf(results, [4, 5, 6])).toMatchObject([{ from: 4, verdicts: 'sss' }])
  const [block] = blocksOf(results, [4, 5, 7])
  expect([block!.from, block!.programs]).toEqual([undefined, [40, 50, 70]])
})

test('a block has the results of one task, and is closed when it is long', () => {
  const many = Array.from({ length: 1 << 16 }, () => right)
  const results = [
    resultOf('one', [right]),
    resultOf('two', many),
    resultOf('two', [right, right]),
    resultOf('two', [right]),
  ]
  expect(blocksOf(results).map(({ task, from, samples }) => [task, from, samples.length])).toEqual([
    ['one', 0, 1],
    ['two', 1, 1 << 16],
    ['two', 2, 3],
  ])
})

test('the details of a batt have its index in the block', () => {
  const detail = { battOutputs: [], defaults: [{ statement: 'x1', count: 2 }] }
  const [block] = blocksOf([resultOf('one', [right]), resultOf('one', [right], detail)])
  expect(block!.batts).toEqual([{ index: 1, outputs: [], defaults: detail.defaults }])
})

test('blocks that were taken are forgotten', () => {
  const writer = new BlockWriter()
  writer.add(resultOf('one', [right]), { position: 0, program: 1 })
  expect(writer.length).toBeGreaterThan(0)
  expect(writer.take()).toHaveLength(1)
  expect([writer.length, writer.take()]).toEqual([0, []])
})
