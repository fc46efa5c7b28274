// The view of an evolution: its lines, and when it is drawn.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flipped, taskOf } from '../../../test/evolve/small-tasks.ts'
import type { RoundReport } from '../../evolve/evolve.ts'
import type { GenerationReport } from '../../evolve/generation-report.ts'
import { LiveView } from '../evolve/live-view.ts'
import { describeCounts, describeSearch, drawEvolution } from './evolve-view.ts'

const REPORT: GenerationReport = {
  search: 'flip',
  generation: 3,
  evaluations: 12_000,
  calls: 20_000,
  population: 200,
  behaviours: 180,
  archive: 400,
  parts: 2000,
  accepted: { wrap: 3 },
  best: {
    error: 1200,
    right: 1,
    demos: 3,
    statements: 1,
    operator: 'wrap',
    source: 'def solve(I):\n    x1 = vmirror(I)\n    return x1\n',
  },
  solved: [],
  isDone: false,
}
const COUNTS = { round: 4, done: 1, total: 8, solved: 1, evaluations: 12_000, rate: 3456.7 }
const PLAIN = { color: false, width: 79, maxRows: 30 }

test('counts and a search are a line each', () => {
  expect(describeCounts(COUNTS)).toBe('round 4: 1 of 8 searches done, 1 solved, 12,000 evaluations, 3,457 a second')
  expect(describeCounts({ ...COUNTS, total: 1 })).toBe('round 4: 1 solved, 12,000 evaluations, 3,457 a second')
  expect(describeSearch(REPORT)).toBe(
    'flip, generation 3: best right on 1 of 3 demos, error 1,200; 180 behaviours of 200 programs, 20,000 calls',
  )
  expect(describeSearch({ ...REPORT, best: null })).toContain('no program yet')
})

test('the best program is above its output beside the expected one, within the lines of the terminal', () => {
  const output = { demo: 2, expected: { g: ['01', '23'] }, actual: { g: ['01', '33'] } }
  const lines = drawEvolution(COUNTS, REPORT, output, PLAIN)
  expect(lines.slice(2, 6)).toEqual([
    'def solve(I):',
    '    x1 = vmirror(I)',
    '    return x1',
    'demo 2: 1 of 4 cells differ',
  ])
  expect(lines[6]).toMatch(/expected.*actual.*difference/)
  expect(drawEvolution(COUNTS, REPORT, output, { ...PLAIN, maxRows: 8 }).length).toBe(8)
  expect(Math.max(...drawEvolution(COUNTS, REPORT, output, { ...PLAIN, width: 40 }).map((line) => line.length))).toBe(
    40,
  )
})

describe('a live view', () => {
  const { isTTY } = process.stderr
  let written = ''
  beforeEach(() => {
    written = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text)
      return true
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    process.stderr.isTTY = isTTY
  })
  const show = async (view: LiveView, report: GenerationReport) => {
    const round = { round: report.generation + 1, generations: [report], done: 0, total: 1 } as unknown as RoundReport
    await view.show(round)
  }

  test('is a line for each search that ends where stderr is no terminal', async () => {
    process.stderr.isTTY = false
    const view = new LiveView([taskOf('flip', flipped)])
    await show(view, REPORT)
    expect(written).toBe('')
    await show(view, { ...REPORT, isDone: true })
    await show(view, { ...REPORT, isDone: true })
    expect(written).toBe('megabatt: flip: not solved, best right on 1 of 3 demos (3 generations, 20,000 calls)\n')
  })

  test('draws the output of the best program on a terminal, and erases itself', async () => {
    Object.assign(process.stderr, { isTTY: true, columns: 80, rows: 40 })
    const view = new LiveView([taskOf('flip', flipped)])
    await show(view, REPORT)
    expect(written).toContain('x1 = vmirror(I)')
    expect(written).toMatch(/demo 1: \d+ of 12 cells differ/)
    expect(written).toContain('actual')
    const lineCount = written.split('\n').length - 1
    written = ''
    view.clear()
    expect(written).toBe(`\u001B[${lineCount}A\u001B[J`)
  })
})
