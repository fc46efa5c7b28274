// Results of batts: outputs are described when they are read, from evaluations that may have changed meanwhile, and equal counts are shared.

import { expect, test } from 'vitest'
import { CORRECT, type Evaluations, FAILED, UNSCORED, WRONG } from '../../backends/backend.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { BUDGET_ERROR } from '../../kernel/errors.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { collectPair } from './pair-result.ts'
import { SampleDescriber } from './sample-result.ts'

const BATT = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    o.append((1, False, 'mirrors', t1))
    t2 = hmirror(I)
    s.append((2, 'None', 'differ', t2))
    return o, s
`
const program = readPrograms(BATT, 'batt.py').programs[0]!
const grid = gridFromRows([[1, 2, 3]])
const cuts = (sampleCount: number) => new Int32Array(4 * sampleCount).fill(0).with(2 * sampleCount, 2)

/** A unit of two batts, of which the second is described: right, then wrong in one cell, then failed, then unknown, and so on. */
function unitOf(sampleCount: number, defaults: readonly number[]): Evaluations {
  const verdicts = Array.from({ length: sampleCount }, (_, s) => [CORRECT, WRONG, FAILED, UNSCORED][s % 4]!)
  const zeros = verdicts.map(() => 0)
  const cut = cuts(sampleCount)
  cut[2 * sampleCount + 1] = BUDGET_ERROR
  return {
    programCount: 2,
    sampleCount,
    executed: 0,
    verdicts: Uint8Array.from([...zeros, ...verdicts]),
    differences: Int32Array.from([...zeros, ...verdicts.map((_, s) => s % 2)]),
    errors: Int32Array.from([...zeros, ...verdicts.map((verdict) => (verdict === FAILED ? BUDGET_ERROR : 0))]),
    failedStatements: Int32Array.from([...zeros, ...verdicts.map((verdict) => (verdict === FAILED ? 1 : 0))]),
    defaults: [new Int32Array(2), Int32Array.from(defaults)],
    candidates: [Int32Array.from(zeros), Int32Array.from(verdicts, (_, s) => s % 2)],
    cuts: [undefined, cut],
  }
}

function collect(units: readonly Evaluations[]) {
  const count = units.reduce((sum, { sampleCount }) => sum + sampleCount, 0)
  const pair = { input: grid, output: grid }
  const task = { id: 'wide', train: [pair, pair], test: Array.from({ length: count - 2 }, () => pair) }
  const planned = { mode: 'guarded', guarded: Int32Array.from([0, 1]) } as const
  return collectPair({ task, program, planned, index: 1, units, describer: new SampleDescriber(task) })
}

/** Overwrites all tables, as a device or a thread may that uses their memory again. */
function overwrite({ verdicts, differences, errors, failedStatements, candidates }: Evaluations): void {
  for (const table of [verdicts, differences, errors, failedStatements, ...candidates]) table!.fill(1)
}

test.each([
  ['few samples', [4, 3]],
  ['many samples', [4, 40]],
])('the outputs of a batt on %s are those of the evaluations it was collected from', (_, sizes) => {
  const units = sizes.map((size) => unitOf(size, [1, 0]))
  const result = collect(units)
  for (const unit of units) overwrite(unit)
  const [mirrors, differ] = result.battOutputs!
  const verdictsOf = (size: number) =>
    Array.from({ length: size }, (__, s) => ['right', 'wrong', 'limit', 'unknown'][s % 4])
  expect(mirrors).toMatchObject({ kind: 'o', name: 'mirrors', verdict: 'limit' })
  expect('samples' in mirrors! && mirrors.samples.map(({ verdict }) => verdict)).toEqual(sizes.flatMap(verdictsOf))
  expect(differ).toMatchObject({ kind: 's', limits: [{ statement: 't2' }, { statement: 't2' }] })
})

test('the outputs are described once, and are copied with the result', () => {
  const result = collect([unitOf(4, [1, 0])])
  expect(result.battOutputs).toBe(result.battOutputs)
  expect(Object.keys(result)).toContain('battOutputs')
  expect(JSON.parse(JSON.stringify(result))).toEqual({ ...result })
  expect(structuredClone(result)).toEqual({ ...result })
})

test('equal counts of defaults are one object, others are not', () => {
  const [one, same, other, large, largeToo] = [
    [3, 3],
    [3, 0],
    [4, 0],
    [100, 0],
    [100, 0],
  ].map((defaults) => collect([unitOf(4, defaults)]).defaults)
  expect(one).toEqual([
    { statement: 't1', count: 3 },
    { statement: 't2', count: 3 },
  ])
  expect(same![0]).toBe(one![0])
  expect(other).toEqual([{ statement: 't1', count: 4 }])
  expect(large).toEqual([{ statement: 't1', count: 100 }])
  expect(large).toEqual(largeToo)
})
