// `megabatt bench` as built: tables, files, schema, comparisons and exit codes, on small sizes. Times are not tested.

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BenchReport } from '../../src/engine/bench/bench-report.ts'
import { sampleBench } from '../bench-report.ts'
import { FLIP_BATT, FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { type CommandOutcome, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('bench')
const schema = JSON.parse(readFileSync(new URL('../../docs/schema/bench-1.json', import.meta.url), 'utf8')) as object
const isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

let inputs: string[]
/** Without native code and without costs that were measured before. */
let env: Record<string, string>
beforeAll(() => {
  const programs = folder.write('flips.py', `${SAME_SOLVER}\n${FLIP_BATT}`)
  inputs = ['--programs', programs, '--tasks', folder.write('flip0001.json', JSON.stringify(FLIP_TASK))]
  env = { MEGABATT_CACHE: folder.pathOf('cache') }
})

const bench = (...args: string[]): Promise<CommandOutcome> => runCommand(['bench', ...args], env)

describe('a benchmark of files', () => {
  let outcome: CommandOutcome
  let report: BenchReport
  const page = () => readFileSync(folder.pathOf('page.html'), 'utf8')
  beforeAll(async () => {
    const files = ['--out', folder.pathOf('report.json'), '--report', folder.pathOf('page.html')]
    outcome = await bench(...inputs, '--sizes', '7,2', '--repeat', '3', '--workers', '2', ...files)
    report = JSON.parse(readFileSync(folder.pathOf('report.json'), 'utf8')) as BenchReport
  })

  test('all routes that can run do, with equal results; the others have a reason', () => {
    expect([outcome.exitCode, outcome.stderr]).toEqual([0, ''])
    for (const route of ['sequential', 'workers', 'auto']) {
      expect(outcome.stdout).toMatch(new RegExp(`^${route} .* 100 %$`, 'm'))
    }
    expect(outcome.stdout).toContain('left out: native, native-workers (no native library is compiled; compile it with')
    expect(outcome.stdout).toMatch(
      /left out: gpu-per-op, gpu-grouped, gpu-resident \(no GPU;\s+MEGABATT_DEVICE=software/,
    )
    for (const line of outcome.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })

  test('the file fits its schema', () => {
    isReport(report)
    expect(isReport.errors).toBeNull()
  })

  test('batches are exact, ascending, and repeat the samples', () => {
    expect(report.workload).toMatchObject({ source: 'files', programs: 2, tasks: 1, samples: 3, sizes: [2, 7] })
    expect(outcome.stdout).toContain('7 samples, 14 evaluations')
    for (const route of report.routes) {
      if (!route.isMeasured) continue
      expect(route.results.map(({ samples, evaluations }) => [samples, evaluations])).toEqual([
        [2, 4],
        [7, 14],
      ])
      for (const { passesMs, correct } of route.results) {
        expect(passesMs).toHaveLength(3)
        expect(correct.count).toBe(correct.of)
      }
    }
  })

  test('the model predicts the routes that it knows', () => {
    const predicted = report.routes.flatMap((route) =>
      route.isMeasured ? [[route.route, typeof route.results[0]!.predictedMs]] : [],
    )
    expect(predicted).toEqual([
      ['sequential', 'number'],
      ['workers', 'number'],
      ['auto', 'number'],
    ])
  })

  test('the page has charts and loads nothing', () => {
    expect(page()).toContain('<h2>Speed-up by batch size</h2>')
    expect(page()).not.toMatch(/https?:|<script/)
  })

  test('files are not replaced unless that is allowed, and nothing is measured before', async () => {
    const kept = page()
    const { exitCode, stdout, stderr } = await bench(...inputs, '--report', folder.pathOf('page.html'))
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain('[out-exists]')
    expect(page()).toBe(kept)
  })

  test('compared with itself nothing has changed', async () => {
    const { exitCode, stdout } = await bench('compare', folder.pathOf('report.json'), folder.pathOf('report.json'))
    expect(exitCode).toBe(0)
    expect(stdout).toContain('6 of 6 comparisons without a significant change')
  })

  type Json = Record<string, unknown>
  test.each<[string, (json: Json) => Json]>([
    ['another version', (json) => ({ ...json, version: 2 })],
    ['a field too many', (json) => ({ ...json, more: 1 })],
    ['no profile', (json) => ({ ...json, profile: undefined })],
    ['a hash of another form', (json) => ({ ...json, workload: { ...(json.workload as Json), hash: 'x' } })],
    ['an unknown route', (json) => ({ ...json, routes: [{ route: 'x', isMeasured: false, reason: '' }] })],
    ['no reason', (json) => ({ ...json, routes: [{ route: 'auto', isMeasured: false }] })],
  ])('damaged, it does not fit the schema: %s', (_, damage) => {
    expect(isReport(damage(report as unknown as Json))).toBe(false)
  })
})

test('--json prints the report', async () => {
  const { exitCode, stdout } = await bench(
    ...inputs,
    '--sizes',
    '3',
    '--repeat',
    '1',
    '--routes',
    'sequential',
    '--json',
  )
  expect(exitCode).toBe(0)
  const report = JSON.parse(stdout) as BenchReport
  expect(isReport(report)).toBe(true)
  expect(report.routes.map(({ route }) => route)).toEqual(['sequential'])
})

test('--backend measures the routes of one backend; a report named *.json is the JSON of --out', async () => {
  const files = ['--out', folder.pathOf('own.json'), '--report', folder.pathOf('card.json')]
  const { exitCode } = await bench(...inputs, '--sizes', '3', '--repeat', '1', '--backend', 'cpu', ...files)
  // The native route is left out here, but the backend can run.
  expect(exitCode).toBe(0)
  const text = readFileSync(folder.pathOf('card.json'), 'utf8')
  expect(text).toBe(readFileSync(folder.pathOf('own.json'), 'utf8'))
  const { routes } = JSON.parse(text) as BenchReport
  expect(routes.map(({ route, isMeasured }) => [route, isMeasured])).toEqual([
    ['sequential', true],
    ['native', false],
  ])
})

test('--backend gpu without a device: exit 3; with --routes: wrong use', async () => {
  const args = ['--sizes', '3', '--repeat', '1', '--backend', 'gpu']
  const { exitCode, stdout } = await bench(...inputs, ...args)
  expect(exitCode).toBe(3)
  expect(stdout).toMatch(/^left out: gpu-resident/m)
  const { exitCode: wrong, stderr } = await bench(...inputs, ...args, '--routes', 'auto')
  expect(wrong).toBe(2)
  expect(stderr).toContain('--routes')
})

test('a route that was asked for and cannot run: the others are measured, exit 3', async () => {
  const args = ['--sizes', '3', '--repeat', '1', '--routes', 'gpu-resident,native']
  const { exitCode, stdout } = await bench(...inputs, ...args)
  expect(exitCode).toBe(3)
  expect(stdout).toMatch(/^sequential .* 100 %$/m)
  expect(stdout).toMatch(/^left out: native \(no native/m)
  expect(stdout).toMatch(/^left out: gpu-resident \(no GPU/m)
})

test.each([
  [['--sizes', '0'], 'Expected a whole number from 1 on'],
  [['--sizes', '3,,4'], 'Expected a whole number from 1 on'],
  [['--sizes', '1000001'], 'The maximum is 1000000 samples'],
  [['--sizes', Array.from({ length: 51 }, (_, k) => k + 1).join()], 'The maximum is 50 sizes'],
  [['--routes', 'workers,fast'], "Unknown route 'fast'"],
])('%j is wrong use', async (args, text) => {
  const { exitCode, stdout, stderr } = await bench(...args)
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toContain(text)
})

test('nothing to run is said', async () => {
  const stray = folder.write('stray.py', 'def solve_nothing(I):\n    return I\n')
  const { exitCode, stderr } = await bench('--programs', stray)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('[nothing-paired]')])
})

describe('bench compare', () => {
  const around = (median: number) => Array.from({ length: 9 }, (_, k) => median * (1 + (k - 4) / 1000))
  const write = (name: string, medianMs: number, change: Partial<BenchReport> = {}) => {
    const report = sampleBench({ sequential: [{ samples: 100, passesMs: around(medianMs) }] })
    return folder.write(name, JSON.stringify({ ...report, ...change }))
  }

  test('significantly slower: exit 1; faster: exit 0', async () => {
    const [fast, slow] = [write('fast.json', 10), write('slow.json', 12)]
    const slower = await bench('compare', fast, slow)
    expect(slower.stdout).toMatch(/^1 significantly slower\n.*\nsequential +100 +10\.0 ms +12\.0 ms +\+20\.0 %/)
    expect(slower.exitCode).toBe(1)
    const faster = await bench('compare', slow, fast)
    expect([faster.exitCode, faster.stdout.includes('1 significantly faster')]).toEqual([0, true])
  })

  test('--threshold and --json', async () => {
    const args = ['compare', write('a.json', 10), write('b.json', 12), '--json']
    const strict = await bench(...args)
    expect(JSON.parse(strict.stdout)).toMatchObject({ comparisons: [{ verdict: 'slower' }], unmatched: 0 })
    expect(strict.exitCode).toBe(1)
    const lenient = await bench(...args, '--threshold', '25')
    expect(JSON.parse(lenient.stdout)).toMatchObject({ comparisons: [{ verdict: 'same' }] })
    expect(lenient.exitCode).toBe(0)
  })

  test('different workloads are refused', async () => {
    const { workload } = sampleBench({ sequential: [{ samples: 100, passesMs: [1] }] })
    const other = write('other.json', 10, { workload: { ...workload, hash: 'f'.repeat(32) } })
    const { exitCode, stdout, stderr } = await bench('compare', write('c.json', 10), other)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/different workloads: 0123\w+ and f{32} \[bench-workload\]/)
  })

  test('reports with nothing in common are refused', async () => {
    const other = folder.write(
      'sizes.json',
      JSON.stringify(sampleBench({ sequential: [{ samples: 7, passesMs: [1] }] })),
    )
    const { exitCode, stderr } = await bench('compare', write('d.json', 10), other)
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('no route and batch size in common [bench-workload]'),
    ])
  })

  test('a file that is no report is refused, with its name', async () => {
    const bad = folder.write('bad.json', '{"format":"megabatt score"}')
    const { exitCode, stderr } = await bench('compare', bad, bad)
    expect(stderr).toContain('format must be "megabatt bench" [bench-file]')
    expect(stderr).toContain(bad)
    expect(exitCode).toBe(2)
  })

  test('a file that is not there', async () => {
    const { exitCode, stderr } = await bench('compare', folder.pathOf('no.json'), folder.pathOf('no.json'))
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('[file-unreadable]')])
  })
})
