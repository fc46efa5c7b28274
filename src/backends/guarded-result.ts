// The value that a guarded statement passes on: its result, or the safe default of its callee where Python fails too.

import { isLimitError } from '../kernel/errors.ts'
import { type Word, isError } from '../kernel/words.ts'
import { safeDefaultOf } from '../language/values/safe-default.ts'

/** The result itself, or the safe default of `callee` in place of an error; limits of the engine remain errors. */
export function guardResult(result: Word, callee: Word): Word {
  return isDefaulted(result) ? safeDefaultOf(callee) : result
}

/** Whether a guarded statement with this result takes its default. */
export function isDefaulted(result: Word): boolean {
  return isError(result) && !isLimitError(result)
}
