// The built-in gallery: the tasks and programs of the folder gallery/, with right and wrong programs for each task.

import { formatDiagnostic } from '../language/diagnostics.ts'
import { BugError, UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { newCells } from './cell-store.ts'
import { packedTasks } from './gallery.generated.ts'
import type { GridData, Pair, Task } from './task.ts'

export interface GalleryOptions {
  /** The number of test pairs of each task, at most 20; default: 5. */
  readonly samples?: number
  /** Only the tasks with these ids. */
  readonly only?: readonly string[]
}

/** The number of test pairs of each task. */
export const GALLERY_SAMPLES = 20

/** The tasks of the gallery in the order of its README: three demo pairs each, then test pairs with outputs. */
export function galleryTasks({ samples = 5, only }: GalleryOptions = {}): Task[] {
  if (!Number.isInteger(samples) || samples < 0 || samples > GALLERY_SAMPLES)
    throw new UserError(
      'gallery-samples',
      `The number of gallery samples is ${samples}, not an integer from 0 to ${GALLERY_SAMPLES}`,
      {
        advice: `The gallery has ${GALLERY_SAMPLES} test pairs for each task. For more, use task files of your own.`,
      },
    )
  const ids = new Set(packedTasks.map(({ id }) => id))
  const unknown = only?.find((id) => !ids.has(id))
  if (unknown !== undefined)
    throw new UserError('gallery-family', `The gallery has no task ${unknown.slice(0, 40)}`, {
      advice: `There are: ${[...ids].join(', ')}.`,
    })
  return packedTasks
    .filter(({ id }) => only === undefined || only.includes(id))
    .map(({ id, train, test }) => ({ id, train: unpackPairs(train), test: unpackPairs(test, samples) }))
}

function unpackPairs(text: string, count?: number): Pair[] {
  return text.split(' ', count).map((pair) => {
    const [input, output] = pair.split('>') as [string, string]
    return { input: unpackGrid(input), output: unpackGrid(output) }
  })
}

/** Rows of digits with `/` between them: a letter after a digit repeats it, a once, b twice; an empty row is like the row above. */
function unpackGrid(text: string): GridData {
  const rows = text
    .replaceAll(/(\d)([a-z])/g, (_, digit: string, letter: string) => digit.repeat(letter.charCodeAt(0) - 95))
    .split('/')
  for (const [i, row] of rows.entries()) if (row === '') rows[i] = rows[i - 1]!
  const digits = rows.join('')
  const cells = newCells(digits.length)
  for (let k = 0; k < cells.length; k++) cells[k] = digits.charCodeAt(k) - 48
  return { height: rows.length, width: rows[0]!.length, cells }
}

let programs: readonly Program[] | undefined

/** All programs of the gallery: the right ones, the others, and batts. The name of each ends with its task's id. */
export function galleryPrograms(): readonly Program[] {
  programs ??= galleryFiles().flatMap(({ name, text }) => {
    const result = readPrograms(text, name)
    const [problem] = result.diagnostics
    if (problem !== undefined) throw new BugError('gallery-program', formatDiagnostic(problem))
    return result.programs
  })
  return programs
}

/** The texts of all program files as one. */
export function gallerySource(): string {
  return galleryFiles()
    .map(({ text }) => text)
    .join('\n\n')
}

/** The program files, one for each task. Each begins with a comment that has the id and the rule of the task. */
export function galleryFiles(): { name: string; text: string }[] {
  return packedTasks.map(({ id, programs: text }) => ({ name: `gallery/${id}.py`, text }))
}
