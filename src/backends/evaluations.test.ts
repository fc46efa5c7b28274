// The memory of evaluations: parts lie one behind the other, and a second view sees what was written through the first.

import { expect, test } from 'vitest'
import { galleryPrograms } from '../data/gallery.ts'
import { mergePrograms } from '../plan/graph.ts'
import { lowerGraph } from '../plan/plan.ts'
import { CORRECT, type Evaluations, type RunSettings, WRONG } from './backend.ts'
import {
  EvaluationMemory,
  evaluationBytes,
  newArea,
  outputCount,
  plainVerdictsAt,
  readEvaluations,
  viewEvaluations,
} from './evaluations.ts'

const gallery = galleryPrograms()
const batt = gallery.find(({ mode }) => mode === 'guarded')!
const strict = gallery.filter(({ mode, dialect }) => mode === 'strict' && dialect === batt.dialect).slice(0, 3)
const plan = lowerGraph(mergePrograms([strict[0]!, batt, ...strict.slice(1)]))
const [SAMPLES, FIRST_BYTE] = [5, 8]

function partsOf({ differences, errors, failedStatements, defaults, candidates, hashes = [], verdicts }: Evaluations) {
  const all = [differences, errors, failedStatements, ...defaults, ...candidates, ...hashes, verdicts]
  return all.filter((part) => part !== undefined)
}

test.each(['none', 'hash', 'value'] as const)('with outputs %s, no byte belongs to two parts', (outputs) => {
  const byteLength = evaluationBytes(plan, SAMPLES, outputs)
  expect(byteLength % 4).toBe(0)
  const memory = new ArrayBuffer(FIRST_BYTE + byteLength)
  const parts = partsOf(viewEvaluations(plan, SAMPLES, outputs, memory, FIRST_BYTE))
  const sorted = parts.filter(({ length }) => length > 0).toSorted((a, b) => a.byteOffset - b.byteOffset)
  let end = FIRST_BYTE
  for (const { byteOffset, byteLength: own } of sorted) {
    expect(byteOffset).toBe(end)
    end += own
  }
  expect(memory.byteLength - end).toBeLessThan(4)
})

test('sizes follow from the plan', () => {
  const view = (outputs: RunSettings['outputs']) =>
    viewEvaluations(plan, SAMPLES, outputs, new ArrayBuffer(evaluationBytes(plan, SAMPLES, outputs)), 0)
  const { defaults, candidates, hashes, verdicts } = view('hash')
  const [, planned] = plan.programs
  expect(defaults.map((list) => list?.length)).toEqual([undefined, planned!.guardedSlots.length])
  expect(candidates.map((list) => list?.length)).toEqual([undefined, SAMPLES * planned!.candidates.length])
  expect(hashes!.map(({ length }) => length)).toEqual(plan.programs.map((p) => 2 * SAMPLES * outputCount(p)))
  expect(hashes![1]!.length).toBeGreaterThan(2 * SAMPLES)
  expect(verdicts).toHaveLength(SAMPLES * plan.programs.length)
  expect(view('none').hashes).toBeUndefined()
})

test('a second view sees what was written', () => {
  const memory = new ArrayBuffer(evaluationBytes(plan, SAMPLES, 'hash'))
  const first = viewEvaluations(plan, SAMPLES, 'hash', memory, 0)
  for (const [k, part] of partsOf(first).entries()) part.fill(k + 1)
  expect(viewEvaluations(plan, SAMPLES, 'hash', memory, 0)).toEqual(first)
})

const strictPlan = lowerGraph(mergePrograms(strict))

/** The evaluations of a unit as they are read, and as views; all are right but these. */
function readUnit(
  sampleCount: number,
  wrong: readonly number[] = [],
  own = strictPlan,
  outputs: 'none' | 'hash' = 'none',
) {
  const byteLength = evaluationBytes(own, sampleCount, outputs)
  const memory = new EvaluationMemory(new ArrayBuffer(FIRST_BYTE + byteLength))
  const viewed = viewEvaluations(own, sampleCount, outputs, memory.buffer, FIRST_BYTE, 7)
  viewed.verdicts.fill(CORRECT)
  for (const place of wrong) {
    viewed.verdicts[place] = WRONG
    viewed.differences[place] = place + 1
  }
  return { viewed, read: readEvaluations(own, sampleCount, outputs, { memory, firstByte: FIRST_BYTE }, 7) }
}

test.each([
  ['all are right', [], strictPlan, 'none'],
  ['the first is wrong', [0], strictPlan, 'none'],
  ['the last is wrong', [3 * SAMPLES - 1], strictPlan, 'none'],
  ['there are hashes', [], strictPlan, 'hash'],
  ['there is a batt', [], plan, 'none'],
] as const)('evaluations are read as they were written where %s', (_, wrong, own, outputs) => {
  const { viewed, read } = readUnit(SAMPLES, wrong, own, outputs)
  expect(read).toEqual(viewed)
  expect(Object.keys(read)).toEqual(Object.keys(viewed))
})

test('units of which all evaluations are right share their tables, unless they are large or one is wrong', () => {
  const tableOf = (sampleCount: number, wrong?: readonly number[]) => readUnit(sampleCount, wrong).read.verdicts
  expect(tableOf(SAMPLES)).toBe(tableOf(SAMPLES))
  expect(tableOf(SAMPLES)).not.toBe(tableOf(SAMPLES + 1))
  expect(tableOf(SAMPLES, [1])).not.toBe(tableOf(SAMPLES, [1]))
  expect(tableOf(400)).not.toBe(tableOf(400))
})

test('verdicts of units without batts and hashes are where they are said to be', () => {
  const { verdicts } = readUnit(SAMPLES, [1]).viewed
  expect(plainVerdictsAt(FIRST_BYTE, verdicts.length)).toBe(verdicts.byteOffset)
})

test('no two units share memory', () => {
  const areas = Array.from({ length: 3000 }, (_, k) => ({ size: 4 * (1 + (k % 700)), ...newArea(4 * (1 + (k % 700))) }))
  for (const [k, { memory, firstByte, size }] of areas.entries()) {
    const words = memory.words.subarray(firstByte / 4, (firstByte + size) / 4)
    expect(words.length).toBe(size / 4)
    expect(words.every((word) => word === 0)).toBe(true)
    words.fill(k + 1)
  }
})
