import { beforeAll, expect, test } from 'vitest'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { runStream } from '../../engine/stream/run-stream.ts'
import type { StreamReport, StreamedPair } from '../../engine/stream/stream-report.ts'
import { formatStream } from './stream-table.ts'

let empty: StreamReport

beforeAll(async () => {
  const windows = (async function* () {})()
  empty = await runStream({ programs: [], windows, ids: [], pairing: 'all', backend: new CpuBackend() })
})

const NONE = { total: 0, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
const FAILURE = { set: 'test', number: 3, verdict: 'wrong', mismatch: 'size', cells: 4 } as const

function pairOf(program: string, counts: Partial<StreamedPair>): StreamedPair {
  const sets = { total: 0, right: 0, unknown: 0 }
  return { ...NONE, program, file: 'x.py', task: 't', verdict: 'wrong', demos: sets, tests: sets, ...counts }
}

/** The rows of a table, up to the sums. */
function rowsOf(results: StreamedPair[], all = false): string[] {
  const text = formatStream({ ...empty, results }, { all, width: 200 })
  return text.slice(0, text.indexOf('\n\n')).split('\n')
}

test('programs with the most failures of any kind come first', () => {
  const failed = { total: 9, firstFailure: FAILURE }
  const rows = rowsOf([
    pairOf('few', { ...failed, wrong: 2 }),
    pairOf('most', { ...failed, limits: 2, errors: 2, wrong: 1 }),
    pairOf('some', { ...failed, errors: 3 }),
    pairOf('more', { ...failed, limits: 4 }),
  ])
  expect(rows.map((row) => / (\w+) on t:/.exec(row)![1])).toEqual(['most', 'more', 'some', 'few'])
  expect(rows[0]).toContain('most on t: 1 wrong, 2 errors, 2 limits of 9; first: test 3')
})

test('twenty rows are shown; the others, and programs that are always right, with --all', () => {
  const wrong = Array.from({ length: 22 }, (_, k) => pairOf(`p${k}`, { wrong: 1, total: 1, firstFailure: FAILURE }))
  const results = [...wrong, pairOf('right', { verdict: 'solved', total: 5 })]
  const rows = rowsOf(results)
  expect(rows.length).toBe(22)
  expect(rows.slice(-2)).toEqual(['2 more; --all lists them', expect.stringContaining('1 of 23 are always right')])
  expect(rowsOf(results.slice(2)).length).toBe(21)
  expect(rowsOf(results, true).length).toBe(23)
  expect(rowsOf(results, true).at(-1)).toContain('right on t: 5 right')
})

test('a failure is named by its place in a list of pairs where it is in one', () => {
  const [row] = rowsOf([pairOf('p', { wrong: 1, total: 2, firstFailure: { ...FAILURE, index: 7 } })])
  expect(row).toContain('first: [7]')
})
