// `megabatt profile`: its counts are those of `run`, its parts add up, and its trace is one that viewers open.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '../../src/engine/profile/profile-report.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import type { TraceEvent, TraceFile } from '../../src/engine/profile/profile-events.ts'
import { FLIP_TASK, MISSPELT_SOLVER } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('profile')
let files: string[]
beforeAll(() => {
  const task = folder.write('flip0001.json', JSON.stringify(FLIP_TASK))
  files = ['--programs', folder.write('solvers.py', SOLVERS), '--tasks', task]
})

const SOLVERS = `def solve_flip0001(I):
    x1 = asobject(I)
    x2 = lbind(shift, x1)
    x3 = mapply(x2, x1)
    O = vmirror(I)
    return O

def solve_twice_flip0001(I):
    x1 = vmirror(I)
    x2 = vmirror(I)
    O = hconcat(x1, x2)
    return O

def solve_maps_flip0001(I):
    x1 = rbind(greater, TWO)
    x2 = compose(x1, first)
    x3 = sfilter(I, x2)
    x4 = crop(I, x3, x1)
    return x4
`

async function profileJson(...args: string[]): Promise<Profile> {
  const { exitCode, stdout } = await runCommand(['profile', '--json', ...args])
  expect(exitCode).toBe(0)
  return JSON.parse(stdout) as Profile
}

async function runJson(...args: string[]): Promise<RunReport> {
  const { stdout } = await runCommand(['run', '--json', ...args])
  return JSON.parse(stdout) as RunReport
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function expectSound(profile: Profile, report: RunReport): void {
  const { time, parts, work, merging, byPrimitive, byProgram, byStatement } = profile
  const { programs, tasks, samples, evaluations, right, dataset } = report
  expect(profile).toMatchObject({ programs, tasks, samples, evaluations, right, dataset })
  expect(work.calls).toBe(report.work.executed)
  expect(work.kernels).toBe(report.work.onCpu)
  expect(merging.nodes).toBe(report.work.nodes)
  expect(sum(byStatement.map(({ calls }) => calls))).toBe(report.work.executed)
  expect(sum(byPrimitive.map(({ kernels }) => kernels))).toBe(report.work.onCpu)
  expect(sum(byStatement.map(({ uses }) => uses))).toBe(merging.statements)
  expect(sum(byProgram.map(({ statements }) => statements))).toBe(merging.statements)

  expect(Object.entries(time).filter(([, ms]) => !(ms > 0))).toEqual([])
  expect(merging.savedMs).toBeCloseTo(merging.aloneMs - merging.mergedMs, 6)
  expect(sum(Object.values(parts))).toBeCloseTo(time.runMs, 6)
  const shareOf = (ms: number) => ms / time.runMs
  const kernelShare = sum(byPrimitive.map(({ share }) => share))
  const stepShare = sum(byStatement.map(({ share }) => share))
  const rest = shareOf(parts.inputsMs + parts.judgingMs)
  expect(kernelShare + shareOf(parts.callingMs) + rest).toBeCloseTo(1, 6)
  expect(stepShare + rest).toBeCloseTo(1, 6)
  expect(sum(byProgram.map(({ share }) => share))).toBeCloseTo(stepShare, 6)
  for (const rows of [byPrimitive, byStatement]) {
    expect(rows.map(({ ms }) => ms)).toEqual(rows.map(({ ms }) => ms).toSorted((a, b) => b - a))
    for (const { words, bytes, calls, errors } of rows) {
      expect(bytes).toBe(4 * words)
      expect(errors).toBeLessThanOrEqual('kernels' in rows[0]! ? Infinity : calls)
    }
  }
  for (const { ownMs, aloneMs } of byProgram) expect(ownMs).toBeLessThanOrEqual(aloneMs + 1e-9)
}

describe('as JSON', () => {
  test('the gallery: counts are those of a run, shares add up', async () => {
    const report = await runJson('--samples', '2')
    expectSound(await profileJson('--samples', '2'), report)
  })

  test('all programs on all tasks, with C, and statements that nothing depends on', async () => {
    const args = [...files, '--pair', 'all', '--measure', '--keep-unused']
    expectSound(await profileJson(...args), await runJson(...args))
  })

  test('statements and primitives of own files', async () => {
    const profile = await profileJson(...files)
    expectSound(profile, await runJson(...files))
    const statement = (program: string, name: string) =>
      profile.byStatement.find((row) => row.program === program && row.statement === name)
    // One node for O of the first program and both mirrors of the second.
    expect(statement('solve_flip0001', 'O')).toMatchObject({ line: 5, callee: 'vmirror', uses: 3, calls: 3, errors: 0 })
    expect(statement('solve_flip0001', 'O')!.call).toBe('vmirror(I)')
    // Grids of two, two and three cells, each with its header and its width.
    expect(statement('solve_flip0001', 'O')!.words).toBe(2 + 2 + 3 + 3 * 2)
    expect(statement('solve_twice_flip0001', 'x1')).toBeUndefined()
    expect(statement('solve_maps_flip0001', 'x4')).toMatchObject({ line: 18, calls: 3, errors: 3 })
    // What depends on no input is made once.
    expect(statement('solve_maps_flip0001', 'x2')).toMatchObject({ calls: 1, uses: 1 })
    const primitive = (name: string) => profile.byPrimitive.find((row) => row.primitive === name)
    expect(primitive('vmirror')).toMatchObject({ calls: 3, kernels: 3, errors: 0 })
    expect(primitive('sfilter')).toMatchObject({ calls: 3, kernels: 6 })
    // Once for each row.
    expect(primitive('first')!.calls).toBe(3)
    expect(primitive('mapply')).toBeUndefined()
    expect(profile.byProgram.find(({ program }) => program === 'solve_twice_flip0001')).toMatchObject({
      statements: 3,
      calls: 9,
    })
  })

  test('--top cuts the lists and changes no sum', async () => {
    const profile = await profileJson(...files, '--top', '2')
    expect(profile.byPrimitive).toHaveLength(2)
    expect(profile.byProgram).toHaveLength(2)
    expect(profile.byStatement).toHaveLength(2)
    expect(profile.work.calls).toBe((await runJson(...files)).work.executed)
  })
})

test('the tables for people', async () => {
  const { stdout, stderr, exitCode } = await runCommand(['profile', ...files, '--top', '3'], { NO_COLOR: '1' })
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^3 programs, 1 tasks with 3 samples, 9 evaluations, 3 right\n/)
  expect(stdout).toMatch(/^kernels +[\d.]+ +[\d.]+ % /m)
  expect(stdout).toMatch(/^primitive +calls +ms +share +words +bytes +µs a call\n(.+\n){3}… and \d+ more primitives$/m)
  expect(stdout).toMatch(/^program +calls +own ms +share +alone ms +statements\n(.+\n){3}\n/m)
  expect(stdout).toMatch(/^program .* uses +statement\n(solve_.*:\d+ .* = \w+\(.*\)\n){3}… and \d+ more statements$/m)
  expect(stdout).toMatch(/^merging: [\d,]+ statements asked for, [\d,]+ calls made of 6 nodes, [\d.]+ % saved$/m)
})

describe('a trace', () => {
  const stretches = ({ traceEvents }: TraceFile) => traceEvents.filter(({ ph }) => ph === 'X')
  const endOf = ({ ts, dur }: TraceEvent) => Math.round(1000 * (ts + dur!))

  /** Every stretch lies within those that are open when it begins; gives the sorts around each. */
  function expectNested(events: readonly TraceEvent[]): Map<TraceEvent, string[]> {
    const around = new Map<TraceEvent, string[]>()
    const open: TraceEvent[] = []
    let last = 0
    for (const event of events) {
      expect(event.ts).toBeGreaterThanOrEqual(last)
      expect(event.dur).toBeGreaterThanOrEqual(0)
      last = event.ts
      while (open.length > 0 && endOf(open.at(-1)!) <= Math.round(1000 * event.ts)) open.pop()
      expect(endOf(event)).toBeLessThanOrEqual(open.length === 0 ? Infinity : endOf(open.at(-1)!))
      around.set(
        event,
        open.map(({ cat }) => cat!),
      )
      open.push(event)
    }
    return around
  }

  test('has every step of a small run, inside its sample and its task', async () => {
    const path = folder.pathOf('trace.json')
    const { exitCode, stderr, stdout } = await runCommand(['profile', '--json', ...files, '--trace', path])
    expect(exitCode).toBe(0)
    const { work } = JSON.parse(stdout) as Profile
    expect(stderr).toBe(`megabatt: ${path} has ${work.calls} steps\n`)
    const trace = JSON.parse(readFileSync(path, 'utf8')) as TraceFile
    expect(trace.otherData).toEqual({ steps: work.calls, stepsLeftOut: 0 })
    expect(trace.traceEvents.filter(({ ph }) => ph === 'M').map(({ name }) => name)).toEqual([
      'process_name',
      'thread_name',
    ])
    const events = stretches(trace)
    const around = expectNested(events)
    expect(events[0]).toMatchObject({ name: 'run', cat: 'run' })
    for (const event of events.slice(1)) expect(endOf(event)).toBeLessThanOrEqual(endOf(events[0]!))
    const ofSort = (sort: string) => events.filter(({ cat }) => cat === sort)
    expect(ofSort('task').map(({ name }) => name)).toEqual(['flip0001'])
    expect(ofSort('sample').map(({ name }) => name)).toEqual(['demo 1', 'demo 2', 'test 1'])
    const steps = ofSort('step')
    expect(steps).toHaveLength(work.calls)
    for (const step of steps.filter(({ dur }) => dur! > 0)) expect(around.get(step)).toEqual(['run', 'task', 'sample'])
    expect(steps.find(({ name }) => name === 'vmirror')!.args).toEqual({
      statement: 'O = vmirror(I)',
      line: 5,
      programs: ['solve_flip0001', 'solve_twice_flip0001'],
      uses: 3,
      words: 4,
      kernels: 1,
    })
    expect(steps.findLast(({ name }) => name === 'crop')!.args!['error']).toMatch(/./)
    // Two halves of sfilter, and two kernels of the function for each row; single kernels are their steps.
    expect(
      ofSort('kernel')
        .slice(0, 4)
        .map(({ name }) => name),
    ).toEqual(['sfilter (calls)', 'first', 'greater', 'sfilter'])
  })

  test('of a long run has the first steps, and says how many are left out', async () => {
    const path = folder.pathOf('long.json')
    const { stderr, exitCode } = await runCommand(['profile', '--samples', '20', '--trace', path])
    expect(exitCode).toBe(0)
    const trace = JSON.parse(readFileSync(path, 'utf8')) as TraceFile
    const { steps, stepsLeftOut } = trace.otherData
    expect(stepsLeftOut).toBeGreaterThan(0)
    const shown = (count: number) => count.toLocaleString('en-US')
    expect(stderr).toBe(`megabatt: ${path} has ${shown(steps)} steps; ${shown(stepsLeftOut)} more are left out\n`)
    const events = stretches(trace)
    expect(events.filter(({ cat }) => cat === 'step')).toHaveLength(steps)
    expect(events.filter(({ cat }) => cat === 'step' || cat === 'kernel').length).toBeLessThanOrEqual(100_000)
    let last = 0
    let isAscending = true
    for (const { ts } of events) {
      isAscending &&= ts >= last
      last = ts
    }
    expect(isAscending).toBe(true)
  })
})

describe('wrong use', () => {
  test.each([
    ['an unknown id', ['--only', 'solve_flip001'], /Did you mean solve_flip0001\?/, 2],
    ['programs without their tasks', ['--skip', 'flip0001'], /--pair all/, 2],
    ['a number of rows that is none', ['--top', '0'], /whole number/, 2],
    ['a trace that cannot be written', ['--trace', join('no', 'such', 'folder', 't.json')], /out-unwritable/, 3],
  ])('%s', async (_, args, message, code) => {
    const { exitCode, stdout, stderr } = await runCommand(['profile', ...files, ...args])
    expect(stderr).toMatch(message)
    expect([exitCode, stdout]).toEqual([code, ''])
  })

  test('what cannot be read of a file is said, the rest is profiled, the exit code is 2', async () => {
    const programs = folder.write('half.py', `${SOLVERS}\n${MISSPELT_SOLVER}`)
    const { exitCode, stdout, stderr } = await runCommand([
      'profile',
      '--json',
      '--programs',
      programs,
      ...files.slice(2),
    ])
    expect(stderr).toMatch(/Did you mean objects\?/)
    expect((JSON.parse(stdout) as Profile).programs).toBe(3)
    expect(exitCode).toBe(2)
  })
})
