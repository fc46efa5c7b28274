// The verdicts on strict programs that a backend makes by itself, row by row.

import type { Address } from '../kernel/words.ts'

/**
 * The verdicts of rows: the words from `at` on, of each row two for each program. An error and the position of its statement (-1
 * if the program has none), or 0 and the differences of the result from the expected one.
 */
export interface RowVerdicts {
  readonly words: Int32Array
  readonly at: Address
  /** The rows that are done. */
  readonly rowCount: number
  /** The programs, as indexes into those of the plan: all that have no twin. */
  readonly programs: readonly number[]
}
