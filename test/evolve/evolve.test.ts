// The whole loop on small tasks: equal results by seed, resumed from every round, on any number of searches side by side.

import { describe, expect, test } from 'vitest'
import { doubled, flipped, summed, taskOf } from './small-tasks.ts'
import { InterpretedDevice } from '../gpu/interpreted-device.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { ReuseCache } from '../../src/engine/reuse/reuse-cache.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { DEFAULT_ALLOWANCE } from '../../src/kernel/heap-growth.ts'
import { printPrograms } from '../../src/language/python/print-python.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import type { Checkpoint } from '../../src/evolve/checkpoint.ts'
import { EngineEvaluator } from '../../src/evolve/engine-evaluator.ts'
import { type EvolveRequest, type EvolveResult, evolve } from '../../src/evolve/evolve.ts'
import { parseCheckpoint } from '../../src/evolve/parse-checkpoint.ts'
import { type EvolveSettings, fitnessParts } from '../../src/evolve/settings.ts'

const TASKS = [taskOf('flip', flipped), taskOf('double', doubled), taskOf('sums', summed)]
const SMALL: Partial<EvolveSettings> = {
  calls: 9000,
  enumerate: 0.3,
  population: 12,
  generations: 4,
  migrate: 2,
  archive: 64,
}

interface Recorded {
  readonly result: EvolveResult
  /** By round, all that is reported, and the checkpoint as text. */
  readonly reports: string[]
  readonly checkpoints: string[]
}

async function record(request: Partial<EvolveRequest> = {}, settings: Partial<EvolveSettings> = {}): Promise<Recorded> {
  const reports: string[] = []
  const checkpoints: string[] = []
  const result = await evolve({
    tasks: TASKS,
    ...request,
    settings: { ...SMALL, ...settings },
    onRound: (round) => {
      reports.push(JSON.stringify([round.round, round.generations, round.results()]))
      checkpoints.push(JSON.stringify(round.checkpoint()))
    },
  })
  return { result, reports, checkpoints }
}

const plain = record()

test('tasks with short rules are solved, and the solvers are right on tests as written files', async () => {
  const { result } = await plain
  expect(result.tasks.map(({ task, solved }) => [task, solved])).toEqual([
    ['flip', true],
    ['double', true],
    ['sums', false],
  ])
  expect(result.tasks[0]).toMatchObject({
    generations: 0,
    best: { right: 3, demos: 3, error: 0, operator: 'enumerated' },
  })
  const solved = result.tasks.filter((task) => task.solved)
  const { programs, diagnostics } = readPrograms(printPrograms(solved.map(({ program }) => program!)), 'found.py')
  expect(diagnostics).toEqual([])
  const { right, evaluations } = await runPrograms({ programs, dataset: { tasks: TASKS, hash: '' } })
  expect([right, evaluations]).toEqual([8, 8])
  expect(result.tasks[2]!.work.calls).toBeGreaterThan(2700)
})

test('the budget ends a search: no generation begins after it', async () => {
  const { result } = await record({ tasks: [TASKS[2]!] }, { calls: 4000, generations: 1000 })
  expect(result.work.calls).toBeGreaterThanOrEqual(4000)
  const { result: longer } = await record(
    { tasks: [TASKS[2]!] },
    { generations: 1000, evaluations: 5000, calls: 1e9, enumerate: 0 },
  )
  expect(longer.work.evaluations).toBeGreaterThanOrEqual(5000)
  expect(longer.work.evaluations).toBeLessThan(5000 + 3 * 24)
})

test('another seed gives another search', async () => {
  const { reports } = await record({}, { seed: 2 })
  expect(reports).not.toEqual((await plain).reports)
})

describe('equal results', () => {
  test('with results of earlier programs kept', async () => {
    const reuse = new ReuseCache()
    expect(await record({ reuse })).toEqual(await plain)
    expect(reuse.report.pairHits).toBeGreaterThan(0)
  })

  test('with another evaluator, which gets the requests of all searches of a round together', async () => {
    const engine = new EngineEvaluator({ backend: new CpuBackend(), budget: 1 << 16, allowance: DEFAULT_ALLOWANCE })
    const counts: number[] = []
    const evaluateAll: EngineEvaluator['evaluateAll'] = (requests) => {
      counts.push(requests.length)
      return engine.evaluateAll(requests)
    }
    expect(await record({ evaluator: { evaluateAll, measure: engine.measure.bind(engine) } })).toEqual(await plain)
    expect(counts[0]).toBe(3)
  })

  test('on a device, which runs calls of all programs together', async () => {
    const backend = new GpuBackend({ open: [async () => new InterpretedDevice()] })
    const settings: Partial<EvolveSettings> = { calls: 1500, generations: 2, fitness: [...fitnessParts] }
    expect(await record({ backend }, settings)).toEqual(await record({}, settings))
    expect(backend.work.onCpu).toBe(0)
    expect(backend.work.onGpu).toBeGreaterThan(1000)
    await backend.close()
  })

  test('for each task, with any number of searches side by side', async () => {
    const { result, reports } = await record({}, { together: 1 })
    expect(result.tasks).toEqual((await plain).result.tasks)
    expect(reports.map((report) => (JSON.parse(report) as unknown[][])[1]!.length)).toEqual(reports.map(() => 1))
    const alone = await record({ tasks: [TASKS[2]!] })
    expect(alone.result.tasks[0]).toEqual((await plain).result.tasks[2])
  })
})

describe('resuming from the checkpoint of any round', () => {
  const resume = (text: string, request: Partial<EvolveRequest> = {}, settings: Partial<EvolveSettings> = {}) =>
    record({ ...request, checkpoint: parseCheckpoint(text, 'checkpoint.json') }, settings)

  test('gives the same rounds and the same result', async () => {
    const whole = await plain
    expect(whole.checkpoints.length).toBe(5)
    for (const [k, text] of whole.checkpoints.entries()) {
      const rest = await resume(text)
      expect(rest.reports).toEqual(whole.reports.slice(k + 1))
      expect(rest.checkpoints).toEqual(whole.checkpoints.slice(k + 1))
      expect(rest.result).toEqual(whole.result)
    }
  })

  test.each([
    ['across tasks', { across: true }],
    ['with differs', { fitness: ['samples', 'cells', 'differs', 'novelty', 'parsimony'] }],
    ['from random programs', { enumerate: 0 }],
  ] as const)('%s', async (_, settings: Partial<EvolveSettings>) => {
    const tasks = TASKS.slice(1)
    const whole = await record({ tasks }, settings)
    const rest = await resume(whole.checkpoints[1]!, { tasks }, settings)
    expect(rest.reports).toEqual(whole.reports.slice(2))
    expect(rest.result).toEqual(whole.result)
  })

  test('is refused for other tasks, programs, differs, dialects or settings', async () => {
    const [text] = (await plain).checkpoints
    const { searches } = JSON.parse(text!) as Checkpoint
    const error = expect.objectContaining({ code: 'evolve-resume' })
    const { programs } = readPrograms('def solve(I):\n    return rot90(I)\n', 'x.py')
    const fewerDemos = TASKS.map((task) => ({ ...task, train: task.train.slice(1) }))
    const others = [{ tasks: TASKS.slice(1) }, { tasks: fewerDemos }, { programs }, { differs: programs }]
    for (const other of [...others, { dialect: 'r' as const }])
      await expect(resume(text!, other)).rejects.toEqual(error)
    await expect(resume(text!, {}, { seed: 3 })).rejects.toEqual(error)
    const fewer = JSON.stringify({ ...(JSON.parse(text!) as Checkpoint), searches: searches.slice(1) })
    await expect(resume(fewer)).rejects.toEqual(error)
  })

  test('is refused for programs that cannot be read', async () => {
    const checkpoint = JSON.parse((await plain).checkpoints[0]!) as Checkpoint
    const text = JSON.stringify(checkpoint).replaceAll('"hmirror"', '"no_such_primitive"')
    await expect(resume(text)).rejects.toThrow(/no_such_primitive/)
  })
})

test('a signal ends the round; the state is that of the last one', async () => {
  const stop = new AbortController()
  const checkpoints: string[] = []
  const { stopped, rounds } = await evolve({
    tasks: TASKS,
    settings: SMALL,
    signal: stop.signal,
    onRound: (round) => {
      checkpoints.push(JSON.stringify(round.checkpoint()))
      if (round.round === 2) stop.abort()
    },
  })
  expect([stopped, rounds]).toEqual([true, 2])
  expect(checkpoints).toEqual((await plain).checkpoints.slice(0, 2))
})

test('a signal is handled between rounds that await nothing but promises', async () => {
  const stop = new AbortController()
  const judgement = { errors: Int32Array.of(1, 1, 1), outputs: Int32Array.of(1, 1, 1), behaviour: 'same' }
  const { stopped, rounds } = await evolve({
    tasks: [TASKS[2]!],
    settings: { ...SMALL, enumerate: 0, generations: 100 },
    signal: stop.signal,
    evaluator: {
      evaluateAll: async (requests) =>
        requests.map(({ programs }) => ({
          judgements: programs.map(() => judgement),
          work: { evaluations: 1, calls: 1 },
        })),
      measure: () => Promise.reject(new Error('not asked for')),
    },
    onRound: ({ round }) => {
      // An event, as Ctrl-C is one.
      if (round === 1) setImmediate(() => stop.abort())
    },
  })
  expect([stopped, rounds]).toEqual([true, 1])
})

test('given programs begin the search, in their dialect; one that is right already is the solution', async () => {
  const given =
    'def solve_one(I):\n    x1 = mir_rot_t(I, R0)\n    x2 = mir_rot_t(x1, R0)\n    x3 = mir_rot_t(x2, R0)\n    return x3\n'
  const { programs } = readPrograms(given, 'given.py')
  const { result } = await record({ programs, tasks: [TASKS[0]!] })
  expect(result.tasks[0]).toMatchObject({ solved: true, generations: 0, best: { operator: 'given', statements: 3 } })
  expect(result.tasks[0]!.program).toMatchObject({ dialect: 't', name: 'solve_flip', statements: [{ name: 'x1' }] })
  // One that is longer than programs may be is left out.
  const { result: other } = await record({ programs, tasks: [TASKS[0]!] }, { maxStatements: 2 })
  expect(other.tasks[0]).toMatchObject({ best: { operator: 'enumerated' } })
})

test('one population for all tasks solves those that it can', async () => {
  const { result } = await record({}, { across: true, calls: 30_000, generations: 20 })
  expect(result.tasks.map(({ solved }) => solved)).toEqual([true, true, false])
  // The work is that of one search.
  expect(result.tasks[0]!.work).toEqual(result.work)
})

test('demos without an output are left out, and so are tasks that have no other', async () => {
  const [flip] = TASKS
  const open = { input: flip!.test[0]!.input }
  const tasks = [
    { ...flip!, train: [open, ...flip!.train] },
    { ...flip!, id: 'open', train: [open] },
  ]
  const { result } = await record({ tasks })
  expect(result.tasks).toMatchObject([{ task: 'flip', solved: true, best: { demos: 3 } }])
})

test('impossible requests are refused', async () => {
  await expect(evolve({ tasks: [] })).rejects.toMatchObject({ code: 'evolve-nothing' })
  await expect(record({}, { population: 1 })).rejects.toMatchObject({ code: 'evolve-setting' })
  await expect(record({}, { enumerate: 2 })).rejects.toMatchObject({ code: 'evolve-setting' })
  await expect(record({}, { fitness: ['novelty'] })).rejects.toMatchObject({ code: 'evolve-setting' })
})
