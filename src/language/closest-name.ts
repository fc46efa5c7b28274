// What a misspelt name may have meant.

import { closest, distance } from 'fastest-levenshtein'

const MAX_LENGTH = 100

/** The known name that is most like this one, if any is like it at all; a third of it may be wrong. */
export function closestName(name: string, known: readonly string[], leastWrong = 2): string | undefined {
  if (name.length === 0 || name.length > MAX_LENGTH || known.length === 0) return undefined
  const suggestion = closest(name, [...known])
  return distance(name, suggestion) <= Math.max(leastWrong, name.length / 3) ? suggestion : undefined
}
