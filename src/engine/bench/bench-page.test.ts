// The page of a benchmark: its sections, figures and marks of routes, and names that cannot be tags.

import { expect, test } from 'vitest'
import { sampleBench } from '../../../test/bench-report.ts'
import { renderBench } from './bench-page.ts'

const two = (first: number, second: number) => [
  { samples: 3, passesMs: [first, first * 1.1, first * 1.2] },
  { samples: 100, passesMs: [second, second * 1.1, second * 1.2] },
]
const report = sampleBench({ sequential: two(1, 20), workers: two(2, 10), 'gpu-resident': two(50, 60) }, [
  { route: 'native', isMeasured: false, reason: 'not <compiled>' },
  { route: 'native-workers', isMeasured: false, reason: 'not <compiled>' },
])

test('has the four charts, all results, and what was left out', () => {
  const page = renderBench(report)
  const heads = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map((found) => found[1])
  expect(heads).toEqual(['Speed-up by batch size', 'Growth', 'Time by phase', 'Cost by primitive', 'All results'])
  expect(page).toContain('2 cores · a card · Node 20.19.0')
  expect(page).toContain('Left out: native, native-workers (not &lt;compiled&gt;).')
  expect(page).toContain('All 927 compared evaluations are equal to those of the sequential route.')
  expect(page).not.toMatch(/https?:|<script|NaN|Infinity|undefined/)
})

test('a route has the same mark in every chart', () => {
  const [speedUp, growth] = renderBench(report).split('<h2>Growth</h2>')
  for (const part of [speedUp, growth]) expect(part).toMatch(/class="series s1"[^>]*><path[^>]*>.*?<\/svg> workers/s)
  expect(speedUp).not.toContain('class="series s0"')
})

test('break-even sizes and results are in tables', () => {
  const page = renderBench(report)
  expect(page).toMatch(/<td>workers<\/td><td>12.5 ms<\/td><td>~\d+<\/td>/)
  expect(page).toMatch(/<td>gpu-resident<\/td><td>12.5 ms<\/td><td>&gt; 100<\/td>/)
  expect(page).toMatch(/<td>workers<\/td><td>100<\/td><td>11.0 ms<\/td>.*<td>2.00<\/td><td>300\/300<\/td>/)
})

test('the start is in the table of phases, and not in the bars', () => {
  const phases = renderBench(report).split('<h2>Time by phase</h2>')[1]!.split('<h2>')[0]!
  expect(phases).not.toContain('<title>start</title>')
  expect(phases).toContain('<title>run</title>')
  expect(phases).toMatch(/<td>workers<\/td><td>1.00 ms<\/td><td>12.5 ms<\/td>/)
})

test('transfers have short sizes', () => {
  const crossing = { upload: { count: 1202, bytes: 3_341_468 }, download: { count: 1, bytes: 500 } }
  const gpu = [{ samples: 3, passesMs: [1], ...crossing }]
  const page = renderBench(sampleBench({ sequential: [{ samples: 3, passesMs: [1] }], 'gpu-resident': gpu }))
  expect(page).toContain('<td>1,202 (3.34MB)</td><td>1 (500B)</td>')
})

test('differences are told', () => {
  const wrong = { samples: 3, passesMs: [1], correct: { count: 8, of: 9 } }
  const page = renderBench(sampleBench({ sequential: [{ samples: 3, passesMs: [1] }], workers: [wrong] }))
  expect(page).toContain('1 of 18 compared evaluations differ from those of the sequential route.')
})

test('kernels of a device have a table', () => {
  const kernels = Array.from({ length: 31 }, (_, k) => ({ kernel: `k${k}`, calls: 5, dispatches: 2, ms: 3 }))
  const page = renderBench({ ...report, profile: { ...report.profile, kernels } })
  expect(page).toContain('<td>k29</td><td>5</td><td>2</td><td>3.00 ms</td>')
  expect(page).not.toContain('<td>k30</td>')
  expect(page).toContain('1 more kernel not shown.')
})

test('the sequential route alone has a page', () => {
  expect(renderBench(sampleBench({ sequential: two(1, 2) }))).toContain('No other route was measured.')
})
