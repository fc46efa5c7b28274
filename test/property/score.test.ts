// Scores: the score of a solver is what counting the results of a run by hand gives, and order changes nothing.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { galleryPrograms, galleryTasks } from '../../src/data/gallery.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { scorePrograms } from '../../src/engine/score/score-programs.ts'
import type { Program } from '../../src/language/program.ts'
import '../generators/seed.ts'

const batts = galleryPrograms().filter(({ mode }) => mode === 'guarded')
const some = fc
  .record({
    programs: fc.subarray([...galleryPrograms()], { minLength: 1, maxLength: 12 }),
    batts: fc.subarray(batts),
    tasks: fc.subarray(galleryTasks({ samples: 2 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ programs, batts, tasks }) => ({ programs: [...new Set([...programs, ...batts])], tasks }))

/** The number of right demo pairs of each solver, by program and output, from the results of a plain run. */
async function countByHand(programs: readonly Program[], tasks: ReturnType<typeof galleryTasks>) {
  const results: PairResult[] = []
  await runPrograms({ programs, dataset: makeDataset(tasks), pairing: 'all', onPair: (result) => results.push(result) })
  const scores = new Map<string, number>()
  const add = (key: string, samples: PairResult['samples']) => {
    const right = samples.filter(({ set, verdict }) => set === 'demo' && verdict === 'right').length
    scores.set(key, (scores.get(key) ?? 0) + right)
  }
  for (const { program, battOutputs, samples } of results) {
    if (battOutputs === undefined) add(`${program} null`, samples)
    for (const output of battOutputs ?? []) if (output.kind === 'o') add(`${program} ${output.number}`, output.samples)
  }
  return scores
}

test('the score by demo pairs equals counting the results of a run', async () => {
  await fc.assert(
    fc.asyncProperty(some, async ({ programs, tasks }) => {
      const { report } = await scorePrograms({ programs, dataset: makeDataset(tasks), pairing: 'all' })
      const scores = report.solvers.map(({ program, number, score }) => [`${program} ${number}`, score] as const)
      expect(new Map(scores)).toEqual(await countByHand(programs, tasks))
    }),
    { numRuns: 15 },
  )
})

test('the order of programs changes neither scores nor attempts', async () => {
  await fc.assert(
    fc.asyncProperty(some, async ({ programs, tasks }) => {
      const dataset = makeDataset(tasks)
      const once = await scorePrograms({ programs, dataset, pairing: 'all' })
      const again = await scorePrograms({ programs: programs.toReversed(), dataset, pairing: 'all' })
      expect(again.attempts).toEqual(once.attempts)
      expect(again.report.solvers).toEqual(once.report.solvers)
      expect(again.report.differs).toEqual(once.report.differs)
      expect(again.report.rules).toEqual(once.report.rules)
    }),
    { numRuns: 8 },
  )
})
