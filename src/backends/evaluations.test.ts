// The memory of evaluations: parts lie one behind the other, and a second view sees what was written through the first.

import { expect, test } from 'vitest'
import { galleryPrograms } from '../data/gallery.ts'
import { mergePrograms } from '../plan/graph.ts'
import { lowerGraph } from '../plan/plan.ts'
import type { Evaluations, RunSettings } from './backend.ts'
import { evaluationBytes, outputCount, viewEvaluations } from './evaluations.ts'

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
