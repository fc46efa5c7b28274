// The hash of a workload changes with everything that results depend on, and with nothing else.

import { expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import type { RunRequest } from '../run/run-programs.ts'
import { hashWorkload } from './workload-hash.ts'

const dataset = (color: number, ids = ['a1']) =>
  makeDataset(ids.map((id) => ({ id, train: [], test: [{ input: gridFromRows([[color]]) }] })))
const request = (text: string, file = 'p.py'): RunRequest => ({
  programs: readPrograms(text, file).programs,
  dataset: dataset(1),
})
const SOLVER = 'def solve_a1(I):\n    x1 = vmirror(I)\n    return x1\n'
const base = request(SOLVER)

test('file names, names of variables and empty lines do not count', () => {
  const hash = hashWorkload(base)
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(hashWorkload(request(SOLVER, 'other/file.py'))).toBe(hash)
  expect(hashWorkload(request(`\n\n${SOLVER.replaceAll('x1', 'y')}`))).toBe(hash)
  expect(hashWorkload({ ...base, repeat: 5, pairing: 'own', settings: { outputs: 'hash' } })).toBe(hash)
})

test.each<[string, RunRequest]>([
  ['another call', request(SOLVER.replace('vmirror', 'hmirror'))],
  ['another name', request(SOLVER.replace('solve_a1', 'solve_b_a1'))],
  ['another argument', request(SOLVER.replace('vmirror(I)', 'upscale(I, TWO)'))],
  ['one program more', request(`${SOLVER}\n${SOLVER.replace('solve_a1', 'solve_b_a1')}`)],
  ['other grids', { ...base, dataset: dataset(2) }],
  ['other tasks', { ...base, dataset: dataset(1, ['a1', 'b2']) }],
  ['another pairing', { ...base, pairing: 'all' }],
  ['another budget', { ...base, settings: { budget: 5 } }],
  ['another allowance', { ...base, settings: { allowance: 500 } }],
  ['measuring', { ...base, settings: { measure: true } }],
  ['unused statements', { ...base, keepUnused: true }],
])('%s counts', (_, other) => {
  expect(hashWorkload(other)).not.toBe(hashWorkload(base))
})

test('the order of the tasks counts: batches take the first ones', () => {
  const both = dataset(1, ['a1', 'b2'])
  const reversed = { tasks: both.tasks.toReversed(), hash: both.hash }
  expect(hashWorkload({ ...base, dataset: reversed })).not.toBe(hashWorkload({ ...base, dataset: both }))
})
