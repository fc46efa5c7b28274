// The layout of the tables for evaluations, shared by the host that prints them and the device code that reads them.

/** The head: offsets of the lists, the number of their items, and the number of invocations' worth of work in each. */
export const EVALUATION = {
  blocks: 0,
  blockCount: 1,
  /** Words of verdicts, four each. */
  wordCount: 2,
  rowCount: 3,
  checks: 4,
  checkCount: 5,
  defaults: 6,
  defaultCount: 7,
  /** The most work of a row that is within every memory allowance. */
  allowance: 8,
  /** 1 where evaluations are brief. */
  isBrief: 9,
  words: 10,
} as const

/**
 * A block: adjacent rows of a plan that are samples of one unit. Their evaluations are in the arena as `viewEvaluations` reads them, or
 * `viewBrief`.
 * The first two words are the blocks' positions among all words of verdicts and among all rows.
 */
export const BLOCK = {
  firstWord: 0,
  firstOfAll: 1,
  /** The first row in the plan, and the number of rows. */
  row: 2,
  rowCount: 3,
  plan: 4,
  /** The addresses of the evaluations and of their verdicts in the arena. */
  area: 5,
  verdicts: 6,
  words: 7,
} as const

/** A plan: its programs, the columns of its rows, its counters, and the columns that the host needs to finish a row. */
export const PLAN = {
  number: 0,
  programs: 1,
  programCount: 2,
  tasks: 3,
  expected: 4,
  /** Counters of work: of constants, of the first task, of the first sample. */
  constantWork: 5,
  taskWork: 6,
  sampleWork: 7,
  /** The marks of rows that the host has to finish. */
  marks: 8,
  slots: 9,
  slotCount: 10,
  differences: 11,
  differenceCount: 12,
  words: 13,
} as const

/** A strict program: the slots of its statements, each with the number of the statement; its result and the column of differences. */
export const STRICT = { isBatt: 0, statements: 1, statementCount: 2, result: 3, differences: 4 } as const
/**
 * A batt: the columns of the differences of its candidates, the slots of its guarded statements, and the number of guarded
 * statements and of candidates of the batts before it in the plan.
 */
export const BATT = {
  isBatt: 0,
  candidates: 1,
  candidateCount: 2,
  guarded: 3,
  guardedCount: 4,
  guardedBefore: 5,
  candidatesBefore: 6,
} as const
export const PROGRAM_WORDS = 7

/** A check of a batt's slot in all rows: first row among all checks, slot, plan, whether every error needs the host. */
export const CHECK = { first: 0, slot: 1, plan: 2, anyError: 3, words: 4 } as const

/** The counts of a batt's defaults in a block: first among all counts, block, program. */
export const DEFAULTS = { first: 0, block: 1, program: 2, words: 3 } as const

/** A row that the host has to finish: number of the plan, row, counted work; then its slots and its differences. */
export const LEFT = { plan: 0, row: 1, work: 2, words: 3 } as const
