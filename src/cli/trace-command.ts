// The `megabatt trace` command that shows a result of `megabatt run` statement by statement, to be copied into a shell.

import { nameWithFile } from '../engine/run/program-labels.ts'
import { POPULATION_BUDGET } from '../engine/run/run-pass.ts'
import type { InputOptions } from './inputs.ts'
import type { ResultRow } from './show/result-rows.ts'

/** The program and the task of a result. */
export interface TracedPair {
  readonly program: string
  readonly file: string
  readonly task: string
}

/**
 * Returns a function that spells the command for the first failed sample of a result of a run with these options, or the first wrong
 * one if none failed; undefined for programs from standard input. `isUnique` tells whether the name of a program alone is clear.
 */
export function traceCommands(
  options: InputOptions,
  isUnique: (program: string) => boolean,
): (pair: TracedPair, row: Pick<ResultRow, 'samples' | 'entry'>) => string | undefined {
  const isTaskClear = options.pair === 'own' && options.only === undefined && options.skip === undefined
  const budget = options.budget ?? (options.pair === 'all' ? POPULATION_BUDGET : undefined)
  const fixed = [
    ...listOption('--programs', options.programs),
    ...(options.dialect === undefined ? [] : ['--dialect', options.dialect]),
    ...listOption('--tasks', options.tasks),
    ...(options.measure === true ? ['--measure'] : []),
    ...(budget === undefined ? [] : ['--budget', String(budget)]),
    ...(options.programMemory === undefined ? [] : ['--program-memory', String(options.programMemory)]),
  ]
  return ({ program, file, task }, { samples, entry }) => {
    const failed = samples.findIndex(({ verdict }) => verdict === 'error' || verdict === 'limit')
    const wrong = samples.findIndex(({ verdict }) => verdict === 'wrong')
    const first = Math.max(failed >= 0 ? failed : wrong, 0)
    const { set, number } = samples[first]!
    const name = isUnique(program) ? program : nameWithFile({ name: program, file })
    // Standard input cannot be read again.
    if (options.programs?.includes('-')) return undefined
    const words = ['megabatt', 'trace', name, ...fixed, ...(isTaskClear ? [] : ['--task', task])]
    if (entry !== undefined) words.push('--solver', entry.solver)
    if (entry?.number !== undefined) words.push('--number', String(entry.number))
    return [...words, '--sample', `${set}:${number}`].map(quote).join(' ')
  }
}

function listOption(name: string, values: readonly string[] | undefined): string[] {
  return values === undefined ? [] : [name, ...values]
}

/** A word as a POSIX shell reads it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
