// Error words: a kind of error and, where Python has a value, the number of a rule in docs/deviations.md.

import { ERROR_BASE, type Word } from './words.ts'

export const TYPE_ERROR = ERROR_BASE + 1
export const ARITY_ERROR = ERROR_BASE + 2
export const INDEX_ERROR = ERROR_BASE + 3
export const EMPTY_ERROR = ERROR_BASE + 4
export const VALUE_ERROR = ERROR_BASE + 5
export const OVERFLOW_ERROR = ERROR_BASE + 6
export const BUDGET_ERROR = ERROR_BASE + 7
export const NOT_CALLABLE_ERROR = ERROR_BASE + 8
/** A kernel touched memory that is not its own: a bug of ours, caught. */
export const BOUNDS_ERROR = ERROR_BASE + 9
/** No room for results or scratch; a device repeats the call with more memory as long as there is more. */
export const ROOM_ERROR = ERROR_BASE + 10
/** An unfinished call on a device, which the CPU then makes. Never a result. */
export const PENDING = ERROR_BASE + 15

/** The step from one rule's errors to the next rule's; rule 0 is "Python fails too". */
export const RULE_STEP = 16

// Rules for errors where Python has a value; docs/deviations.md gives the reason of each.
export const COORDINATES_RULE = 1
export const ARITHMETIC_RULE = 2
export const CLOSURE_EQUALITY_RULE = 3
export const SET_KEYS_RULE = 4
export const NESTING_RULE = 5

/**
 * Whether a limit of the engine causes the error: Python may have a value there. The guard of a batt's statement does not
 * catch it, because the safe default would be another value than Python's.
 */
export function isLimitError(error: Word): boolean {
  return (
    error >= ERROR_BASE + RULE_STEP ||
    error === OVERFLOW_ERROR ||
    error === BUDGET_ERROR ||
    error === BOUNDS_ERROR ||
    error === ROOM_ERROR
  )
}

/** A type error under a rule of ours. */
export function deviation(rule: number): Word {
  return TYPE_ERROR + rule * RULE_STEP
}
