// Runs that use what earlier runs have left give what they give without: results, errors, defaults, hashes, counts.

import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { readProgramVectors } from '../../src/engine/conform/program-vectors.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { ReuseCache } from '../../src/engine/reuse/reuse-cache.ts'
import { type RunRequest, runPrograms } from '../../src/engine/run/run-programs.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import type { Program } from '../../src/language/program.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import type { Dataset, Task } from '../../src/data/task.ts'
import { newRandom, SEED } from '../generators/seed.ts'

const file = new URL('../conformance/data/programs.jsonl', import.meta.url)
const random = newRandom(SEED)
let programs: Program[]
let dataset: Dataset

beforeAll(() => {
  const text = readFileSync(file, 'utf8').split('\n').slice(0, 40).join('\n')
  const { vectors } = readProgramVectors(text, 'programs.jsonl')
  const tasks = vectors.slice(0, 4).map(({ samples }, k): Task => {
    const test = samples.map(({ input, candidate }) =>
      candidate === undefined ? { input } : { input, output: candidate },
    )
    return { id: `task${k}`, train: samples[0]!.demos, test }
  })
  dataset = makeDataset(tasks)
  // Each batt as it is, and as strict programs that return different values: these share calls with each other.
  programs = vectors.flatMap(({ program }, k) => [
    { ...program, name: `batt_${k}` },
    ...[0, 1, 2].map((j): Program => ({
      ...program,
      name: `solve_${k}_${j}`,
      mode: 'strict',
      outputs: [],
      result: { kind: 'statement', index: random() % program.statements.length },
    })),
  ])
})

/** The results of a run pair by pair, and its counts without times and work. */
async function run(request: Partial<RunRequest>) {
  const results: PairResult[] = []
  const report = await runPrograms({
    programs,
    dataset,
    pairing: 'all',
    ...request,
    settings: { outputs: 'hash', measure: true, ...request.settings },
    onPair: (result) => results.push(result),
  })
  return { report, results, counts: countsOf(report) }
}

function countsOf(report: RunReport): unknown {
  return { ...report, time: undefined, work: undefined, reuse: undefined }
}

/** Some of the programs, in an order of their own. */
function drawPopulation(count: number): Program[] {
  return Array.from({ length: count }, () => programs[random() % programs.length]!).map((program, k) => ({
    ...program,
    name: `${program.name}_${k}`,
    // Names are no content: known failures name the statements of the program at hand.
    statements: program.statements.map((statement) => ({ ...statement, name: `${statement.name}_${k}` })),
  }))
}

test.each([
  ['the default bounds', {}],
  ['a small budget', { budget: 40 }],
  ['a small allowance', { allowance: 100 }],
  ['no values', { outputs: 'none' as const }],
  ['no candidate', { measure: false }],
])('any sequence of populations, with %s', async (_, settings) => {
  const reuse = new ReuseCache()
  let hits = 0
  for (let generation = 0; generation < 6; generation++) {
    const population = drawPopulation(12)
    const tasks = generation % 3 === 2 ? { ...dataset, tasks: dataset.tasks.slice(1, 3) } : dataset
    const request = { programs: population, dataset: tasks, settings }
    const again = await run({ ...request, reuse })
    const afresh = await run(request)
    expect(again.results).toEqual(afresh.results)
    expect(again.counts).toEqual(afresh.counts)
    expect(again.report.reuse!.pairHits + again.report.reuse!.pairMisses).toBe(12 * tasks.tasks.length)
    hits += again.report.reuse!.pairHits
  }
  expect(hits).toBeGreaterThan(0)
})

test('two runs at once share a cache', async () => {
  const reuse = new ReuseCache({ bytes: 1 << 13 })
  const parts = [0, 1, 2].map((k) => ({ programs: programs.filter((_, p) => p % 3 !== k), unitSamples: 1 }))
  const together = await Promise.all(parts.map((part) => run({ ...part, reuse })))
  for (const [k, part] of parts.entries()) expect(together[k]!.results).toEqual((await run(part)).results)
  expect(reuse.report.evictions).toBeGreaterThan(0)
})

test('a program that comes again is not run again; on a task that is new to it, it is', async () => {
  const reuse = new ReuseCache()
  const population = programs.slice(0, 5)
  const part = { ...dataset, tasks: dataset.tasks.slice(0, 2) }
  await run({ programs: population, dataset: part, reuse })
  const { report } = await run({ programs: population, dataset: part, reuse })
  expect(report.work.executed).toBe(0)
  expect(report.reuse).toMatchObject({ pairHits: 10, pairMisses: 0, evictions: 0 })
  const whole = await run({ programs: population, reuse })
  expect(whole.report.reuse).toMatchObject({ pairHits: 10, pairMisses: 10 })
  expect(whole.results).toEqual((await run({ programs: population })).results)
})

test('other settings and other content are other results', async () => {
  const reuse = new ReuseCache()
  const [task] = dataset.tasks
  const only = (own: Task): Dataset => ({ ...dataset, tasks: [own] })
  const request = { programs: programs.slice(0, 3), dataset: only(task!) }
  await run({ ...request, reuse })
  const isKnown = async (other: Partial<RunRequest>) =>
    (await run({ ...request, ...other, reuse })).report.reuse!.pairHits
  expect(await isKnown({ settings: { budget: 1000 } })).toBe(0)
  expect(await isKnown({ settings: { allowance: 1000 } })).toBe(0)
  expect(await isKnown({ settings: { measure: false } })).toBe(0)
  expect(await isKnown({ settings: { outputs: 'none' } })).toBe(0)
  expect(await isKnown({ dataset: only({ ...task!, test: task!.test.toReversed() }) })).toBe(0)
  expect(await isKnown({ dataset: only({ ...task! }) })).toBe(3)
  expect(await isKnown({ keepUnused: true })).toBeLessThan(3)
})

test('memory is bounded, and the pairs that were not used for the longest time are forgotten', async () => {
  const [one, ...others] = programs
  const { report } = await run({ programs: [one!], reuse: new ReuseCache() })
  const bytes = 16 * report.reuse!.bytes * 4
  const reuse = new ReuseCache({ bytes })
  let evictions = 0
  for (let k = 0; k < others.length; k += 4) {
    const population = [one!, ...others.slice(k, k + 4)]
    const again = await run({ programs: population, reuse })
    expect(again.results).toEqual((await run({ programs: population })).results)
    expect(again.report.reuse!.bytes).toBeLessThanOrEqual(bytes)
    evictions += again.report.reuse!.evictions
  }
  expect(evictions).toBeGreaterThan(0)
  const last = await run({ programs: [one!], reuse })
  expect(last.report.reuse!.pairHits).toBe(dataset.tasks.length)
})

test('values are never kept', async () => {
  const reuse = new ReuseCache()
  for (let k = 0; k < 2; k++) {
    const { report } = await run({ programs: programs.slice(0, 2), settings: { outputs: 'value' }, reuse })
    expect(report.reuse).toBe(undefined)
    expect(report.work.executed).toBeGreaterThan(0)
  }
})
