// The bundle in a real browser: what it reads, runs and gives there is exactly what the library gives in Node.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseSync } from 'oxc-parser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import { blocksOf, readPage } from '../docs/examples.ts'
import { openChromium } from './open-chromium.ts'
import { servePages } from './serve-pages.ts'

type Library = typeof library

const root = fileURLToPath(new URL('../..', import.meta.url))
const MAX_BUNDLE_BYTES = 2_600_000

const PAGE = `<!doctype html><meta charset="utf-8"><title>Megabatt</title><link rel="icon" href="data:,">
<script type="module">
  import * as megabatt from './megabatt.js'
  globalThis.megabatt = megabatt
</script>`
const [EXAMPLE, GPU_EXAMPLE] = blocksOf(readPage('api.md'), 'html')

interface Opened {
  readonly server: Server
  readonly origin: string
  readonly browser: Browser
  readonly page: Page
}

let folder: string
// Awaited in each test, so that each fails where there is no browser: when a hook fails, tests count as skipped.
let opened: Promise<Opened>
const requested: string[] = []
const complaints: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'megabatt-web-'))
  opened = open()
  await Promise.allSettled([opened])
})

afterAll(async () => {
  const [outcome] = await Promise.allSettled([opened])
  if (outcome.status === 'fulfilled') {
    await outcome.value.browser.close()
    outcome.value.server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<Opened> {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build-web.mjs'), folder])
  const browser = await openChromium()
  const pages = { '/': PAGE, '/example': EXAMPLE!, '/gpu-example': GPU_EXAMPLE! }
  const { server, origin } = await servePages(join(folder, 'megabatt.js'), pages)
  const page = await browser.newPage()
  page.on('request', (request) => requested.push(request.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(origin)
  await page.waitForFunction('globalThis.megabatt !== undefined')
  return { server, origin, browser, page }
}

type Body<Data, Result> = (megabatt: Library, data: Data) => Result | Promise<Result>

/** What a function gives in the page; it is sent there as text, so it uses nothing but its parameters. */
async function inPage<Data, Result>(body: Body<Data, Result>, data: Data): Promise<Result> {
  const { page } = await opened
  return page.evaluate<Result>(`(${body.toString()})(megabatt, ${JSON.stringify(data)})`)
}

/** What a function gives in Node with the sources, and in the page with the bundle. */
async function inBoth<Data, Result>(body: Body<Data, Result>, data: Data): Promise<{ here: Result; there: Result }> {
  return { here: await body(library, data), there: await inPage(body, data) }
}

/** Runs the gallery and gives everything but times. */
async function runGallery(megabatt: Library, settings: Partial<library.RunSettings>) {
  const results: library.PairResult[] = []
  const { time: _, ...report } = await megabatt.runPrograms({
    programs: megabatt.galleryPrograms(),
    dataset: megabatt.makeDataset(megabatt.galleryTasks()),
    settings,
    onPair: (result) => results.push(result),
  })
  return { results, report }
}

test('the bundle is one module of moderate size that imports nothing', async () => {
  await opened
  const path = join(folder, 'megabatt.js')
  const { module, errors } = parseSync(path, await readFile(path, 'utf8'))
  expect(errors).toEqual([])
  expect([...module.staticImports, ...module.dynamicImports]).toEqual([])
  expect((await stat(path)).size).toBeLessThan(MAX_BUNDLE_BYTES)
})

test('it exports what the library exports', async () => {
  const { here, there } = await inBoth(
    (megabatt) => [megabatt, megabatt.dsl].map((all) => Object.keys(all).sort()),
    null,
  )
  expect(there).toEqual(here)
  expect(there[0]).toContain('runPrograms')
})

test('the whole gallery gives the same results, hash by hash', async () => {
  const { here, there } = await inBoth(runGallery, { outputs: 'hash' })
  expect(there).toStrictEqual(here)
  expect(here.results.length).toBeGreaterThan(200)
  expect(here.report.solvers).toBeGreaterThanOrEqual(77)
  expect(here.results.some(({ outputs }) => outputs?.[0]?.some((hash) => hash !== null))).toBe(true)
})

test('measured, with the values themselves, it gives the same', async () => {
  const { here, there } = await inBoth(runGallery, { outputs: 'value', measure: true, budget: 100_000 })
  expect(there).toStrictEqual(here)
  expect(here.results.some(({ battOutputs }) => battOutputs !== undefined)).toBe(true)
})

const BATT = `
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = compose(size, palette)
    try:
        t2 = t1(I)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t2 = _get_safe_default(t1)
    t3 = vmirror(I)
    o.append((3, False, 'solve_mirrored', t3))
    t4 = difference(palette(C), palette(I))
    s.append((4, 'None', 'new_colours', t4))
    t5 = first(canvas(ZERO, astuple(ZERO, ZERO)))
    o.append((5, True, 'solve_nothing', t5))
    return o, s
`

test.each([true, false])('a batt gives the same outputs, defaults and counts (measure: %s)', async (measure) => {
  const run = async (megabatt: Library, data: { text: string; measure: boolean }) => {
    const { programs, diagnostics } = megabatt.readPrograms(data.text, 'batt.py')
    const tasks = megabatt.galleryTasks({ samples: 2 })
    const settings = { outputs: 'value' as const, measure: data.measure }
    const results: library.PairResult[] = []
    const onPair = (result: library.PairResult) => results.push(result)
    const dataset = megabatt.makeDataset(tasks)
    await megabatt.runPrograms({ programs, dataset, pairing: 'all', settings, onPair })
    return { results, diagnostics, hash: dataset.hash }
  }
  const { here, there } = await inBoth(run, { text: BATT, measure })
  expect(there).toStrictEqual(here)
  expect(here.diagnostics).toEqual([])
  expect(here.results).toHaveLength(77)
  for (const { battOutputs, defaults } of here.results) {
    expect(battOutputs!.map(({ name }) => name)).toEqual(['solve_mirrored', 'None/new_colours', 'solve_nothing'])
    // Without C, what compares with it takes its default; the last one always does.
    expect(defaults.map(({ statement }) => statement)).toEqual(measure ? ['t5'] : ['t4', 't5'])
  }
})

const BATT_T = `
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = o_g(I, R5)
    t2 = get_nth_f(t1, F0)
    t3 = get_nth_f(t2, F0)
    s.append((3, 'None', 'first_cell', t3))
    t4 = p_g(C)
    t5 = rot90(I)
    o.append((5, False, 'solve_turned', t5))
    return o, s
`

test('a batt of the extended dialect gives the same', async () => {
  const run = async (megabatt: Library, text: string) => {
    const { programs, diagnostics } = megabatt.readPrograms(text, 'batt.py')
    const results: library.PairResult[] = []
    await megabatt.runPrograms({
      programs,
      dataset: megabatt.makeDataset(megabatt.galleryTasks({ samples: 2 })),
      pairing: 'all',
      settings: { outputs: 'value' },
      onPair: (result) => results.push(result),
    })
    return { results, diagnostics, dialects: programs.map(({ dialect }) => dialect) }
  }
  const { here, there } = await inBoth(run, BATT_T)
  expect(there).toStrictEqual(here)
  expect(here).toMatchObject({ diagnostics: [], dialects: ['t'] })
  // A cell of this dialect is a triple.
  expect(here.results[0]!.outputs![0]![0]).toEqual({ t: [2, 8, 1] })
})

test('a bad program gives the same diagnostics', async () => {
  const texts = [
    'import os\ndef solve_a(I):\n    x1 = vmiror(I)\n    os.remove("a")\n    return x1\n',
    'def solve_b(I):\n  return (((\n',
    'def solve_c(I):\n    x1 = fill(I)\n    for x in I: pass\n    return 99999999999\n',
    '{"programs": [{"name": "solve d", "result": "J"}]}',
    '\0',
    '',
  ]
  const read = (megabatt: Library, given: readonly string[]) =>
    given.map((text) => {
      const { programs, diagnostics } = megabatt.readProgramFile(text, 'bad')
      const warnings = megabatt.checkPrograms(programs, [{ file: 'bad', content: text }])
      return { programs, diagnostics, texts: [...diagnostics, ...warnings].map(megabatt.formatDiagnostic) }
    })
  const { here, there } = await inBoth(read, texts)
  expect(there).toStrictEqual(here)
  expect(here.every(({ diagnostics }) => diagnostics.length > 0)).toBe(true)
})

test('a program is built, printed and traced alike, and errors keep their class and code', async () => {
  const run = (megabatt: Library, rows: number[][]) => {
    const { dsl } = megabatt
    const program = dsl.trace('solve_a', (I) => dsl.subgrid(dsl.argmax(dsl.objects(I, true, false, true), dsl.size), I))
    const thrown = (action: () => unknown) => {
      try {
        action()
        return 'nothing'
      } catch (error) {
        return `${error instanceof megabatt.UserError} ${megabatt.formatError(error as library.UserError)}`
      }
    }
    return {
      text: megabatt.printPrograms([program]) + megabatt.printJsonPrograms([program]),
      trace: megabatt.traceProgram(program, { demos: [], input: megabatt.gridFromRows(rows) }),
      errors: [
        thrown(() => megabatt.gridFromRows([[1, 77]])),
        thrown(() => megabatt.readTasks([{ name: 'a.json', content: '{"train": [' }])),
        thrown(() => dsl.vmirror([[1]])),
      ],
    }
  }
  const { here, there } = await inBoth(run, [
    [0, 2, 2],
    [0, 2, 0],
    [3, 0, 0],
  ])
  expect(there).toStrictEqual(here)
  expect(here.trace.result).toEqual({ g: ['22', '20'] })
  expect(here.errors.every((text) => text.startsWith('true '))).toBe(true)
})

test('a run can be stopped by a timer of the page, so the page lives on while it runs', async () => {
  const run = async (megabatt: Library) => {
    const stop = new AbortController()
    const programs = megabatt.galleryPrograms()
    const dataset = megabatt.makeDataset(megabatt.galleryTasks({ samples: 2 }))
    // Every pair seems to take a second, so the page has its turn after each.
    const now = performance.now.bind(performance)
    let seconds = 0
    performance.now = () => 1000 * seconds
    const onPair = () => {
      if (seconds++ === 0) setTimeout(() => stop.abort())
    }
    const { evaluations } = await megabatt.runPrograms({ programs, dataset, signal: stop.signal, onPair })
    performance.now = now
    return { isStopped: stop.signal.aborted, evaluations, all: programs.length * 5 }
  }
  const { isStopped, evaluations, all } = await inPage(run, null)
  expect(isStopped).toBe(true)
  expect(evaluations).toBeGreaterThan(0)
  expect(evaluations).toBeLessThan(all)
})

test('the page asked for nothing but itself and the bundle, and nothing went wrong in it', async () => {
  await opened
  expect(requested.map((url) => new URL(url).hostname)).toEqual(requested.map(() => '127.0.0.1'))
  expect(requested.map((url) => new URL(url).pathname)).toEqual(['/', '/megabatt.js'])
  expect(complaints).toEqual([])
})

test('the page that docs/api.md shows works as it stands', async () => {
  expect((await textsOf('/example')).at(-1)!.split('\n')).toEqual([
    'solve_mine_cutsmall: wrong',
    'solve_cutsmall: solved',
    'solve_thinnest_cutsmall: wrong',
    'solve_biggest_cutsmall: wrong',
    'solve_object_cutsmall: wrong',
  ])
})

test('the page on the GPU works as it stands, and shows how compiling goes', async () => {
  const texts = await textsOf('/gpu-example')
  const progress = texts.slice(0, -1)
  expect(progress[0]).toMatch(/^0 of \d+ kernels compiled$/)
  expect(progress.length).toBeGreaterThanOrEqual(2)
  expect(progress.at(-1)).toMatch(/^(\d+) of \1 kernels compiled$/)
  expect(texts.at(-1)!.split('\n')).toEqual(['3542 evaluations, 14 right', '3542 calls on the GPU, 0 on the CPU'])
})

/** All texts that a page of the documents shows, one after the other, until it rests on one that is no progress. */
async function textsOf(path: string): Promise<string[]> {
  const { browser, origin } = await opened
  const example = await browser.newPage()
  await example.addInitScript({ content: LISTEN })
  await example.goto(`${origin}${path}`)
  const isDone = () => {
    const last = (globalThis as unknown as { shown: string[] }).shown.at(-1)
    return last !== undefined && !last.endsWith(' compiled')
  }
  await example.waitForFunction(isDone, undefined, { timeout: 0 })
  const texts = await example.evaluate<string[]>('shown')
  await example.close()
  return texts
}

// From the beginning of the page on: its script may be done before the page counts as loaded.
const LISTEN = `
globalThis.shown = []
new MutationObserver(() => {
  const text = document.getElementById('out')?.textContent ?? ''
  if (text !== '' && text !== shown.at(-1)) shown.push(text)
}).observe(document, { childList: true, subtree: true })`
