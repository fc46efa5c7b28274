// Batches: how units are cut into them, and how threads take them.

/// <reference lib="es2024.sharedmemory" />

import { expect, test } from 'vitest'
import type { Task } from '../../data/task.ts'
import { readProgramFile } from '../../language/read-any.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import {
  batchesOf,
  countBatches,
  makeSchedule,
  moveBatch,
  pieceAt,
  raiseLimit,
  stopSchedule,
  takeBatch,
} from './schedule.ts'

const task: Task = { id: 'one', train: [], test: [] }
// One step and one program: a sample has two pieces of work.
const { programs } = readProgramFile('def solve_one(I):\n    return rot90(I)\n', 'one.py')
const plan = lowerGraph(mergePrograms(programs))

function schedule(sampleCounts: readonly number[], workerCount: number, batchEvaluations?: number) {
  const units = sampleCounts.map((to): Unit => ({ plan: 0, task, from: 0, to }))
  return makeSchedule([plan], units, new Map([[task, 0]]), workerCount, batchEvaluations)
}

function unitsPerBatch({ starts }: { readonly starts: Int32Array }): number[] {
  return Array.from(starts.subarray(1), (start, k) => start - starts[k]!)
}

test('units are kept as they are, in their order', () => {
  const units: Unit[] = [
    { plan: 0, task, from: 0, to: 3 },
    { plan: 0, task, from: 3, to: 5 },
  ]
  const made = makeSchedule([plan], units, new Map([[task, 7]]), 2, 1)
  expect([0, 1].map((k) => pieceAt(made, k))).toEqual([
    { unit: 0, plan: 0, task: 7, from: 0, to: 3 },
    { unit: 1, plan: 0, task: 7, from: 3, to: 5 },
  ])
  expect([...made.starts]).toEqual([0, 1, 2])
})

test('a wanted number of evaluations is reached, not kept below', () => {
  expect(unitsPerBatch(schedule([2, 2, 2, 2, 2], 2, 3))).toEqual([2, 2, 1])
  expect(unitsPerBatch(schedule([9, 1, 1], 2, 2))).toEqual([1, 2])
})

test('batches are large at first and small at the end, and never below the least', () => {
  // 4,000 units of 16 pieces of work; the least is 512, which are 32 units.
  const sizes = unitsPerBatch(
    schedule(
      Array.from({ length: 4000 }, () => 8),
      2,
    ),
  )
  expect(sizes[0]).toBe(500)
  expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).toSorted((a, b) => b - a))
  expect(Math.min(...sizes.slice(0, -1))).toBe(32)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(4000)
})

test('long units are cut where a batch ends, down to the least work, and no sample is lost', () => {
  // 2 units of 4,000 samples with two pieces of work each; an eighth of the 16,000 pieces are 1,000 samples.
  const made = schedule([4000, 4000], 2)
  const pieces = Array.from({ length: made.starts.at(-1)! }, (_, k) => pieceAt(made, k))
  expect(unitsPerBatch(made).every((count) => count === 1 || count === 2)).toBe(true)
  expect(pieces[0]).toEqual({ unit: 0, plan: 0, task: 0, from: 0, to: 1000 })
  for (const unit of [0, 1]) {
    const own = pieces.filter((piece) => piece.unit === unit)
    expect([own[0]!.from, own.at(-1)!.to]).toEqual([0, 4000])
    for (const [k, { from }] of own.entries()) expect(from).toBe(own[k - 1]?.to ?? 0)
  }
  const last = pieces.at(-1)!
  expect(last.to - last.from).toBeLessThanOrEqual(1.5 * 256)
  expect(last.to - last.from).toBeGreaterThanOrEqual(128)
})

test('units are not cut where batches have a wanted number of evaluations', () => {
  expect([...schedule([4000, 4000], 2, 100).starts]).toEqual([0, 1, 2])
})

test('a run of nothing has no batch', () => {
  const made = schedule([], 2)
  expect(countBatches(made)).toBe(0)
  expect(takeBatch(made, 1)).toBe(-1)
})

test('each batch is taken once, in order, and belongs to the thread that took it', () => {
  const made = schedule([1, 1, 1, 1], 2, 1)
  raiseLimit(made, 100)
  expect([1, 2, 2, 1, 1, 2].map((thread) => takeBatch(made, thread))).toEqual([0, 1, 2, 3, -1, -1])
  expect([1, 2].map((thread) => batchesOf(made, thread))).toEqual([
    [0, 3],
    [1, 2],
  ])
  moveBatch(made, 2, 3)
  expect([2, 3].map((thread) => batchesOf(made, thread))).toEqual([[1], [2]])
})

test('a thread that must not wait takes no batch beyond the limit', () => {
  const made = schedule([1, 1], 2, 1)
  raiseLimit(made, 1)
  expect([takeBatch(made, 1, false), takeBatch(made, 1, false)]).toEqual([0, -1])
  raiseLimit(made, 2)
  expect(takeBatch(made, 1, false)).toBe(1)
})

test('a stop wakes threads that wait for the limit, and they take no more batches', async () => {
  const made = schedule([1, 1], 2, 1)
  const waits = Array.from(made.control, async (value, k) => Atomics.waitAsync(made.control, k, value).value)
  stopSchedule(made)
  expect(await Promise.race(waits)).toBe('ok')
  expect(takeBatch(made, 1)).toBe(-1)
})

test('a batch whose thread died before it could say so is passed over', () => {
  const made = schedule([1, 1], 2, 1)
  raiseLimit(made, 100)
  moveBatch(made, 0, 1)
  expect(takeBatch(made, 2)).toBe(1)
  expect(batchesOf(made, 1)).toEqual([0])
})
