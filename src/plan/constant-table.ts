// The constants of a graph: equal values have one number, whatever they are called and however they are written.

import { type Notation, spellNotation } from '../language/values/value-notation.ts'

/** Numbers constants in the order in which they are first seen. */
export class ConstantTable {
  /** The values by their numbers, as first seen. */
  readonly values: Notation[] = []
  readonly #bySpelling = new Map<string, number>()
  /** Integers and Booleans, and the objects that a reader gives to each use of a name: known without being spelled. */
  readonly #byIdentity = new Map<Notation, number>()

  /** The number of a value. */
  idOf(value: Notation): number {
    const known = this.#byIdentity.get(value)
    if (known !== undefined) return known
    const spelling = spellPair(value) ?? spellNotation(value)
    let id = this.#bySpelling.get(spelling)
    if (id === undefined) {
      id = this.values.length
      this.values.push(value)
      this.#bySpelling.set(spelling, id)
    }
    this.#byIdentity.set(value, id)
    return id
  }
}

/** The spelling of a pair of integers, without the general way: most constants that are no integers are pairs. */
function spellPair(value: Notation): string | undefined {
  if (typeof value !== 'object' || value === null || !('t' in value) || value.t.length !== 2) return undefined
  const [a, b] = value.t
  return typeof a === 'number' && typeof b === 'number' ? `["t",${a},${b}]` : undefined
}
