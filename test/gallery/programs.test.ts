// Every program of the gallery on hundreds of samples of its task: the right ones are right on all, the others come out as said.

import { expect, test } from 'vitest'
import { galleryPrograms, galleryTasks } from '../../src/data/gallery.ts'
import { families } from '../../src/data/gallery/families.ts'
import type { Outcome } from '../../src/data/gallery/family.ts'
import { type Tally, newTally, runTask } from './run-gallery.ts'

// Families that read their rule from the demo pairs have another rule for each seed.
const SEEDS = 12
const SAMPLES_A_SEED = 50
const DEMO_PAIRS = 3

test.each(families)('$id: $title', ({ id, others }) => {
  const programs = galleryPrograms().filter(({ file }) => file === `gallery/${id}.py`)
  const tallies = programs.map(newTally)
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [task] = galleryTasks({ seed, samples: SAMPLES_A_SEED - DEMO_PAIRS, only: [id] })
    runTask(programs, task!, tallies)
  }
  const [right, ...rest] = programs.map(({ name }, k) => `${name}: ${outcomeOf(tallies[k]!)}`)
  expect(tallies[0]!.samples).toBe(SEEDS * SAMPLES_A_SEED)
  expect(right).toBe(`solve_${id}: right`)
  const expected = programs.slice(1).map(({ name }, k) => `${name}: ${others[k]?.outcome ?? 'right'}`)
  expect(rest).toEqual(expected)
})

function outcomeOf({ samples, right, wrong, noGrid, failed }: Tally): Outcome | 'right' | 'mixed' {
  if (right === samples) return 'right'
  if (failed > 0) return 'fails'
  if (right > 0) return 'partly'
  if (wrong === samples) return 'wrong'
  return noGrid === samples ? 'no-grid' : 'mixed'
}
