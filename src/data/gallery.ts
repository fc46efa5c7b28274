// The built-in gallery: tasks that are drawn by rule, as many samples as wanted, and programs for them, right and wrong.

import { keepCells } from './cell-store.ts'
import { BugError, UserError } from '../language/errors.ts'
import { formatDiagnostic } from '../language/diagnostics.ts'
import type { Program } from '../language/program.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { batts } from './gallery/batts.ts'
import { families } from './gallery/families.ts'
import type { Example, Family } from './gallery/family.ts'
import { Random, mixSeed } from './gallery/random.ts'
import type { Sheet } from './gallery/sheet.ts'
import type { GridData, Pair, Task } from './task.ts'

export interface GalleryOptions {
  /** Another seed draws other samples; 1 unless said. */
  readonly seed?: number
  /** Test pairs of each task; 5 unless said. */
  readonly samples?: number
  /** Only the families with these ids. */
  readonly only?: readonly string[]
}

const DEMO_PAIRS = 3
const MOST_TRIES = 500

/** A task of each family: three demo pairs, then test pairs with outputs. Asking for more samples keeps the first ones. */
export function galleryTasks({ seed = 1, samples = 5, only }: GalleryOptions = {}): Task[] {
  for (const id of only ?? []) {
    if (families.some((family) => family.id === id)) continue
    const advice = `There are: ${families.map((family) => family.id).join(', ')}.`
    throw new UserError('gallery-family', `The gallery has no family ${id.slice(0, 40)}`, { advice })
  }
  const wanted = only === undefined ? families : families.filter((family) => only.includes(family.id))
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
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const example = family.draw(random, new Random(mixSeed(seed, family.id, -1)))
    if (example !== undefined) return example
  }
  throw new BugError('gallery-draw', `The family ${family.id} found no sample ${sample} for the seed ${seed}`)
}

function toData({ height, width, cells }: Sheet): GridData {
  return { height, width, cells: keepCells(cells) }
}

let programs: readonly Program[] | undefined

/** All programs of the gallery: the right ones, the others, and batts. The name of each ends with its task's id. */
export function galleryPrograms(): readonly Program[] {
  programs ??= [...sourcesByFamily()].flatMap(([id, text]) => {
    const result = readPrograms(text, `gallery/${id}.py`)
    const [problem] = result.diagnostics
    if (problem !== undefined) throw new BugError('gallery-program', formatDiagnostic(problem))
    return result.programs
  })
  return programs
}

/** The texts of all programs as one file. */
export function gallerySource(): string {
  const parts = [...sourcesByFamily()].map(([id, text]) => {
    const family = families.find((candidate) => candidate.id === id)
    return `# ${id}: ${family?.title}\n\n${text}`
  })
  return `${parts.join('\n\n')}\n`
}

/** The texts of each family's programs, by its id. */
function sourcesByFamily(): Map<string, string> {
  return new Map(
    families.map(({ id, solver, others }) => {
      const texts = [
        solver,
        ...others.map(({ text }) => text),
        ...batts.filter((text) => nameOf(text).endsWith(`_${id}`)),
      ]
      return [id, texts.map((text) => text.trim()).join('\n\n\n')]
    }),
  )
}

function nameOf(text: string): string {
  return /def (\w+)\(/.exec(text)?.[1] ?? ''
}
