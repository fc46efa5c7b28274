// Runs on a device as a user starts them: what is said, what is reported, and what happens without a device.

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BenchReport, measuredRoutes } from '../../src/engine/bench/bench-report.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { FAST_DEVICE } from '../gpu/test-devices.ts'
import { type CommandOutcome, runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const PROGRAMS = `def solve_turnflip(I):
    x1 = portrait(I)
    x2 = branch(x1, hmirror, vmirror)
    x3 = x2(I)
    return x3

def solve_other_turnflip(I):
    x1 = hmirror(I)
    return x1
`
const software = { MEGABATT_DEVICE: 'software', VK_ICD_FILENAMES: '' }
/** PoCL keeps compiled kernels between commands, the software device of WebGPU compiles them in each. */
const fast = FAST_DEVICE.api === 'opencl' ? { MEGABATT_DEVICE: 'opencl', MEGABATT_OPENCL: '' } : software

let programs: string
const folder = temporaryFolder('gpu')
beforeAll(() => {
  programs = folder.write('turn.py', PROGRAMS)
})

const run = (args: readonly string[], env: Record<string, string> = software) =>
  runCommand(['run', '--programs', programs, '--only', 'turnflip,solve_turnflip,solve_other_turnflip', ...args], env)

function reportOf({ stdout }: CommandOutcome): RunReport {
  return JSON.parse(stdout) as RunReport
}

test('evolve --backend gpu writes the files of the CPU, byte by byte', { tags: ['long'] }, async () => {
  // A seed with which a short search needs few kernels: the software device compiles them for half a minute.
  const words = ['--only', 'turnflip', '--seed', '164', '--calls', '60', '--enumerate', '0']
  const search = ['evolve', ...words, '--population', '4', '--islands', '1', '--max-statements', '2']
  const device = await runCommand([...search, '--backend', 'gpu', '--out', folder.pathOf('on device')], software)
  const cpu = await runCommand([...search, '--backend', 'cpu', '--out', folder.pathOf('on cpu')])
  expect([device.exitCode, device.stdout]).toEqual([cpu.exitCode, cpu.stdout])
  for (const name of ['log.jsonl', 'checkpoint.json'])
    expect(readFileSync(folder.pathOf(`on device/${name}`))).toEqual(readFileSync(folder.pathOf(`on cpu/${name}`)))
})

describe('run --backend gpu', () => {
  test('says in words and in the report where everything ran', async () => {
    const outcome = await run(['--backend', 'gpu', '--verify', 'full', '--json'], fast)
    expect(outcome.exitCode).toBe(0)
    expect(outcome.stderr).toMatch(
      /^GPU: (\d+) of \1 calls \(100 %\) in \d+ dispatches, 1 upload, 1 read-back, .+ \(software\), 8 rows verified$/m,
    )
    const report = reportOf(outcome)
    expect(report).toMatchObject({
      backend: 'gpu',
      evaluations: 16,
      work: { onCpu: 0, chunks: 1, upload: { count: 1 }, download: { count: 1 } },
      gpu: { route: 'resident', splits: 0, repeats: 0, fallbacks: [], verified: 8 },
    })
    expect(report.gpu!.devices).toMatchObject([{ software: true, chunks: 1, rows: 8 }])
    const { calls } = report.gpu!
    expect(calls).toMatchObject({ portrait: 8, branch: 8 })
    // One of the two for the branch of each sample, and one more hmirror.
    expect([calls['hmirror']! + calls['vmirror']!, calls['hmirror']! >= 8]).toEqual([16, true])
    const cpu = reportOf(await run(['--json']))
    expect(report.results).toEqual(cpu.results)
  })

  test('runs on the software device of WebGPU where that is asked for', { tags: ['long'] }, async () => {
    const only = ['run', '--programs', programs, '--only', 'turnflip,solve_other_turnflip', '--json']
    const outcome = await runCommand([...only, '--backend', 'gpu'], software)
    expect(outcome.stderr).toContain('using the software device')
    const report = reportOf(outcome)
    expect(report).toMatchObject({ evaluations: 8, work: { onCpu: 0, onGpu: 8 }, gpu: { fallbacks: [] } })
    expect(report.gpu!.devices).toMatchObject([{ software: true, api: 'webgpu', rows: 8 }])
    expect(report.results).toEqual(reportOf(await runCommand(only)).results)
  })

  test('every route gives the same results, and counts what crosses', { tags: ['long'] }, async () => {
    const cpu = reportOf(await run(['--json']))
    for (const route of ['grouped', 'per-op']) {
      const outcome = await run(['--backend', 'gpu', '--route', route, '--json'], fast)
      const report = reportOf(outcome)
      expect(report.results).toEqual(cpu.results)
      expect(report.gpu!.route).toBe(route)
      expect(report.work.onCpu).toBe(0)
      expect(report.work.download.count).toBeGreaterThan(route === 'per-op' ? report.work.onGpu : 2)
    }
  })

  test('without a device the CPU does it all, and the report says so', async () => {
    const outcome = await run(['--backend', 'gpu', '--json'], { MEGABATT_DEVICE: 'hardware' })
    expect(outcome.exitCode).toBe(0)
    expect(outcome.stderr).toContain('the run continues without this device')
    expect(outcome.stderr).toMatch(/^GPU: 0 of \d+ calls \(0.0 %\) in 0 dispatches/m)
    const report = reportOf(outcome)
    expect(report.results).toEqual(reportOf(await run(['--json'])).results)
    expect(report.gpu!.fallbacks).toContainEqual({ reason: 'no-device', detail: 'no device is left', rows: 8 })
  })

  test('a wrong word for the device is wrong use', async () => {
    const outcome = await run(['--backend', 'gpu'], { MEGABATT_DEVICE: 'quantum' })
    expect(outcome.exitCode).toBe(2)
    expect(outcome.stderr).toContain('quantum')
  })
})

test.each([
  ['--verify', ['--backend', 'cpu', '--verify', 'full']],
  ['--verify', ['--backend', 'gpu', '--route', 'grouped', '--verify', 'sample']],
  ['--devices', ['--backend', 'workers', '--devices', '2']],
])('%s is refused where it would not be done', async (option, args) => {
  const outcome = await run(args, { MEGABATT_RESTARTED: '1' })
  expect([outcome.exitCode, outcome.stdout]).toEqual([2, ''])
  expect(outcome.stderr).toContain(`${option} is for values that stay on a device [resident-only]`)
})

test('run --backend auto says what it chose, and why', async () => {
  const outcome = await run(['--backend', 'auto', '--explain', '--json'], { VK_ICD_FILENAMES: 'no-such-driver.json' })
  expect(outcome.exitCode).toBe(0)
  expect(outcome.stderr).toMatch(/^auto:\n {2}1 group, 2 programs on 8 samples → cpu: /m)
  const report = reportOf(outcome)
  expect(report.results).toEqual(reportOf(await run(['--json'])).results)
  expect(report.choices).toMatchObject([{ programs: 2, samples: 8, place: 'cpu', reason: expect.any(String) }])
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  const readSchema = async (name: string) =>
    JSON.parse(await readFile(new URL(`../../docs/schema/${name}`, import.meta.url), 'utf8')) as object
  ajv.addSchema(await readSchema('results-2.json'))
  const isReport = ajv.compile(await readSchema('report-1.json'))
  expect([isReport(report), isReport.errors]).toEqual([true, null])
})

test('conform --backend gpu runs calls and whole programs resident', { tags: ['long'] }, async () => {
  const calls = fileURLToPath(new URL('../conformance/data/primitives.jsonl', import.meta.url))
  const outcome = await runCommand(
    ['conform', calls, '--backend', 'gpu', '--only', 'hmirror,identity,flip', '--json'],
    fast,
  )
  expect(outcome.exitCode).toBe(0)
  expect(JSON.parse(outcome.stdout)).toMatchObject({ failed: 0, backend: 'gpu', work: { onCpu: 0, chunks: 1 } })
})

test('bench runs the GPU routes on a software device where that is asked for', { tags: ['long'] }, async () => {
  const routes = ['gpu-per-op', 'gpu-grouped', 'gpu-resident']
  const outcome = await runCommand(
    [
      'bench',
      '--programs',
      programs,
      '--only',
      'turnflip,solve_other_turnflip',
      '--sizes',
      '3',
      '--repeat',
      '2',
    ].concat(['--routes', routes.join(), '--json']),
    fast,
  )
  expect(outcome.exitCode).toBe(0)
  const report = JSON.parse(outcome.stdout) as BenchReport
  const measured = measuredRoutes(report)
  expect(measured.map(({ route }) => route)).toEqual(['sequential', ...routes])
  for (const { results, device, compiled } of measured.slice(1)) {
    expect(device).toContain('software')
    expect(compiled!.pipelines).toBeGreaterThan(0)
    expect(results).toMatchObject([{ gpuShare: 1, correct: { count: 3, of: 3 } }])
  }
  const [perOp, grouped, resident] = measured.slice(1).map(({ results }) => results[0]!)
  expect(perOp!.dispatches).toBeGreaterThan(grouped!.dispatches)
  expect(resident).toMatchObject({ upload: { count: 1 }, download: { count: 1 }, predictedMs: expect.any(Number) })
  expect(report.profile.kernels).toContainEqual(expect.objectContaining({ kernel: 'hmirror', calls: 3, dispatches: 1 }))
})

test('the page on the GPU names every option of it', async () => {
  const page = await readFile(new URL('../../docs/gpu.md', import.meta.url), 'utf8')
  const { stdout } = await runCommand(['run', '--help'])
  const described = stdout.split('\n').filter((line) => /^ +--\S+.* gpu: /.test(line))
  expect(described.length).toBeGreaterThanOrEqual(4)
  for (const line of described) expect(page).toContain(/--[a-z-]+/.exec(line)![0])
})
