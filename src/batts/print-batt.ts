// Prints a carded batt in the guarded Python syntax, with a comment that says how it was made, and the record of mutations.

import { printProgram } from '../language/python/print-python.ts'
import type { CardOptions, CardedBatt } from './card.ts'

/** The settings that the outputs mention. */
type Settings = Pick<CardOptions, 'seed' | 'mutate'>

/** Version of the format of the record. */
const RECORD_VERSION = 1

/** Prints a batt as a Python file: a comment, imports, and the function. */
export function printBatt(carded: CardedBatt, { seed = 1, mutate = 0 }: Settings = {}): string {
  const { program, solvers, differs, mutations } = carded
  const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
  const parts = [count(solvers.length, 'solver'), count(differs.length, 'differ'), `seed ${seed}`]
  if (mutate > 0) parts.push(`mutation rate ${mutate}`, count(mutations.length, 'mutation'))
  return `# Made by megabatt card: ${parts.join(', ')}.\nfrom dsl import *\nfrom constants import *\n\n\n${printProgram(program)}`
}

/** Prints the record of a batt as JSON, a mutation a line. */
export function printMutations(carded: CardedBatt, { seed = 1, mutate = 0 }: Settings = {}): string {
  const { program, solvers, mutations } = carded
  const head = { version: RECORD_VERSION, batt: program.name, dialect: program.dialect, seed, rate: mutate, solvers }
  const lines = mutations.map((mutation) => `\n  ${JSON.stringify(mutation)}`)
  const list = lines.length === 0 ? '[]' : `[${lines.join(',')}\n]`
  return `${JSON.stringify(head).slice(0, -1)},"mutations":${list}}\n`
}
