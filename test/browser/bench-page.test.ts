// The page of a benchmark in a real browser: nothing is requested or complained about, and it fits narrow and wide windows.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderBench } from '../../src/engine/bench/bench-page.ts'
import { sampleBench } from '../bench-report.ts'
import { openChromium } from './open-chromium.ts'

const HOSTILE = '</td></style><script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked=2">'

let folder: string
// Awaited in each test, so that each fails where there is no browser: when a hook fails, tests count as skipped.
let browser: Promise<Browser>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-bench-page-'))
  browser = openChromium()
  await Promise.allSettled([browser])
})
afterAll(async () => {
  const [outcome] = await Promise.allSettled([browser])
  if (outcome.status === 'fulfilled') await outcome.value.close()
  await rm(folder, { recursive: true, force: true })
})

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
  const path = join(folder, 'bench.html')
  await writeFile(path, makePage())
  const page = await (await browser).newPage({ viewport: { width, height: 900 }, colorScheme })
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
