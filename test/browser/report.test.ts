// HTML reports in a real browser: nothing is requested or complained about, names are text, controls work, and large ones stay light.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { gridFromRows } from '../../src/data/grid-rows.ts'
import { gatherReport } from '../../src/engine/report/gather-report.ts'
import { renderReport } from '../../src/engine/report/render-report.ts'
import { scorePrograms } from '../../src/engine/score/score-programs.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { useBrowser } from './use-browser.ts'
import { largeReport } from './large-report.ts'

const HOSTILE = '</script><script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked=2">\\\'"&lt;'
const HOSTILE_TASK = '<b>"task"</b></title><script>globalThis.hacked = 3</script>'

const PROGRAMS = `def solve_flip(I):
    return vmirror(I)

def solve_near(I):
    return fill(vmirror(I), FIVE, initset(astuple(ZERO, ZERO)))

def solve_fails(I):
    return first(ZERO)

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = hmirror(I)
    o.append((1, False, ${JSON.stringify(HOSTILE)}, t1))
    t2 = astuple(size(difference(I, C)), I)
    s.append((2, 'None', ${JSON.stringify(HOSTILE)}, t2))
    return o, s
`

/** A grid of three rows of four, drawn by a number. */
const rows = (seed: number) => [0, 1, 2].map((i) => [0, 1, 2, 3].map((j) => (seed + 3 * i + j * j) % 10))
const flipped = (seed: number) => rows(seed).map((row) => row.toReversed())

const pairOf = (seed: number) => ({ input: gridFromRows(rows(seed)), output: gridFromRows(flipped(seed)) })
const TASKS = [
  { id: HOSTILE_TASK, train: [pairOf(1), pairOf(2)], test: [pairOf(3), { input: gridFromRows(rows(4)) }] },
  { id: 'unsolved', train: [{ ...pairOf(1), output: gridFromRows([[7]]) }], test: [pairOf(6)] },
]

async function makeReport() {
  const { programs, diagnostics } = readPrograms(PROGRAMS, 'hostile.py')
  expect(diagnostics).toEqual([])
  const dataset = makeDataset(TASKS)
  const { run, report, attempts } = await scorePrograms({ programs, dataset, pairing: 'all' })
  const backend = new CpuBackend()
  const title = `score of ${HOSTILE_TASK}`
  return gatherReport({ title, programs, dataset, pairing: 'all', run, score: { report, attempts }, backend })
}

const used = useBrowser('report')

/** The part of the page’s globals that a function sent there uses. */
interface PageGlobals {
  readonly document: { querySelector(selector: string): { toDataURL(): string } }
}

interface Opened {
  readonly page: Page
  readonly requests: string[]
  readonly complaints: string[]
}

async function open(html: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Opened> {
  const path = join(used.folder, 'report.html')
  await writeFile(path, html)
  const page = await (await used.browser).newPage({ viewport: { width: 1400, height: 900 }, ...options })
  page.setDefaultTimeout(300_000)
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(pathToFileURL(path).href)
  await page.evaluate("document.querySelector('#task-0').scrollIntoView()")
  await page.waitForSelector('#task-0 canvas', { state: 'attached' })
  return { page, requests, complaints }
}

/** In cards out of view there is no rendered text. */
const contentOf = (page: Page, selector: string) => page.locator(selector).first().textContent()
const textOf = (page: Page, selector: string) => page.locator(selector).first().innerText()

test('a page asks for nothing, complains about nothing, and shows hostile names as text', async () => {
  const { page, requests, complaints } = await open(renderReport(await makeReport()))
  expect(await page.title()).toBe(`score of ${HOSTILE_TASK}`)
  expect(await contentOf(page, '#task-0 h3')).toBe(HOSTILE_TASK)
  expect(await page.locator('#task-1 option').allTextContents()).toContain(`${HOSTILE} in batt`)
  expect(await textOf(page, '#score')).toContain(HOSTILE)
  for (const link of await page.locator('nav a').all()) await link.click()
  expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
  expect(await page.locator('img').count()).toBe(0)
  expect(requests.map((url) => url.replace(/#.*/, ''))).toEqual([pathToFileURL(join(used.folder, 'report.html')).href])
  expect(complaints).toEqual([])
  await page.close()
})

test('an inline script that is not the page’s own does not run', async () => {
  const html = renderReport(await makeReport()).replace('<div id="report">', '<script>globalThis.hacked = 4</script>$&')
  const { page } = await open(html)
  expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
  await page.close()
})

test('grids, verdicts and differences of a task are shown', async () => {
  const { page } = await open(renderReport(await makeReport()))
  expect(await contentOf(page, '#task-0 .verdict')).toBe('solved by 1 of 4: solve_flip')
  expect(await contentOf(page, '#task-1 .verdict')).toBe('solved by none of 4; best: 0 of 1 demos')
  const labels = () =>
    page.locator('#task-0 canvas').evaluateAll((all) => all.map((canvas) => canvas.getAttribute('aria-label')))
  expect(await labels()).toContain('attempt 1, right, 3 rows, 4 columns')
  await page.locator('#task-0 select').selectOption({ label: 'solve_near' })
  expect(await labels()).toContain('difference, 3 rows, 4 columns')
  expect(await page.locator('#task-0 .mark').allTextContents()).toEqual([
    'wrong in 1 cell',
    'wrong in 1 cell',
    'wrong in 1 cell',
    'unknown',
  ])
  await page.locator('#task-0 select').selectOption({ label: 'solve_fails' })
  expect(await contentOf(page, '#task-0 .absent')).toMatch(/type/)
  expect(await textOf(page, '#near')).toMatch(/solve_near\s+3\s+3 of 36/)
  expect(await textOf(page, '#errors')).toMatch(/type\s+6\s+1\s+2\s/)
  await page.close()
})

test('digits and themes can be switched', async () => {
  const { page, complaints } = await open(renderReport(await makeReport()), { colorScheme: 'light' })
  const label = () => page.locator('#task-0 canvas').first().getAttribute('aria-label')
  const pixels = () => page.evaluate<string>("document.querySelector('#task-0 canvas').toDataURL()")
  const plain = await pixels()
  expect(await label()).toBe('input, 3 rows, 4 columns')
  await page.check('#digits')
  expect(await label()).toBe('input, 3 rows, 4 columns: 1 2 5 0; 4 5 8 3; 7 8 1 6')
  expect(await pixels()).not.toBe(plain)
  await page.uncheck('#digits')
  expect(await pixels()).toBe(plain)
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.selectOption('#theme', 'dark')
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.selectOption('#theme', 'light')
  expect(await background()).toBe(light)
  await page.selectOption('#theme', 'system')
  expect(await background()).toBe(dark)
  expect(complaints).toEqual([])
  await page.close()
})

test('the matrix is read and used with the keyboard', async () => {
  const { page } = await open(renderReport(await makeReport()))
  await page.locator('.matrix').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const status = await textOf(page, '#matrix .note')
  expect(status).toMatch(/^solve_near on unsolved: wrong, 0 of 1 demos and 1 of 1 tests right$/)
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('task-1')
  expect(
    await page
      .locator('#task-1 select')
      .evaluate((select) => (select as unknown as { selectedOptions: { text: string }[] }).selectedOptions[0]!.text),
  ).toBe('solve_near')
  await page.close()
})

test('tasks are found by id, by program and by kind', async () => {
  const { page } = await open(renderReport(await makeReport()))
  const visible = () => page.locator('.card:not([hidden]) h3').allTextContents()
  await page.fill('input[type=search]', 'UNSOLV')
  expect(await visible()).toEqual(['unsolved'])
  await page.fill('input[type=search]', 'solve_flip')
  expect(await visible()).toEqual([HOSTILE_TASK])
  await page.fill('input[type=search]', '')
  await page.selectOption('#tasks .controls select', 'not solved')
  expect(await visible()).toEqual(['unsolved'])
  expect(await textOf(page, '#tasks .controls .note')).toBe('1 of 2 tasks')
  await page.close()
})

test('a narrow window needs no scrolling sideways', async () => {
  const { page } = await open(renderReport(await makeReport()), { viewport: { width: 390, height: 800 } })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.close()
})

test('of 400 tasks with 400 programs only those in view are drawn', async () => {
  const { page, complaints } = await open(renderReport(largeReport(400, 400)))
  const matrix = () => page.evaluate<string>("document.querySelector('.matrix canvas').toDataURL()")
  const atTop = await matrix()
  await page.evaluate("document.querySelector('.matrix').scrollTo(700, 700)")
  await page.waitForFunction(
    (before) => (globalThis as unknown as PageGlobals).document.querySelector('.matrix canvas').toDataURL() !== before,
    atTop,
  )
  const drawn = () => page.evaluate<number>("document.querySelectorAll('.card canvas').length")
  expect(await page.locator('.card').count()).toBe(400)
  expect(await drawn()).toBeLessThan(400)
  await page.evaluate("document.querySelector('#task-399').scrollIntoView()")
  await page.waitForSelector('#task-399 canvas', { state: 'attached' })
  await page.waitForFunction("document.querySelector('#task-0 canvas') === null")
  expect(await drawn()).toBeLessThan(400)
  expect(complaints).toEqual([])
  await page.close()
})
