// The error for an unknown name of a task, program or primitive.

import { closestName } from '../language/closest-name.ts'
import { UserError } from '../language/errors.ts'

/** The error, with the closest of the known names as advice. */
export function unknownName(noun: string, name: string, known: readonly string[]): UserError {
  const suggestion = closestName(name, known)
  const details = suggestion === undefined ? {} : { advice: `Did you mean ${suggestion}?` }
  return new UserError('unknown-id', `Unknown ${noun} '${name.slice(0, 100)}'`, details)
}
