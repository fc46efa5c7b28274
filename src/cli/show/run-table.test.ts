// The report for a terminal: which rows, in which order, in which words.

import { expect, test } from 'vitest'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import type { PairSummary } from '../../engine/run/pair-result.ts'
import { judgeSamples } from '../../engine/run/pair-verdict.ts'
import { ReportBuilder, type RunReport } from '../../engine/run/run-report.ts'
import type { SampleResult } from '../../engine/run/sample-result.ts'
import { type RunView, formatRun } from './run-table.ts'

/** Samples: two demos and tests. r right, ? unknown, 1-9 differing cells of 100, s another size, n no grid, e error, l limit. */
function judge(letters: string) {
  const samples = [...letters].map((letter, k): SampleResult => {
    const name = k < 2 ? ({ set: 'demo', number: k + 1 } as const) : ({ set: 'test', number: k - 1 } as const)
    const failure = { statement: 'x2', line: 7, kind: 'type', message: 'type: no' } as const
    if (letter === 'r') return { ...name, verdict: 'right' }
    if (letter === '?') return { ...name, verdict: 'unknown' }
    if (letter === 'e') return { ...name, verdict: 'error', ...failure }
    if (letter === 'l') return { ...name, verdict: 'limit', ...failure, statement: null, line: null }
    if (letter === 's') return { ...name, verdict: 'wrong', mismatch: 'size', cells: 100 }
    if (letter === 'n') return { ...name, verdict: 'wrong', mismatch: 'not-a-grid', cells: 100 }
    return { ...name, verdict: 'wrong', mismatch: 'cells', cells: 100, differing: Number(letter) * 10 }
  })
  return judgeSamples(samples)
}

function pairOf(program: string, letters: string, task = program.replace(/^.*_/, ''), solvers?: string[]): PairSummary {
  const battOutputs = solvers?.map(
    (own, k) => ({ kind: 'o', number: k + 1, name: `s${k + 1}`, ...judge(own) }) as const,
  )
  return { program, file: 'a.py', task, ...judge(letters), defaults: [], ...(battOutputs && { battOutputs }) }
}

function reportOf(pairs: readonly PairSummary[]): RunReport {
  const builder = new ReportBuilder(new CpuBackend(), 'hash')
  for (const [k, pair] of pairs.entries()) builder.add(k, pair)
  builder.report.tasks = new Set(pairs.map(({ task }) => task)).size
  builder.report.programs = new Set(pairs.map(({ program }) => program)).size
  return builder.report
}

const commandOf: RunView['commandOf'] = ({ program }) => `trace ${program}`
const reasonOf: RunView['reasonOf'] = () => undefined

/** The rows, without the sums. */
function rowsOf(pairs: readonly PairSummary[], view: Partial<RunView> = {}): string[] {
  const lines = formatRun(reportOf(pairs), { all: false, width: 200, commandOf, reasonOf, ...view }).split('\n')
  return lines.slice(0, lines.indexOf(''))
}

const MIXED = [
  pairOf('solve_aa', 'rrr'),
  pairOf('solve_bb', 'reer'),
  pairOf('solve_cc', 'rr1'),
  pairOf('solve_dd', '2rs'),
  pairOf('solve_ee', 'rr?'),
  pairOf('solve_ff', 'rln'),
  pairOf('solve_gg', '1rr'),
]

test('failures with their samples and reasons, near misses first, and one line for the rest', () => {
  expect(rowsOf(MIXED)).toEqual([
    'NEAR  solve_cc  1 of 3 wrong: test 1 (10 of 100 cells)',
    '      trace solve_cc',
    'NEAR  solve_gg  1 of 3 wrong: demo 1 (10 of 100 cells)',
    '      trace solve_gg',
    'FAIL  solve_dd  2 of 3 wrong: demo 1 (20 of 100 cells), test 1 (another size)',
    '      trace solve_dd',
    'ERROR solve_bb  2 of 4 errors at x2, line 7 (type: no): demo 2, test 1',
    '      trace solve_bb',
    'LIMIT solve_ff  1 of 3 wrong: test 1 (no grid); 1 of 3 limit (type: no): demo 2',
    '      trace solve_ff',
    'PASS  2 of 7 solve their task or pass all its demos; --show solved lists them',
  ])
  expect(rowsOf(MIXED.slice(0, 2)).at(-1)).toBe('PASS  1 of 2 solve their task; --show solved lists them')
})

const namesIn = (rows: readonly string[]) =>
  rows.flatMap((row) => /^[A-Z]+ +(solve_\w+)/.exec(row)?.[1]?.slice(-2) ?? [])

test.each<[Partial<RunView>, string]>([
  [{ show: 'near' }, 'cc gg'],
  [{ show: 'solved' }, 'aa ee'],
  [{ show: 'failed' }, 'cc gg dd bb ff'],
  [{ all: true }, 'cc gg dd bb ff aa ee'],
  [{ all: true, show: 'solved' }, 'aa ee'],
  [{ all: true, sort: 'name' }, 'aa bb cc dd ee ff gg'],
  [{ sort: 'name' }, 'bb cc dd ff gg'],
  [{ all: true, sort: 'task' }, 'aa bb cc dd ee ff gg'],
  [{ all: true, sort: 'cells' }, 'aa ee cc gg bb dd ff'],
  [{ all: true, sort: 'right' }, 'aa ee cc gg bb dd ff'],
])('%j: %s', (view, names) => {
  expect(namesIn(rowsOf(MIXED, view)).join(' ')).toBe(names)
})

test('rows of passed results say which', () => {
  expect(rowsOf(MIXED, { show: 'solved' })).toEqual([
    'PASS  solve_aa  3 of 3 right',
    'PASS  solve_ee  passes all demos, test outputs unknown',
  ])
})

test('twenty rows unless all are wanted', () => {
  const many = Array.from({ length: 25 }, (_, k) => pairOf(`solve_t${k}`, 'rrs'))
  const rows = rowsOf(many)
  expect([rows.length, rows.at(-1)]).toEqual([41, '… and 5 more; --all lists them'])
  expect(rowsOf(many, { all: true })).toHaveLength(50)
})

test('with several programs for a task, a row for each task that none solves: the best of them', () => {
  const pairs = ['aa', 'bb', 'cc'].flatMap((task) => [
    pairOf('solve_x', task === 'aa' ? 'rrr' : 'rss', task),
    pairOf('solve_y', task === 'bb' ? 'rr1' : 'eee', task),
  ])
  expect(rowsOf(pairs)).toEqual([
    'NEAR  bb  best of 2: solve_y  1 of 3 wrong: test 1 (10 of 100 cells)',
    '      trace solve_y',
    'FAIL  cc  best of 2: solve_x  2 of 3 wrong: demo 2 (another size), test 1 (another size)',
    '      trace solve_x',
    'PASS  1 of 3 tasks solved by 1 of 6 results; --show solved lists them, --show failed the others',
  ])
  expect(rowsOf(pairs, { show: 'solved' })).toEqual(['PASS  solve_x on aa  3 of 3 right'])
})

test('the solvers of a batt are judged one by one', () => {
  expect(rowsOf([pairOf('batt_aa', 'rrs', 'aa', ['rss', 'rrs'])])).toEqual([
    'FAIL  aa  best of 2: batt_aa/s2  1 of 3 wrong: test 1 (another size)',
    '      trace batt_aa',
  ])
  const entries: unknown[] = []
  rowsOf([pairOf('batt_aa', 'rrs', 'aa', ['rss', 'rrs'])], { commandOf: (_, row) => void entries.push(row.entry) })
  expect(entries).toEqual([{ solver: 's2' }])
  expect(rowsOf([pairOf('batt_aa', 'rrr', 'aa', ['rrr', 'rrs'])])).toEqual([
    'PASS  1 of 1 task solved by 1 of 2 results; --show solved lists them, --show failed the others',
  ])
  const row = rowsOf([pairOf('batt_aa', 'rrr', 'aa', ['rrr', 'rrs'])], { all: true })
  expect(row).toEqual(['PASS  batt_aa  3 of 3 right; 1 of 2 solvers pass: s1'])
  // Each sample is right by another solver.
  expect(rowsOf([pairOf('batt_aa', 'rrr', 'aa', ['rss', 'srr'])])).toEqual([
    'PASS  1 of 1 task solved by 1 of 3 results; --show solved lists them, --show failed the others',
  ])
})

test('many samples are not all named, and lines fit the width but for commands', () => {
  const rows = rowsOf([pairOf('solve_aa', 's'.repeat(40))], { width: 60 })
  expect(rows.join('\n')).toContain('test 4 (another size), 34 more')
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(60)
  const command = 'trace '.repeat(20)
  expect(rowsOf([pairOf('solve_aa', 'ss')], { width: 60, commandOf: () => command })).toContain(`      ${command}`)
})

test('names are shown without control characters', () => {
  expect(rowsOf([pairOf('solve\u001B[31m_aa', 'ss', 'aa')], { commandOf: () => undefined })[0]).toMatch(
    /^FAIL {2}solve\?\[31m_aa /,
  )
})

test('sums tell demos from tests, and 1,716 of 1,718 are not 100 %', () => {
  const pairs = [...Array.from({ length: 858 }, (_, k) => pairOf(`solve_t${k}`, 'rr')), pairOf('solve_z', 'sr?')]
  const text = formatRun(reportOf(pairs), { all: false, width: 200, commandOf, reasonOf })
  expect(text).toContain(
    '1,719 evaluations: 1,717 right (99.9 % of known outputs), 1 wrong, 0 errors, 0 limits, 1 of unknown output',
  )
  expect(text).toContain('right on demos 1,717 of 1,718 (99.9 %), on tests 0 of 0 and 1 unknown')
  expect(text).toContain('858 of 859 tasks solved, by 858 programs')
})

test('tasks of unknown test outputs', () => {
  const text = formatRun(reportOf([pairOf('solve_aa', 'rr?'), pairOf('solve_bb', 'rs?')]), {
    all: false,
    width: 200,
    commandOf,
    reasonOf,
  })
  expect(text).toContain('all demos passed on 1 of 2 tasks, by 1 program; their test outputs are unknown')
})

test('the reason of an error stands below its row', () => {
  const reason = 'type error: first: container is the integer 2'
  const rows = rowsOf([pairOf('solve_aa', 'rre')], { reasonOf: () => reason })
  // The message of the kind would say less of the same.
  expect(rows.slice(0, 2)).toEqual(['ERROR solve_aa  1 of 3 error at x2, line 7: test 1', `      ${reason}`])
  // Only the first failure is explained.
  expect(rowsOf([pairOf('solve_aa', 'ler')], { reasonOf: () => reason })[0]).toMatch(
    /1 of 3 limit: demo 1; 1 of 3 error at x2, line 7 \(type: no\): demo 2$/,
  )
})

test('limits by kind, with the option that raises each', () => {
  const batt = pairOf('batt', 'rrr', 'aa', ['lll', 'rrr'])
  const text = formatRun(reportOf([pairOf('solve_aa', 'rll'), batt]), { all: false, width: 400, commandOf, reasonOf })
  expect(text).toContain('cut off: 5 at deviations from Python (docs/deviations.md)\n')
  const limited = (kind: 'budget' | 'room' | 'overflow') => {
    const pair = pairOf('solve_aa', 'rrl')
    const samples = pair.samples.map((sample) => (sample.verdict === 'limit' ? { ...sample, kind } : sample))
    return { ...pair, samples }
  }
  const all = formatRun(reportOf([limited('budget'), limited('room'), limited('room'), limited('overflow')]), {
    all: false,
    width: 400,
    commandOf,
    reasonOf,
  })
  expect(all).toContain(
    'cut off: 1 at the budget of 16,777,216 units of work a statement (raise it with --budget), 2 at the memory allowance of 67,108,864 words (raise it with --program-memory), 1 at integers over 31 bits\n',
  )
})
