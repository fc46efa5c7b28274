import { expect, test } from 'vitest'
import { parseCheckpoint } from './parse-checkpoint.ts'

const INDIVIDUAL = { program: 0, operator: 'wrap' }
const SEARCH = {
  generation: 1,
  work: { evaluations: 2, calls: 3 },
  isDone: false,
  programs: {},
  islands: [[INDIVIDUAL]],
  best: INDIVIDUAL,
  solutions: [['task', 0]],
  archive: ['behaviour'],
  parts: {},
  kinds: [1],
}
const CHECKPOINT = { version: 1, key: 'key', round: 2, searches: [SEARCH, null] }

test('a checkpoint is read as it was written', () => {
  expect(parseCheckpoint(JSON.stringify(CHECKPOINT), 'c.json')).toEqual(CHECKPOINT)
  const begun = { ...SEARCH, best: null, islands: [], solutions: [], archive: [], kinds: [] }
  expect(parseCheckpoint(JSON.stringify({ ...CHECKPOINT, searches: [begun] }), 'c.json').searches).toEqual([begun])
})

test.each([
  'x',
  null,
  [CHECKPOINT],
  { ...CHECKPOINT, version: 2 },
  { ...CHECKPOINT, key: 1 },
  { ...CHECKPOINT, round: -1 },
  { ...CHECKPOINT, searches: {} },
  ...[
    7,
    { ...SEARCH, generation: 0.5 },
    { ...SEARCH, work: null },
    { ...SEARCH, work: { calls: 3 } },
    { ...SEARCH, work: { evaluations: 3 } },
    { ...SEARCH, isDone: 0 },
    { ...SEARCH, islands: [INDIVIDUAL] },
    { ...SEARCH, islands: [[{ program: 0 }]] },
    { ...SEARCH, best: { operator: 'wrap' } },
    { ...SEARCH, best: undefined },
    { ...SEARCH, solutions: ['task'] },
    { ...SEARCH, solutions: [[0, 0]] },
    { ...SEARCH, solutions: [['task']] },
    { ...SEARCH, archive: [1] },
    { ...SEARCH, kinds: ['1'] },
  ].map((search) => ({ ...CHECKPOINT, searches: [null, search] })),
])('%j is refused', (json) => {
  expect(() => parseCheckpoint(json === 'x' ? json : JSON.stringify(json), 'c.json')).toThrow(
    expect.objectContaining({ code: 'evolve-resume', place: { file: 'c.json' } }),
  )
})
