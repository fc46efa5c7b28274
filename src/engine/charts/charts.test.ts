// Charts: where points, guides and bars are, and that texts cannot be tags.

import { describe, expect, test } from 'vitest'
import { drawBars, drawPartLegend } from './bar-chart.ts'
import { renderChartPage, renderTable } from './chart-page.ts'
import { type LineChart, colorOf, drawChart, drawLegend, spellNumber } from './line-chart.ts'

const point = (x: number, y: number) => ({ x, y, low: y / 2, high: y * 2 })
const chart: LineChart = {
  title: 'a <b> chart',
  xLabel: 'x & x',
  yLabel: 'y',
  series: [
    { label: '<first>', points: [point(1, 1), point(10, 10), point(100, 100)] },
    { label: 'second', points: [point(1, 5)], mark: 9 },
  ],
  guides: [{ label: 'linear', slope: 1, x: 1, y: 1 }],
}

describe('line charts', () => {
  test('points of a power are on a straight line', () => {
    const circles = [...drawChart(chart).matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map((found) => [
      Number(found[1]),
      Number(found[2]),
    ])
    expect(circles).toHaveLength(3)
    const [a, b, c] = circles as [number[], number[], number[]]
    expect(b[0]).toBeCloseTo((a[0]! + c[0]!) / 2, 0)
    expect(b[1]).toBeCloseTo((a[1]! + c[1]!) / 2, 0)
    expect(c[1]).toBeLessThan(a[1]!)
  })

  test('a mark has a colour and a shape of its own, in chart and legend', () => {
    expect(drawChart(chart)).toContain('class="series s1"')
    expect(drawLegend(chart)).toMatch(/class="series s0".*&lt;first&gt;.*class="series s1".*<rect.*second.*linear/)
    expect([colorOf(0), colorOf(7), colorOf(8)]).toEqual(['s0', 's7', 's0'])
  })

  test('a guide outside of the frame is not drawn', () => {
    const level = (y: number) => drawChart({ ...chart, guides: [{ label: 'level', slope: 0, x: 1, y }] })
    expect(level(10)).toContain('class="guide"')
    expect(level(1000)).not.toContain('class="guide"')
    expect(level(0.001)).not.toContain('class="guide"')
  })

  test('own ticks are all labelled', () => {
    const drawn = drawChart({ ...chart, xTicks: [1, 7, 100] })
    expect(drawn).toMatch(/text-anchor="middle">7</)
  })

  test('one point alone has a place', () => {
    const alone = drawChart({
      ...chart,
      series: [{ label: 'one', points: [{ x: 3, y: 2, low: 2, high: 2 }] }],
      guides: [],
    })
    expect(alone).not.toMatch(/NaN|Infinity/)
    expect(alone).toContain('<circle')
  })

  test('texts are no tags', () => {
    expect(drawChart(chart)).toContain('aria-label="a &lt;b&gt; chart"')
    expect(drawChart(chart)).toContain('x &amp; x')
  })
})

test.each([
  [0.0512, '0.0512'],
  [200, '200'],
  [12_345, '12.3k'],
  [2_000_000, '2M'],
])('%d is spelled %s', (value, text) => {
  expect(spellNumber(value)).toBe(text)
})

describe('bars', () => {
  const bars = [
    { label: 'long', text: '<4>', parts: [part('a', 3, 0), part('b', 1, 1)] },
    { label: 'short', text: '1', parts: [part('c', 1, 2)] },
  ]

  test('are relative to the longest, parts behind each other', () => {
    const drawn = drawBars('bars', bars)
    expect(widths(drawn)).toEqual(['0% 75%', '75% 25%', '0% 25%'])
    expect(drawn).toContain('&lt;4&gt;')
  })

  test('or each to its own sum', () => {
    expect(widths(drawBars('bars', bars, { relative: true }))).toEqual(['0% 75%', '75% 25%', '0% 100%'])
  })

  test('of nothing are empty', () => {
    expect(widths(drawBars('bars', [{ label: 'none', text: '', parts: [part('a', 0, 0)] }]))).toEqual(['0% 0%'])
  })

  test('have a legend with each part once', () => {
    const legend = drawPartLegend([...bars, { ...bars[0]! }])
    expect(legend.match(/<li>/g)).toHaveLength(3)
    expect(legend).toMatch(/s0.* a<.*s1.* b<.*s2.* c</)
  })

  function part(name: string, value: number, mark: number) {
    return { name, value, mark }
  }

  function widths(drawn: string): string[] {
    return [...drawn.matchAll(/x="([\d.]+%)" width="([\d.]+%)"/g)].map((found) => `${found[1]} ${found[2]}`)
  }
})

test('a page has its style inside, and a policy that allows nothing else', () => {
  const page = renderChartPage(
    '<title>',
    renderTable(
      ['a'],
      [['<td>', 1]].map((row) => row),
    ),
  )
  expect(page).toContain('<title>&lt;title&gt;</title>')
  expect(page).toContain('<td>&lt;td&gt;</td><td>1</td>')
  expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; img-src data:/)
  expect(page).not.toMatch(/https?:|<script/)
})
