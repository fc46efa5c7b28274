// A task family: a rule for grids, told in words and as a generator of samples. The folder gallery/ has its programs.

import type { Random } from '../../src/data/random.ts'
import type { Sheet } from './sheet.ts'

/** An input and what the rule makes of it. */
export interface Example {
  readonly input: Sheet
  readonly output: Sheet
}

/** A rule for grids. */
export interface Family {
  /** Eight characters, letters and digits: the task's id. */
  readonly id: string
  /** The rule in a sentence. */
  readonly title: string
  /**
   * Draws an input and makes its output. Nothing where what was drawn leaves the rule open; it is drawn again then.
   * `ofTask` gives the same numbers for every sample of a task: what is drawn from it is the task's own.
   */
  draw(random: Random, ofTask: Random): Example | undefined
}
