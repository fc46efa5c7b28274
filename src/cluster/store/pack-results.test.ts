// Packed results: all that a result file needs comes back, for solvers and batts, whatever the units were.

import { expect, test } from 'vitest'
import type { Evaluations, RunSettings } from '../../backends/backend.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { outputCount } from '../../backends/evaluations.ts'
import { cardPrograms } from '../../batts/card.ts'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { type Task, samplesOf } from '../../data/task.ts'
import { type PairResult, collectPair } from '../../engine/run/pair-result.ts'
import { SampleDescriber } from '../../engine/run/sample-result.ts'
import { settleSettings } from '../../engine/run/run-pass.ts'
import type { Program } from '../../language/program.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { Graph } from '../../plan/graph.ts'
import { type Plan, lowerGraph } from '../../plan/plan.ts'
import { countVerdicts, packResults, rightSamples, unpackResults } from './pack-results.ts'

const all = galleryPrograms()
const strict = all.filter(({ mode, dialect }) => mode === 'strict' && dialect === 'a').slice(0, 40)
const batt = cardPrograms(strict.slice(0, 6)).program
const broken = readPrograms(
  'def solve_broken(I):\n    x = add(I, I)\n    return x\n\ndef solve_none(I):\n    return first(I)\n',
  'b.py',
).programs
const programs: readonly Program[] = [...strict, ...broken, batt]
const tasks = galleryTasks({ samples: 2 }).slice(0, 6)

async function evaluate(task: Task, plan: Plan, settings: RunSettings, unitSamples: number): Promise<Evaluations[]> {
  const count = samplesOf(task).length
  const units = []
  for (let from = 0; from < count; from += unitSamples)
    units.push({ plan: 0, task, from, to: Math.min(count, from + unitSamples) })
  const found: Evaluations[] = []
  for await (const part of new CpuBackend().run([plan], units, settings)) found.push(part)
  return found
}

function describe(task: Task, plan: Plan, units: readonly Evaluations[]): PairResult[] {
  const describer = new SampleDescriber(task)
  return programs.map((program, index) =>
    collectPair({ task, program, planned: plan.programs[index]!, index, units, describer }),
  )
}

test.each([
  ['none', 16_777_216, 256],
  ['hash', 16_777_216, 2],
  ['value', 16_777_216, 1],
  // So small that outputs of the batt are cut.
  ['hash', 40, 3],
] as const)(
  'results with outputs %s, budget %i and units of %i samples are described alike after packing',
  async (outputs, budget, unitSamples) => {
    const graph = new Graph('a', { keepUnused: false })
    const plan = lowerGraph(
      graph,
      programs.map((program) => graph.add(program)),
    )
    const verdicts = new Set<string>()
    for (const task of tasks) {
      const units = await evaluate(task, plan, settleSettings({ outputs, budget, measure: true }), unitSamples)
      const packed = packResults(
        plan.programs.map((planned, index) => ({
          units,
          index,
          guardedCount: planned.mode === 'guarded' ? planned.guarded.length : 0,
          candidateCount: planned.mode === 'guarded' ? planned.candidates.length : 0,
          outputCount: outputCount(planned),
        })),
        samplesOf(task).length,
      )
      const unpacked = unpackResults(packed)
      const expected = describe(task, plan, units)
      expect(describe(task, plan, [unpacked])).toEqual(expected)
      for (const [p, { samples, battOutputs = [] }] of expected.entries()) {
        const right = samples.map(({ verdict }) => verdict === 'right')
        expect(
          Array.from(rightSamples(unpacked, p), (byte, k) =>
            right.slice(8 * k, 8 * k + 8).map((_, s) => ((byte >> s) & 1) === 1),
          ).flat(),
        ).toEqual(right)
        expect(countVerdicts(unpacked, p).right).toBe(right.filter(Boolean).length)
        for (const { verdict } of samples) verdicts.add(verdict)
        for (const output of battOutputs) if (output.kind === 's' && output.limits !== undefined) verdicts.add('cut')
      }
    }
    expect([...verdicts]).toEqual(
      expect.arrayContaining(budget === 40 ? ['wrong', 'limit', 'cut'] : ['right', 'wrong', 'error']),
    )
  },
)

test('packed results of hundreds of programs take few bytes an evaluation', async () => {
  const graph = new Graph('a', { keepUnused: false })
  const plan = lowerGraph(
    graph,
    strict.map((program) => graph.add(program)),
  )
  const task = tasks[0]!
  const units = await evaluate(task, plan, settleSettings({}), 256)
  const counts = { guardedCount: 0, candidateCount: 0, outputCount: 1 }
  const packed = packResults(
    strict.map((_, index) => ({ units, index, ...counts })),
    samplesOf(task).length,
  )
  expect(packed.length).toBeLessThan(strict.length * samplesOf(task).length)
})
