// Finds primitives by name, type, word, dialect and family.

import type { DialectId } from '../../../src/language/dialects.ts'
import type { ReferenceEntry } from '../../engine/study-messages.ts'

/** What is looked for; empty or undefined: everything. */
export interface PrimitiveSearch {
  readonly search: string
  readonly dialect: DialectId | undefined
  readonly family: string | undefined
}

/** The primitives that have all words of the search; exact names first, then names that begin with it, then the rest. */
export function findPrimitives(
  entries: readonly ReferenceEntry[],
  { search, dialect, family }: PrimitiveSearch,
): ReferenceEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = search.trim().toLowerCase()
  const rank = ({ name }: ReferenceEntry) => {
    if (text === '') return 0
    return name.toLowerCase() === text ? 0 : name.toLowerCase().startsWith(text) ? 1 : 2
  }
  return entries
    .filter(({ signatures }) => dialect === undefined || signatures.some(({ dialects }) => dialects.includes(dialect)))
    .filter((entry) => family === undefined || entry.family === family)
    .filter((entry) => {
      const all = spell(entry)
      return words.every((word) => all.includes(word))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

function spell({ name, family, sort, prose, signatures }: ReferenceEntry): string {
  return [name, family, sort, prose, ...signatures.map(({ text }) => text)].join(' ').toLowerCase()
}
