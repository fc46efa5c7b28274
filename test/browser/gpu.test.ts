// The GPU backend in a real browser: on the device that navigator.gpu gives, the conformance data and a batt come out as
// on the CPU of the same page, and the CPU does none of it.
//
// The software device compiles one kernel after the other, in a browser more slowly than in Node: all of them take it many
// minutes, most of that for the longest third. So what needs a shader of more than MOST_CHARACTERS is left out here; in Node all
// of it runs. MEGABATT_KERNELS=all leaves nothing out.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAll } from '../amount.ts'
import { hasAllKernels } from '../conformance/kernel-share.ts'
import type * as gpuPage from './gpu-page.ts'
import { openChromium } from './open-chromium.ts'
import { servePages } from './serve-pages.ts'

type GpuPage = typeof gpuPage

const root = fileURLToPath(new URL('../..', import.meta.url))
const MOST_CHARACTERS = hasAllKernels ? 1e9 : 25_900
const minutes = (count: number) => count * 60_000 * (hasAllKernels ? 20 : 1)

const PAGE = `<!doctype html><meta charset="utf-8"><title>Megabatt</title><link rel="icon" href="data:,">
<script type="module">
  import * as page from './megabatt.js'
  globalThis.page = page
</script>`

interface Opened {
  readonly server: Server
  readonly origin: string
  readonly browser: Browser
  readonly page: Page
}

let folder: string
// Awaited in each test, so that each fails where there is no browser: when a hook fails, tests count as skipped.
let opened: Promise<Opened>
const complaints: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-web-gpu-'))
  opened = open()
  await Promise.allSettled([opened])
}, minutes(2))

afterAll(async () => {
  const [outcome] = await Promise.allSettled([opened])
  if (outcome.status === 'fulfilled') {
    await outcome.value.browser.close()
    outcome.value.server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<Opened> {
  const entry = join(root, 'test/browser/gpu-page.ts')
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build-web.mjs'), folder, entry])
  const browser = await openChromium()
  const { server, origin } = await servePages(join(folder, 'megabatt.js'), { '/': PAGE })
  return { server, origin, browser, page: await openPage(browser, origin) }
}

async function openPage(browser: Browser, origin: string, script?: string): Promise<Page> {
  const page = await browser.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => complaints.push(message.text()))
  if (script !== undefined) await page.addInitScript({ content: script })
  await page.goto(origin)
  await page.waitForFunction(() => 'page' in globalThis)
  return page
}

/** What a function of the page gives. It is sent as text, so it uses nothing but its parameters. */
async function inPage<Result>(
  body: (page: GpuPage, data: string) => Result | Promise<Result>,
  data = '',
  at?: Page,
): Promise<Result> {
  const { page } = await opened
  return (at ?? page).evaluate<Result>(`(${body.toString()})(page, ${JSON.stringify(data)})`)
}

function readData(name: string): Promise<string> {
  return readFile(join(root, 'test/conformance/data', name), 'utf8')
}

const BATT = `
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = ${hasAllKernels ? 'objects(I, T, F, T)' : 'asindices(I)'}
    s.append((1, 'None', 'parts', t1))
    t2 = rot90(I)
    o.append((2, False, 'solve_turned', t2))
    t3 = compose(even, first)
    t4 = sfilter(I, t3)
    o.append((4, False, 'solve_even', t4))
    try:
        t5 = t3(I)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t5 = _get_safe_default(t3)
    t6 = first(canvas(ZERO, astuple(ZERO, ZERO)))
    o.append((6, True, 'solve_nothing', t6))
    t7 = ${hasAllKernels ? 'equality(shape(I), shape(C))' : 'shape(C)'}
    s.append((7, 'None', 'expected_shape', t7))
    t8 = extract(I, t3)
    s.append((8, 'None', 'first_even', t8))
    return o, s
`

const SHORT_BATT = `
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    o.append((1, False, 'solve_turned', t1))
    t2 = sfilter(I, compose(even, first))
    o.append((2, False, 'solve_even', t2))
    return o, s
`

test('the browser grants what the backend needs, and has nothing of Node', async () => {
  const { adapter, limits, globals } = await inPage((page) => page.describeDevice())
  expect(adapter).toMatchObject({ name: 'swiftshader', kind: 'software' })
  expect(limits.maxStorageBuffersPerShaderStage).toBeGreaterThanOrEqual(6)
  expect(limits.maxStorageBufferBindingSize).toBeGreaterThanOrEqual(128 << 20)
  expect(globals).toEqual([])
})

test(
  'a batt gives the same outputs, defaults and counts as on the CPU',
  async () => {
    const solving = await inPage((page, text) => page.checkRun(text, { outputs: 'value' }), BATT)
    const measuring = await inPage((page, text) => page.checkRun(text, { outputs: 'hash', measure: true }), BATT)
    for (const { cpu, gpu } of [solving, measuring]) {
      expect(gpu).toStrictEqual(cpu)
      expect(gpu.counts).toMatchObject({ evaluations: 77 * 5, errors: 0, limits: 0 })
      expect(gpu.results).toHaveLength(77)
      expect(gpu.results.every(({ battOutputs }) => battOutputs?.length === 6)).toBe(true)
    }
    // Without C, the statement that needs it takes its default.
    expect(solving.gpu.counts.defaults).toBeGreaterThan(measuring.gpu.counts.defaults)
    expect(measuring.gpu.counts.defaults).toBeGreaterThanOrEqual(77 * 5)
  },
  minutes(5),
)

test(
  'the conformance data of primitives: nothing failed, nothing differs from the CPU',
  { tags: ['long'] },
  async () => {
    const checked = await inPage(
      (page, data) => {
        const { text, most } = JSON.parse(data) as { text: string; most: number }
        return page.checkPrimitives(text, most)
      },
      JSON.stringify({ text: await readData('primitives.jsonl'), most: MOST_CHARACTERS }),
    )
    const { got, expectedCounts, left, answers, mismatches, mismatchCount } = checked
    expect(got.failures).toEqual([])
    expect(mismatches).toEqual([])
    expect(mismatchCount).toBe(0)
    expect(got).toMatchObject({ backend: 'gpu', failed: 0, total: 9600 - left, byTier: expectedCounts })
    expect(answers).toEqual([got.total, got.total])
    expect(left).toBeLessThanOrEqual(hasAllKernels ? 0 : 8000)
    console.log(`primitives: ${got.total} vectors on the browser's device, ${left} left out`)
  },
)

test(
  'the conformance data of programs: no statement failed, none differs from the CPU',
  { tags: ['long'] },
  async () => {
    const checked = await inPage(
      (page, data) => {
        const { text, most } = JSON.parse(data) as { text: string; most: number }
        return page.checkPrograms(text, most)
      },
      JSON.stringify({ text: await readData('programs.jsonl'), most: MOST_CHARACTERS }),
    )
    const { got, kept, left, answers, mismatches, mismatchCount } = checked
    expect(got.failures).toEqual([])
    expect(mismatches).toEqual([])
    expect(mismatchCount).toBe(0)
    expect(got).toMatchObject({ backend: 'gpu', programs: 300, failed: 0 })
    expect(got.total + got.tainted + got.skipped).toBe(kept)
    expect(answers).toEqual([kept, kept])
    expect(kept + left).toBeGreaterThan(25_000)
    expect(left).toBeLessThanOrEqual(hasAllKernels ? 0 : 24_000)
    console.log(`programs: ${kept} statements on the browser's device, ${left} left out`)
  },
)

test('all of it ran on the device, and the page heard how compiling went', async () => {
  const { report, work, notices, compiled } = await inPage((page) => page.account())
  expect(report).toMatchObject({ fallbacks: [], devices: [{ name: 'swiftshader', software: true }] })
  expect(work.onCpu).toBe(0)
  expect(work.onGpu).toBeGreaterThan(isAll ? 10_000 : 1000)
  expect(notices).toEqual([])
  // The page hears of the number of kernels before the first one is compiled.
  expect(compiled[0]!.done).toBe(0)
  const done = compiled.filter((progress) => progress.done > 0)
  expect(done.length).toBeGreaterThan(isAll ? 40 : 2)
  expect(done.length).toBeLessThanOrEqual(report.compiled.pipelines)
  expect(compiled.at(-1)!.done).toBe(compiled.at(-1)!.total)
  console.log(`${report.compiled.pipelines} pipelines compiled in ${Math.round(report.compiled.ms / 1000)} s`)
  await inPage((page) => page.close())
})

test.each([
  [
    'WebGPU',
    "Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined })",
    'This browser or this page has no WebGPU',
  ],
  ['an adapter', 'navigator.gpu.requestAdapter = async () => null', 'The browser has WebGPU, but no adapter for it'],
  [
    'an answer',
    "navigator.gpu.requestAdapter = async () => { throw new Error('busy') }",
    'The browser has WebGPU, but no adapter for it: Error: busy',
  ],
])('without %s the CPU does everything, and it is said why', async (_, script, reason) => {
  const { browser, origin } = await opened
  const page = await openPage(browser, origin, script)
  const { cpu, gpu, report } = await inPage((at, text) => at.checkTrouble(text), BATT, page)
  await page.close()
  expect(gpu).toStrictEqual(cpu)
  expect(report.devices).toEqual([])
  expect(report.fallbacks).toEqual([
    { reason: 'no-device', detail: reason, rows: 0 },
    { reason: 'no-device', detail: 'no device is left', rows: 77 * 5 },
  ])
})

test(
  'a GPU process that dies is not noticed in the results',
  async () => {
    const { browser, origin } = await opened
    const page = await browser.newPage()
    const session = await browser.newBrowserCDPSession()
    let crashes = 0
    await page.exposeFunction('onKernel', async () => {
      if (crashes++ === 0) await session.send('Browser.crashGpuProcess')
    })
    await page.goto(origin)
    await page.waitForFunction(() => 'page' in globalThis)
    const { cpu, gpu, report, onCpu } = await inPage((at, text) => at.checkTrouble(text), SHORT_BATT, page)
    await page.close()
    expect(crashes).toBeGreaterThan(0)
    expect(gpu).toStrictEqual(cpu)
    expect(onCpu).toBe(0)
    expect(report.fallbacks).toMatchObject([{ reason: 'device-lost', rows: 0 }])
    expect(report.devices).toMatchObject([{ rows: 0, fate: report.fallbacks[0]!.detail }, { rows: 77 * 5 }])
  },
  minutes(2),
)

test('nothing went wrong in the pages', () => {
  const expected = [/^WebGPU is experimental on this platform/, /^A valid external Instance reference no longer exists/]
  expect(complaints.filter((text) => !expected.some((known) => known.test(text)))).toEqual([])
})
