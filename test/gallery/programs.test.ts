// Every program of the gallery on hundreds of samples of its task: it comes out as the comment above it says, or is right without one.

import { expect, test } from 'vitest'
import { galleryFiles, galleryPrograms } from '../../src/data/gallery.ts'
import { drawTasks } from '../../tools/gallery/draw.ts'
import { families } from '../../tools/gallery/families.ts'
import { amount } from '../amount.ts'
import { type Tally, newTally, runTask } from './run-gallery.ts'

// Families that read their rule from the demo pairs have another rule for each seed.
const SEEDS = 12
const SAMPLES_A_SEED = amount(13, 50)
const DEMO_PAIRS = 3

const RIGHT = 'Right.'
const RIGHT_BATT = 'A batt; its first solver is right.'
const WRONG = [
  'Right on some samples only.',
  'Never right.',
  'Fails on some samples.',
  'Always fails.',
  'Returns a value that is not a grid.',
]

const comments = new Map(
  galleryFiles().flatMap(({ text }) =>
    Array.from(text.matchAll(/^(?:# (.*)\n)?def (\w+)\(/gm), ([, comment = RIGHT, name]) => [name!, comment] as const),
  ),
)

test.each(families)('$id: $title', ({ id }) => {
  const programs = galleryPrograms().filter(({ file }) => file === `gallery/${id}.py`)
  const tallies = programs.map(newTally)
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [task] = drawTasks({ seed, samples: SAMPLES_A_SEED - DEMO_PAIRS, only: [id] })
    runTask(programs, task!, tallies)
  }
  expect(tallies[0]!.samples).toBe(SEEDS * SAMPLES_A_SEED)
  const outcomes = programs.map(({ name, mode }, k) => [name, describe(tallies[k]!, mode === 'guarded')])
  expect(outcomes[0]).toEqual([`solve_${id}`, RIGHT])
  expect(outcomes).toEqual(programs.map(({ name }) => [name, comments.get(name)]))
})

test('there are programs of every outcome', () => {
  const found = [...comments.values()]
  for (const comment of [...WRONG, RIGHT_BATT])
    expect(found.filter((other) => other === comment).length).toBeGreaterThanOrEqual(3)
})

function describe({ samples, right, wrong, noGrid, failed }: Tally, isBatt: boolean): string | undefined {
  const [partly, never, failsSometimes, fails, isNoGrid] = WRONG
  if (right === samples) return isBatt ? RIGHT_BATT : RIGHT
  if (failed > 0) return failed === samples ? fails : failsSometimes
  if (right > 0) return partly
  if (wrong === samples) return never
  return noGrid === samples ? isNoGrid : undefined
}
