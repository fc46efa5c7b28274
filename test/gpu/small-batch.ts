// Small batches for tests of the GPU host: programs from text, tasks of drawn grids, and the comparison with the CPU backend.

import { expect } from 'vitest'
import type { Backend, Evaluations, RunSettings, Unit } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { FAILED, LIMITED, NEAR, WRONG } from '../../src/backends/verdicts.ts'
import { type BriefEvaluations, briefDefaults, briefVerdict, isBrief } from '../../src/backends/brief-evaluations.ts'
import { type Task, sampleOf, samplesOf } from '../../src/data/task.ts'
import { isNearCount } from '../../src/engine/run/pair-verdict.ts'
import { DEFAULT_ALLOWANCE } from '../../src/kernel/heap-growth.ts'
import { DEFAULT_BUDGET } from '../../src/kernel/heap.ts'
import { isLimit } from '../../src/language/values/error-words.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { type Plan, lowerGraph } from '../../src/plan/plan.ts'
import { newRandom } from '../generators/seed.ts'
import { compareEvaluations } from './random-programs.ts'

export interface Batch {
  readonly plans: readonly Plan[]
  readonly units: readonly Unit[]
  readonly settings: RunSettings
}

export const VALUES: RunSettings = {
  budget: DEFAULT_BUDGET,
  allowance: DEFAULT_ALLOWANCE,
  measure: true,
  outputs: 'value',
}

/** The plan of the programs in a Python text. */
export function planOf(text: string): Plan {
  const { programs, diagnostics } = readProgramFile(text, 'batch.py')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return lowerGraph(mergePrograms(programs))
}

/** A strict program; each argument is the right side of a statement, the last one is its result. */
export function solver(name: string, ...calls: string[]): string {
  const lines = calls.map((call, k) => `    x${k + 1} = ${call}\n`)
  return `def solve_${name}(I):\n${lines.join('')}    return x${calls.length}\n\n`
}

/** A task with two demo pairs and `count` further samples of grids from 1 × 1 to 6 × 6. */
export function drawTask(id: string, count: number, seed = 7): Task {
  const random = newRandom(seed)
  const grid = () => {
    const [height, width] = [1 + (random() % 6), 1 + (random() % 6)]
    return { height, width, cells: Uint8Array.from({ length: height * width }, () => random() % 5) }
  }
  const pair = () => ({ input: grid(), output: grid() })
  return { id, train: [pair(), pair()], test: Array.from({ length: count }, pair) }
}

/** Every plan on all samples of every task. */
export function batchOf(texts: readonly string[], tasks: readonly Task[], settings: RunSettings = VALUES): Batch {
  const plans = texts.map(planOf)
  const units = plans.flatMap((_, plan) =>
    tasks.map((task): Unit => ({ plan, task, from: 0, to: samplesOf(task).length })),
  )
  return { plans, units, settings }
}

export async function runBatch(backend: Backend, { plans, units, settings }: Batch): Promise<Evaluations[]> {
  const results: Evaluations[] = []
  for await (const result of backend.run(plans, units, settings)) results.push(result)
  return results
}

/** Runs a batch and expects the results of the CPU backend. */
export async function expectCpuResults(backend: Backend, batch: Batch): Promise<void> {
  await compareWithCpu(await runBatch(backend, batch), batch)
}

export async function compareWithCpu(results: readonly Evaluations[], batch: Batch): Promise<void> {
  const wanted = await runBatch(new CpuBackend(), batch)
  expect(results).toHaveLength(wanted.length)
  for (const [k, result] of results.entries()) expect(compareEvaluations(result, wanted[k]!)).toBeUndefined()
}

/** Runs a batch with brief evaluations and expects the verdicts and defaults of the CPU backend. Returns how many units were brief. */
export async function expectBriefResults(backend: Backend, batch: Batch): Promise<number> {
  const results = await runBatch(backend, { ...batch, settings: { ...batch.settings, isBrief: true } })
  const wanted = await runBatch(new CpuBackend(), batch)
  expect(results).toHaveLength(wanted.length)
  let count = 0
  for (const [k, result] of results.entries()) {
    if (isBrief(result)) {
      expect(spellBrief(result)).toEqual(spellFull(wanted[k]!, batch.units[k]!))
      count++
    } else expect(compareEvaluations(result, wanted[k]!)).toBeUndefined()
  }
  return count
}

function spellBrief(evaluations: BriefEvaluations): unknown {
  const { programCount, sampleCount } = evaluations
  return Array.from({ length: programCount }, (_, p) => ({
    verdicts: Array.from({ length: sampleCount }, (__, s) => briefVerdict(evaluations, p, s)),
    defaults: briefDefaults(evaluations, p),
  }))
}

function spellFull({ programCount, sampleCount, ...own }: Evaluations, { task, from }: Unit): unknown {
  const verdictOf = (at: number, s: number) => {
    const verdict = own.verdicts[at]!
    if (verdict === FAILED) return isLimit(own.errors[at]!) ? LIMITED : FAILED
    const { output } = sampleOf(task, from + s)
    return verdict === WRONG && isNearCount(own.differences[at]!, output!.cells.length) ? NEAR : verdict
  }
  return Array.from({ length: programCount }, (_, p) => ({
    verdicts: Array.from({ length: sampleCount }, (__, s) => verdictOf(p * sampleCount + s, s)),
    defaults: (own.defaults[p] ?? new Int32Array()).reduce((sum, count) => sum + count, 0),
  }))
}
