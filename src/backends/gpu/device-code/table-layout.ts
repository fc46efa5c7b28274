// The layout of the tables of the scheduler, shared by the host that prints them and the device code that reads them.

/** The head of the tables: offsets of the parts and their counts. */
export const TABLE = {
  rounds: 0,
  sites: 1,
  primitives: 2,
  primitiveCount: 3,
  exports: 4,
  exportCount: 5,
  judged: 6,
  judgedCount: 7,
  /** The head of the tables for evaluations, see evaluation-layout.ts. */
  evaluations: 8,
  words: 9,
} as const
/** A round: its first site, the number of its sites, and the total number of their rows. */
export const ROUND_WORDS = 3
/**
 * A site: first row, sort of rows, column of the results, callee, argument count, arguments, tasks of the samples, first
 * counter of its rows' work.
 */
export const SITE_WORDS = 8
/** A slot: its column, the sort of its rows, and the slot of its callee if it is guarded. */
export const SLOT_WORDS = 3
/** An output: first row, slot, column of the answers, tasks of the samples, column of the expected grids. */
export const OUTPUT_WORDS = 8
/** Sorts of rows. */
export const ROWS_CONSTANT = 0
export const ROWS_TASK = 1
export const ROWS_SAMPLE = 2
