// The value that a guarded statement passes on: its result, or the safe default of its callee where the result is an error.

import { type Word, isError } from '../kernel/words.ts'
import { safeDefaultOf } from '../language/values/safe-default.ts'

/** The result itself, or the safe default of `callee` in place of an error. */
export function guardResult(result: Word, callee: Word): Word {
  return isError(result) ? safeDefaultOf(callee) : result
}
