// A value that is no grid, in a few words.

import type { Notation } from '../../language/values/value-notation.ts'

/** The kind and size of a value. */
export function describeValue(value: Notation | null): string {
  if (value === null) return 'None'
  if (typeof value === 'number') return `the integer ${value}`
  if (typeof value === 'boolean') return `the boolean ${value ? 'True' : 'False'}`
  if ('f' in value) return `the function ${value.f}`
  if ('call' in value) return `a function made by ${value.call}`
  if ('s' in value) return `a set of ${value.s.length}, not a grid`
  if ('g' in value) return `a grid of ${value.g.length} rows`
  return `a tuple of ${value.t.length}, not a grid`
}
