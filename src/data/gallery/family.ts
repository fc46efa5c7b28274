// A task family: a rule, drawn again and again, and programs that follow it, or do not.

import type { Random } from './random.ts'
import type { Sheet } from './sheet.ts'

/** An input and what the rule makes of it. */
export interface Example {
  readonly input: Sheet
  readonly output: Sheet
}

/** How a program comes out that is not the right one. */
export type Outcome =
  /** Right on some samples, on others not. */
  | 'partly'
  /** A grid, and never the right one. */
  | 'wrong'
  /** Ends with an error, on some samples at least. */
  | 'fails'
  /** Gives a value that is no grid. */
  | 'no-grid'

/** A program that is not the right one. */
export interface OtherProgram {
  readonly outcome: Outcome
  readonly text: string
}

/** A rule for grids, told three times: in words, in TypeScript and in the DSL. */
export interface Family {
  /** Eight characters, letters and digits: the task's id. The names of all programs end with it. */
  readonly id: string
  /** The rule in a sentence. */
  readonly title: string
  /**
   * Draws an input and makes its output. Nothing where what was drawn leaves the rule open; it is drawn again then.
   * `ofTask` gives the same numbers for every sample of a task: what is drawn from it is the task's own.
   */
  draw(random: Random, ofTask: Random): Example | undefined
  /** The right program, in Python syntax: `solve_<id>`. */
  readonly solver: string
  /** Programs that are not right: `solve_<word>_<id>`. */
  readonly others: readonly OtherProgram[]
}

/** A program that is right on some samples only. */
export function partly(text: string): OtherProgram {
  return { outcome: 'partly', text }
}

/** A program that gives a grid, and never the right one. */
export function wrong(text: string): OtherProgram {
  return { outcome: 'wrong', text }
}

/** A program that ends with an error on some samples, or on all. */
export function fails(text: string): OtherProgram {
  return { outcome: 'fails', text }
}

/** A program whose value is no grid. */
export function noGrid(text: string): OtherProgram {
  return { outcome: 'no-grid', text }
}
