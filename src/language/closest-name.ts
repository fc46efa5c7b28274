// Suggestions for misspelt names.

import { closest, distance } from 'fastest-levenshtein'

const MAX_LENGTH = 100

/** The closest known name; undefined beyond an edit distance of `leastWrong` or a third of the length. */
export function closestName(name: string, known: readonly string[], leastWrong = 2): string | undefined {
  if (name.length === 0 || name.length > MAX_LENGTH || known.length === 0) return undefined
  const suggestion = closest(name, [...known])
  return distance(name, suggestion) <= Math.max(leastWrong, name.length / 3) ? suggestion : undefined
}
