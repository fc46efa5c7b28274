// The `megabatt trace` command that shows a result of `megabatt run` statement by statement, to be copied into a shell.

import { nameWithFile } from '../engine/run/program-labels.ts'
import type { JudgedSamples } from '../engine/run/pair-verdict.ts'
import type { InputOptions } from './inputs.ts'

/** The gallery as `trace` draws it: its seed, and the number of samples of a task. */
const GALLERY = { seed: 1, samples: 8 }

/** The program and the task of a result. */
export interface TracedPair {
  readonly program: string
  readonly file: string
  readonly task: string
}

/**
 * Returns a function that spells the command for the first failing sample of a result of a run with these options; undefined for a
 * sample of the gallery that `trace` does not draw. `isUnique` tells whether the name of a program alone is clear.
 */
export function traceCommands(
  options: InputOptions,
  isUnique: (program: string) => boolean,
): (pair: TracedPair, judged: JudgedSamples) => string | undefined {
  // `trace` draws the gallery with its defaults.
  const isGallery = options.tasks === undefined
  const known = isGallery ? (options.seed === GALLERY.seed ? GALLERY.samples : 0) : Infinity
  const isTaskClear = options.pair === 'own' && options.only === undefined && options.skip === undefined
  const fixed = [
    ...listOption('--programs', options.programs),
    ...(options.dialect === undefined ? [] : ['--dialect', options.dialect]),
    ...listOption('--tasks', options.tasks),
    ...(options.measure === true ? ['--measure'] : []),
    ...(options.budget === undefined ? [] : ['--budget', String(options.budget)]),
  ]
  return ({ program, file, task }, { samples }) => {
    const failed = samples.findIndex(({ verdict }) => verdict !== 'right' && verdict !== 'unknown')
    const first = Math.max(failed, 0)
    const name = isUnique(program) ? program : nameWithFile({ name: program, file })
    if (first >= known) return undefined
    const words = ['megabatt', 'trace', name, ...fixed, ...(isTaskClear ? [] : ['--task', task])]
    return [...words, '--sample', String(first + 1)].map(quote).join(' ')
  }
}

function listOption(name: string, values: readonly string[] | undefined): string[] {
  return values === undefined ? [] : [name, ...values]
}

/** A word as a POSIX shell reads it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
