// Runs with earlier results, and with values one by one.

import { beforeEach, expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { ReuseCache } from '../reuse/reuse-cache.ts'
import type { PairResult, PairSummary } from './pair-result.ts'
import type { OutputValue } from './run-pass.ts'
import { type RunRequest, runPrograms } from './run-programs.ts'
import type { RunReport } from './run-report.ts'

const dataset = makeDataset(galleryTasks({ samples: 3 }).slice(0, 3))
const programs = galleryPrograms()
const request: RunRequest = { programs, dataset }
let whole: RunReport

beforeEach(async () => {
  whole ??= await runPrograms(request)
})

const countsOf = (report: RunReport) => ({ ...report, time: 0, work: 0 })

test('every number of earlier results gives the report of the whole run, and the other pairs', async () => {
  const all: [PairResult, number][] = []
  await runPrograms({ ...request, onPair: (...pair) => all.push(pair) })
  expect(all.map(([, pair]) => pair)).toEqual(whole.results.map((_, k) => k))
  for (let count = 0; count <= whole.results.length; count++) {
    const pairs: [PairResult, number][] = []
    const earlier = whole.results.slice(0, count)
    const report = await runPrograms({ ...request, earlier, onPair: (...pair) => pairs.push(pair) })
    expect(countsOf(report)).toEqual(countsOf(whole))
    expect(pairs).toEqual(all.slice(count))
  }
})

test.each<[string, (results: PairSummary[]) => PairSummary[], RegExp]>([
  [
    'another program',
    ([first, ...others]) => [{ ...first!, program: 'solve_other' }, ...others],
    /Result 1 .*solve_other/,
  ],
  ['another task', ([first, second]) => [first!, { ...second!, task: 'other' }], /Result 2 .*other/],
  ['another order', (results) => results.toReversed(), /Result 1 /],
  ['too many', (results) => [...results, results[0]!], /earlier results, but/],
])('earlier results of %s are refused', async (_, change, message) => {
  const earlier = change(whole.results)
  await expect(runPrograms({ ...request, earlier })).rejects.toThrow(
    expect.objectContaining({ code: 'resume-mismatch', message: expect.stringMatching(message) }),
  )
})

test('values one by one are those of the results, in an order that does not depend on units', async () => {
  const settings = { outputs: 'value', measure: true } as const
  const own = { ...request, settings }
  const pairs: PairResult[] = []
  await runPrograms({ ...own, onPair: (pair) => pairs.push(pair) })
  const runs = await Promise.all(
    [undefined, 1, 2, 100].map(async (unitSamples) => {
      const values: OutputValue[] = []
      const results: PairResult[] = []
      await runPrograms({
        ...own,
        ...(unitSamples === undefined ? {} : { unitSamples }),
        repeat: 2,
        onValue: (value) => values.push(value),
        onPair: (result) => results.push(result),
      })
      return { values, results }
    }),
  )
  const [{ values, results }] = runs as [(typeof runs)[number]]
  for (const run of runs) expect(run).toEqual({ values, results })
  // The same values, put where results have them.
  const outputsOf = (pair: number, output: number) =>
    values.filter((value) => value.pair === pair && value.output === output).map(({ value }) => value)
  const rebuilt = results.map((result, pair) => ({
    ...result,
    outputs: (result.battOutputs ?? [0]).map((_, output) => outputsOf(pair, output)),
  }))
  expect(rebuilt).toEqual(pairs)
  expect(values.some(({ value }) => value === null)).toBe(true)
})

test('values of earlier pairs are not repeated', async () => {
  const valuesOf = async (earlier: readonly PairSummary[]) => {
    const values: OutputValue[] = []
    const settings = { outputs: 'value' } as const
    await runPrograms({ ...request, settings, earlier, onValue: (value) => values.push(value) })
    return values
  }
  const all = await valuesOf([])
  // In the midst of the programs of a task, all of which are run again.
  expect(whole.results[2]!.task).toBe(whole.results[3]!.task)
  expect(await valuesOf(whole.results.slice(0, 3))).toEqual(all.filter(({ pair }) => pair >= 3))
})

test('a task without samples has results of no evaluations', async () => {
  const tasks = [{ id: dataset.tasks[0]!.id, train: [], test: [] }, dataset.tasks[1]!]
  const report = await runPrograms({ programs, dataset: makeDataset(tasks) })
  const totals = new Map(report.results.map(({ task, samples }) => [task, samples.length]))
  expect([...totals]).toEqual([
    [tasks[0]!.id, 0],
    [tasks[1]!.id, tasks[1]!.train.length + tasks[1]!.test.length],
  ])
})

test('a run waits after the pairs of each task, also of known ones, and can be stopped there', async () => {
  const reuse = new ReuseCache()
  await runPrograms({ ...request, reuse })
  const stop = new AbortController()
  const events: string[] = []
  const report = await runPrograms({
    ...request,
    reuse,
    keepResults: false,
    signal: stop.signal,
    onPair: ({ task }) => events.push(task),
    pace: async () => {
      events.push('pace')
      if (events.filter((event) => event === 'pace').length === 2) stop.abort()
    },
  })
  const [first, second] = dataset.tasks.map(({ id }) => id)
  const pairs = (task: string) => whole.results.filter((pair) => pair.task === task).map(() => task)
  expect(events).toEqual([...pairs(first!), 'pace', ...pairs(second!), 'pace'])
  // Without results, the sums are the same.
  expect(report.results).toEqual([])
  expect(report.evaluations).toBe(
    whole.results
      .filter(({ task }) => task === first || task === second)
      .reduce((sum, own) => sum + own.samples.length, 0),
  )
})

test('runs at the same time count their own reused pairs', async () => {
  const reuse = new ReuseCache()
  const one = { ...request, dataset: makeDataset(dataset.tasks.slice(0, 1)) }
  await runPrograms({ ...one, reuse })
  const [known, unknown] = await Promise.all([
    runPrograms({ ...one, reuse }),
    runPrograms({ ...request, dataset: makeDataset(dataset.tasks.slice(1)), reuse }),
  ])
  expect(known.reuse).toMatchObject({ pairHits: known.results.length, pairMisses: 0 })
  expect(unknown.reuse).toMatchObject({ pairHits: 0, pairMisses: unknown.results.length })
})
