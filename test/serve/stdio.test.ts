// `megabatt serve` on pipes: results equal those of runs without a server, and no request disturbs another.

import { describe, expect, test } from 'vitest'
import { galleryPrograms, gallerySource, galleryTasks } from '../../src/data/gallery.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import type { AddedPrograms, ResultBlock, RunSummary } from '../../src/serve/protocol.ts'
import { FLIP_BATT, FLIP_TASK, MISSPELT_SOLVER, OPEN_FLIP_TASK, SAME_SOLVER } from '../cli/flip-task.ts'
import { LONG_PROGRAMS, LONG_TASK } from './long-run.ts'
import { type TestServer, blocksOf, startServer } from './start-server.ts'

const FLIP = 'def solve_flip0001(I):\n    O = vmirror(I)\n    return O\n'
const FAILS = 'def solve_fails(I):\n    x1 = first(I)\n    x2 = subgrid(x1, I)\n    return x2\n'

async function withFlip(server: TestServer, task: object = FLIP_TASK, ...more: string[]) {
  await server.ask('loadTasks', { tasks: { flip0001: task } })
  const sources = [FLIP, SAME_SOLVER, ...more].map((text) => ({ text }))
  return (await server.ask<AddedPrograms>('addPrograms', { sources })).result.programs
}

test('initialize says versions and limits, and refuses another protocol', async () => {
  const server = startServer('--max-programs', '7')
  const { result } = await server.ask('initialize', { protocol: 1, client: 'test' })
  expect(result).toMatchObject({ protocol: 1, limits: { programs: 7, runs: 4 }, backend: 'workers' })
  expect(await server.fail('initialize', { protocol: 2 })).toMatchObject({
    code: -32_001,
    data: { code: 'protocol-version', advice: expect.stringContaining('same version') },
  })
  expect(await server.end()).toBe(0)
  expect(server.stderr).toBe('')
})

test('programs that cannot be read are diagnostics with their places, and the others are held', async () => {
  const server = startServer()
  const sources = [{ text: FLIP }, { text: MISSPELT_SOLVER, name: 'bad.py', dialect: 'a' }, { text: SAME_SOLVER }]
  const { result } = await server.ask<AddedPrograms>('addPrograms', { sources })
  expect(result.programs.map(({ id, source, name }) => [id, source, name])).toEqual([
    [1, 0, 'solve_flip0001'],
    [2, 2, 'solve_same_flip0001'],
  ])
  expect(result.diagnostics).toMatchObject([
    { source: 1, file: 'bad.py', line: 2, column: 10, code: 'unknown-name', advice: 'Did you mean objects?' },
  ])
})

describe('run', () => {
  test('verdicts, differing cells, failures and values of each sample', async () => {
    const server = startServer()
    await withFlip(server, OPEN_FLIP_TASK, FAILS)
    const answer = await server.ask<RunSummary>('run', { pair: 'all', outputs: 'value' })
    expect(answer.result).toMatchObject({ evaluations: 12, right: 3, rightByProgram: [3, 0, 0], cancelled: false })
    const failure = { statement: 'x2', line: 3, kind: 'type', message: expect.stringContaining('type') }
    expect(blocksOf(answer)).toEqual([
      {
        task: 'flip0001',
        from: 0,
        verdicts: 'pwe',
        samples: 'rrruwwwueeee',
        differing: [2, 2, 2],
        failed: [0, 0, 0, 0],
        failures: [failure],
        outputs: [
          [[[[0, 1]], [[3, 2]], [[6, 5, 4]], [[7]]]],
          [[[[1, 0]], [[2, 3]], [[4, 5, 6]], [[7]]]],
          [[null, null, null, null]],
        ],
      },
    ])
    expect(answer.notes.findLast(({ method }) => method === 'progress')).toMatchObject({
      params: { request: 3, stage: 'running', done: 12, total: 12 },
    })
  })

  test('programs on their own tasks, demos alone, hashes, and a batt with its candidates', async () => {
    const server = startServer()
    await server.ask('loadTasks', { tasks: { flip0001: FLIP_TASK, turn0002: FLIP_TASK } })
    const sources = [FLIP, 'def solve_turn0002(I):\n    return lefthalf(I)\n', SAME_SOLVER, FLIP_BATT]
    await server.ask('addPrograms', { sources: sources.map((text) => ({ text })) })
    const answer = await server.ask<RunSummary>('run', { samples: 'demos', outputs: 'hash', programs: [1, 2, 3, 4] })
    const [first, second] = blocksOf(answer)
    expect(first).toMatchObject({ task: 'flip0001', programs: [1, 3, 4], verdicts: 'sws', samples: 'rrwwrr' })
    expect(first!.outputs).toHaveLength(3)
    expect((first!.outputs as string[][][])[0]![0]![0]).toMatch(/^[0-9a-f]{16}$/)
    expect(first!.batts).toMatchObject([{ index: 2, outputs: [{ name: 'flips', verdict: 'solved' }, {}, {}] }])
    expect(second).toMatchObject({ task: 'turn0002', from: 1, verdicts: 'w', differing: [-1, -1] })
    expect(answer.result.rightByProgram).toEqual([2, 0, 0, 2])
  })

  test('results are reused and reported, and changed tasks are run again', async () => {
    const server = startServer()
    await withFlip(server)
    const first = await server.ask<RunSummary>('run', { pair: 'all' })
    const second = await server.ask<RunSummary>('run', { pair: 'all' })
    expect(first.result.reuse).toMatchObject({ pairHits: 0, pairMisses: 2 })
    expect(second.result.reuse).toMatchObject({ pairHits: 2, pairMisses: 0 })
    expect(blocksOf(second)).toEqual(blocksOf(first))
    const without = await server.ask<RunSummary>('run', { pair: 'all', reuse: false })
    expect(without.result.reuse).toBeUndefined()
    expect((await server.ask('stats')).result).toMatchObject({
      programs: { count: 2 },
      reuse: { pairHits: 2, pairMisses: 2, bytes: expect.toSatisfy((bytes: number) => bytes > 0) },
    })
    await server.ask('loadTasks', { tasks: { flip0001: { train: [{ input: [[1]], output: [[2]] }] } } })
    const changed = await server.ask<RunSummary>('run', { pair: 'all' })
    expect(changed.result).toMatchObject({ right: 0, evaluations: 2, reuse: { pairHits: 0 } })
  })

  test('runs at the same time have the results of single runs', async () => {
    const dataset = makeDataset(galleryTasks({ samples: 3 }))
    const source = gallerySource()
    const { programs } = readProgramFile(source, 'source-1')
    expect(programs.length).toBe(galleryPrograms().length)
    const report = await runPrograms({ programs, dataset, pairing: 'own' })
    const server = startServer('--workers', '2')
    await server.ask('loadTasks', { gallery: { samples: 3 } })
    await server.ask('addPrograms', { sources: [{ text: source }] })
    const ids = programs.map((_, k) => k + 1)
    const halves = [ids.filter((id) => id % 2 === 0), ids.filter((id) => id % 2 === 1)]
    const [whole, ...parts] = await Promise.all([
      server.ask<RunSummary>('run', {}),
      ...halves.map((half) => server.ask<RunSummary>('run', { programs: half })),
      server.ask<RunSummary>('run', { reuse: false }),
    ])
    expect(verdictsOf(blocksOf(whole!), ids)).toEqual(verdictsOfReport(report))
    const both = [...verdictsOf(blocksOf(parts[0]!), halves[0]!), ...verdictsOf(blocksOf(parts[1]!), halves[1]!)]
    expect(new Map(both)).toEqual(verdictsOfReport(report))
    expect(verdictsOf(blocksOf(parts[2]!), ids)).toEqual(verdictsOfReport(report))
    expect(whole!.result).toMatchObject({ right: report.right, errors: report.errors, limits: report.limits })

    function verdictsOfReport({ results }: RunReport): Map<string, string> {
      return new Map(results.map(({ program, task, verdict }) => [`${program} ${task}`, verdict[0]!]))
    }
    function verdictsOf(blocks: readonly ResultBlock[], list: readonly number[]): Map<string, string> {
      return new Map(
        blocks.flatMap(({ task, from = 0, programs: own, verdicts }) =>
          Array.from(verdicts, (verdict, k): [string, string] => [
            `${programs[(own?.[k] ?? list[from + k]!) - 1]!.name} ${task}`,
            verdict,
          ]),
        ),
      )
    }
  })
})

/** Starts a run with the id `long`, and waits until it is under way. */
async function startLongRun(server: TestServer): Promise<{ readonly long: ReturnType<TestServer['request']> }> {
  await server.ask('loadTasks', { tasks: { long: LONG_TASK } })
  const { result } = await server.ask<AddedPrograms>('addPrograms', { sources: LONG_PROGRAMS })
  const programs = result.programs.map(({ id }) => id)
  const long = server.request('run', { programs, pair: 'all', budget: 16_000_000, reuse: false }, true, 'long')
  await server.ask('stats')
  // In an object, so that the run is not awaited here.
  return { long }
}

describe('while a run goes on', () => {
  test('other requests are answered, and cancel ends it', async () => {
    const server = startServer('--workers', '1')
    const { long } = await startLongRun(server)
    let isOver = false
    void long.then(() => (isOver = true))
    const ids = (await withFlip(server)).map(({ id }) => id)
    const { result } = await server.ask<RunSummary>('run', { programs: ids, tasks: ['flip0001'] })
    expect(result).toMatchObject({ right: 3, wrong: 3 })
    expect((await server.ask('trace', { program: ids[0], task: 'flip0001' })).result).toMatchObject({ outputs: [] })
    expect((await server.ask('stats')).result).toMatchObject({ runs: { active: 1 } })
    expect(isOver).toBe(false)
    expect((await server.ask('cancel', { request: 'long' })).result).toEqual({ found: true })
    const { answer, notes } = await long
    const summary = answer.result as RunSummary
    expect(summary.cancelled).toBe(true)
    const blocks = notes.flatMap(({ params }) => params!.blocks ?? [])
    expect(blocks.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(summary.evaluations)
    expect(summary.evaluations).toBeLessThan(LONG_PROGRAMS.length * LONG_TASK.test.length)
    expect((await server.ask('cancel', { request: 'long' })).result).toEqual({ found: false })
    expect((await server.ask<RunSummary>('run', { programs: ids, tasks: ['flip0001'] })).result.right).toBe(3)
  })

  test('further runs wait, and can be cancelled there; an id is used once at a time', async () => {
    const server = startServer('--workers', '1', '--max-runs', '1')
    await startLongRun(server)
    const waiting = server.request('run', { programs: [1], pair: 'all' }, true, 'waiting')
    expect((await server.ask('stats')).result).toMatchObject({ runs: { active: 1, waiting: 1 } })
    const twice = await server.request('stats', {}, true, 'long')
    expect(twice.answer.error).toMatchObject({ code: -32_600, message: 'Request "long" is under way already' })
    server.child.stdin.write('{"jsonrpc":"2.0","method":"cancel","params":{"request":"waiting"}}\n')
    expect((await waiting).answer.error).toMatchObject({ code: -32_800, data: { code: 'request-cancelled' } })
    expect((await server.ask('stats')).result).toMatchObject({ runs: { active: 1, waiting: 0 } })
  })

  test('runs that are cancelled at once, again and again, leave a server that works', async () => {
    const server = startServer('--workers', '2')
    await server.ask('loadTasks', { tasks: { long: LONG_TASK } })
    await server.ask('addPrograms', { sources: LONG_PROGRAMS })
    for (let k = 0; k < 10; k++) {
      const run = server.request('run', { pair: 'all', budget: 16_000_000, reuse: false }, true, `run ${k}`)
      if (k % 2 === 1) await server.ask('stats')
      await server.ask('cancel', { request: `run ${k}` })
      expect(((await run).answer.result as RunSummary).cancelled).toBe(true)
    }
    const ids = (await withFlip(server)).map(({ id }) => id)
    expect((await server.ask<RunSummary>('run', { programs: ids, tasks: ['flip0001'] })).result.right).toBe(3)
    await server.ask('shutdown')
    expect(await server.exited).toBe(0)
  })

  test('the end of its client ends the server', async () => {
    const server = startServer('--workers', '1')
    await startLongRun(server)
    server.child.stdout.destroy()
    server.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"stats"}\n')
    expect(await server.end()).toBe(0)
  })
})

test('a score with a submission, and a trace of the first sample that fails', async () => {
  const server = startServer()
  const [, same] = await withFlip(server)
  const { result } = await server.ask('score', { pair: 'all', submission: true })
  expect(result).toMatchObject({
    report: { format: 'megabatt score', solvedTasks: 1, rules: { outputs: { points: 1, total: 1 } } },
    submission: { flip0001: [{ attempt_1: [[6, 5, 4]], attempt_2: [[4, 5, 6]] }] },
  })
  const traced = await server.ask('trace', { program: same!.id, task: 'flip0001' })
  expect(traced.result).toMatchObject({ name: 'solve_same_flip0001', sample: { set: 'demo', number: 1 } })
  const named = await server.ask('trace', { program: 1, task: 'flip0001', sample: { set: 'test', number: 1 } })
  expect(named.result).toMatchObject({ result: { g: ['654'] }, statements: [{ call: 'vmirror(I)' }] })
  expect(
    await server.fail('trace', { program: 1, task: 'flip0001', sample: { set: 'test', number: 2 } }),
  ).toMatchObject({
    data: { code: 'unknown-id', advice: 'It has 2 demo pairs and 1 test pair.' },
  })
})

test('programs and tasks are listed and removed', async () => {
  const server = startServer()
  await withFlip(server)
  expect((await server.ask('listPrograms')).result).toMatchObject({ programs: [{ id: 1 }, { id: 2 }] })
  expect((await server.ask('listTasks')).result).toEqual({
    tasks: [{ id: 'flip0001', demos: 2, tests: 1, cells: [2, 2, 3] }],
  })
  expect((await server.ask('removePrograms', { programs: [1, 9] })).result).toEqual({ removed: 1 })
  expect(await server.fail('run', { programs: [1] })).toMatchObject({ code: -32_001, data: { code: 'unknown-id' } })
  expect((await server.ask('removeTasks')).result).toEqual({ removed: 1 })
  expect(await server.fail('run')).toMatchObject({ data: { code: 'nothing-paired' } })
  const { result } = await server.ask('stats')
  expect(result).toMatchObject({ programs: { count: 1 }, tasks: { count: 0, bytes: 0 } })
})
