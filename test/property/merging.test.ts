// Merging programs, cutting samples into units and keeping unused statements change no result.

import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { readProgramVectors } from '../../src/engine/conform/program-vectors.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { failuresOf } from '../../src/engine/run/sample-result.ts'
import { type RunRequest, runPrograms } from '../../src/engine/run/run-programs.ts'
import type { Program } from '../../src/language/program.ts'
import type { Dataset, Task } from '../../src/data/task.ts'
import { newRandom, SEED } from '../generators/seed.ts'

const file = new URL('../conformance/data/programs.jsonl', import.meta.url)
const random = newRandom(SEED)
let programs: Program[]
let dataset: Dataset

beforeAll(() => {
  const text = readFileSync(file, 'utf8').split('\n').slice(0, 60).join('\n')
  const { vectors } = readProgramVectors(text, 'programs.jsonl')
  const tasks = vectors.slice(0, 4).map(({ samples }, k): Task => {
    const test = samples.map(({ input, candidate }) =>
      candidate === undefined ? { input } : { input, output: candidate },
    )
    return { id: `task${k}`, train: samples[0]!.demos, test }
  })
  dataset = { tasks, hash: '' }
  // Each batt as it is, and as a strict program that returns one of its values.
  programs = vectors.flatMap(({ program }, k) => [
    { ...program, name: `batt_${k}` },
    {
      ...program,
      name: `solve_${k}`,
      mode: 'strict',
      outputs: [],
      result: { kind: 'statement', index: random() % program.statements.length },
    },
  ])
})

async function run(request: Partial<RunRequest>): Promise<PairResult[]> {
  const results: PairResult[] = []
  await runPrograms({
    programs,
    dataset,
    pairing: 'all',
    settings: { outputs: 'hash', measure: true },
    onPair: (result) => results.push(result),
    ...request,
  })
  return results.sort((a, b) => (`${a.program} ${a.task}` < `${b.program} ${b.task}` ? -1 : 1))
}

test('each program by itself gives what it gives among all others: results, errors, defaults', async () => {
  const merged = await run({})
  const alone: PairResult[] = []
  for (const program of programs) alone.push(...(await run({ programs: [program] })))
  expect(merged).toEqual(alone.sort((a, b) => (`${a.program} ${a.task}` < `${b.program} ${b.task}` ? -1 : 1)))
  expect(merged.some(({ defaults }) => defaults.length > 0)).toBe(true)
  expect(merged.some((result) => failuresOf(result).length > 0)).toBe(true)
  expect(merged.some((result) => failuresOf(result).length === 0 && result.outputs !== undefined)).toBe(true)
})

test('copies of a program have what the program has', async () => {
  const copies = programs.map((program) => ({ ...program, name: `${program.name}_copy` }))
  for (const outputs of ['hash', 'value'] as const) {
    const settings = { outputs, measure: true }
    const results = await run({ programs: [...programs, ...copies], settings })
    const wanted = await run({ settings })
    const named = (copy: boolean) => results.filter(({ program }) => program.endsWith('_copy') === copy)
    expect(named(false)).toEqual(wanted)
    expect(named(true).map((result) => ({ ...result, program: result.program.slice(0, -5) }))).toEqual(
      expect.arrayContaining(wanted),
    )
  }
})

test.each([1, 2, 5, 1000])('units of %i samples', async (unitSamples) => {
  expect(await run({ unitSamples })).toEqual(await run({}))
})

test('a small budget fails the same statements, merged or not', async () => {
  const settings = { outputs: 'hash', measure: true, budget: 40 } as const
  const merged = await run({ settings })
  const alone: PairResult[] = []
  for (const program of programs) alone.push(...(await run({ settings, programs: [program] })))
  expect(merged).toEqual(alone.sort((a, b) => (`${a.program} ${a.task}` < `${b.program} ${b.task}` ? -1 : 1)))
  expect(merged.some((result) => failuresOf(result).some(({ kind }) => kind === 'budget'))).toBe(true)
})

test('unused statements are not run, unless asked for, and then a strict program fails where one does', async () => {
  const [batt] = programs
  const unused: Program = { ...batt!, mode: 'strict', outputs: [], result: { kind: 'input', name: 'I' } }
  const without = await runPrograms({ programs: [unused], dataset, pairing: 'all' })
  expect([without.work.executed, without.errors]).toEqual([0, 0])
  const kept = await runPrograms({ programs: [unused], dataset, pairing: 'all', keepUnused: true })
  expect(kept.work.executed).toBeGreaterThan(0)
  expect(kept.errors).toBe(kept.evaluations)
})
