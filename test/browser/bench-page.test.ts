// The page of a benchmark in a real browser: nothing is requested or complained about, and it fits narrow and wide windows.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { renderBench } from '../../src/engine/bench/bench-page.ts'
import { sampleBench } from '../bench-report.ts'
import { useBrowser } from './use-browser.ts'

const HOSTILE = '</td></style><script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked=2">'

const used = useBrowser('bench-page')

function makePage(): string {
  const passes = (ms: number) =>
    [3, 100, 4000].map((samples) => ({ samples, passesMs: [ms * samples, 1.2 * ms * samples] }))
  const report = sampleBench({ sequential: passes(1), workers: passes(0.6), 'gpu-resident': passes(3) }, [
    { route: 'native', isMeasured: false, reason: HOSTILE },
  ])
  const [first, ...others] = report.profile.primitives
  const primitives = [{ ...first!, primitive: HOSTILE }, ...others]
  return renderBench({ ...report, profile: { ...report.profile, primitives } })
}

test.each([
  ['light', 1300],
  ['light', 400],
  ['dark', 1300],
  ['dark', 400],
] as const)('%s, %i pixels wide', async (colorScheme, width) => {
  const path = join(used.folder, 'bench.html')
  await writeFile(path, makePage())
  const page = await (await used.browser).newPage({ viewport: { width, height: 900 }, colorScheme })
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(pathToFileURL(path).href)
  expect(await page.locator('svg.chart').count()).toBe(2)
  // Nothing but tables is wider than the window, and these scroll by themselves.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 23, 26)')
  const bar = await page.locator('.bars rect').first().boundingBox()
  expect(bar!.width).toBeGreaterThan(2)
  expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
  expect(await page.locator('img').count()).toBe(0)
  expect(requests).toEqual([pathToFileURL(path).href])
  expect(complaints).toEqual([])
  await page.close()
})
