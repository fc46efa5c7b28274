// Draws tasks of the gallery's families with any seed and any number of samples.

import { keepCells } from '../../src/data/cell-store.ts'
import { Random, mixSeed } from '../../src/data/random.ts'
import type { GridData, Pair, Task } from '../../src/data/task.ts'
import { families } from './families.ts'
import type { Example, Family } from './family.ts'

export interface DrawOptions {
  /** The seed of the samples; default: 1, with which the gallery was drawn. */
  readonly seed?: number
  /** The number of test pairs of each task; default: 5. */
  readonly samples?: number
  /** Only the families with these ids. */
  readonly only?: readonly string[]
}

const DEMO_PAIRS = 3
const MAX_TRIES = 500

/** A task of each family: three demo pairs, then test pairs with outputs. Asking for more samples keeps the first ones. */
export function drawTasks({ seed = 1, samples = 5, only }: DrawOptions = {}): Task[] {
  const wanted = only === undefined ? families : families.filter(({ id }) => only.includes(id))
  return wanted.map((family) => {
    const pairs = Array.from({ length: DEMO_PAIRS + samples }, (_, k) => drawPair(family, seed, k))
    return { id: family.id, train: pairs.slice(0, DEMO_PAIRS), test: pairs.slice(DEMO_PAIRS) }
  })
}

function drawPair(family: Family, seed: number, sample: number): Pair {
  const { input, output } = drawExample(family, seed, sample)
  return { input: toData(input), output: toData(output) }
}

function drawExample(family: Family, seed: number, sample: number): Example {
  const random = new Random(mixSeed(seed, family.id, sample))
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const example = family.draw(random, new Random(mixSeed(seed, family.id, -1)))
    if (example !== undefined) return example
  }
  throw new Error(`The family ${family.id} found no sample ${sample} for the seed ${seed}`)
}

function toData({ height, width, cells }: GridData): GridData {
  return { height, width, cells: keepCells(cells) }
}
