// Parts of programs that a search puts into others, by the kinds of their values.

import type { ValueKinds } from '../batts/value-kinds.ts'
import { BattStatements } from '../batts/batt-statements.ts'
import type { Program } from '../language/program.ts'
import { addCalls, programOf } from './program-parts.ts'

/** A program whose value is of these kinds. */
export interface Part {
  readonly program: Program
  readonly kinds: ValueKinds
}

/** A value that can be of more kinds than these is not drawn for any of them. */
const MAX_KINDS = 6

/** The parts of one search; none is added after the first generation. */
export class Library {
  readonly #parts: readonly Part[]
  readonly #byKinds = new Map<ValueKinds, readonly Part[]>()

  constructor(parts: readonly Part[]) {
    this.#parts = parts.filter(({ kinds }) => countBits(kinds) <= MAX_KINDS)
  }

  get size(): number {
    return this.#parts.length
  }

  /** The parts that can be of one of these kinds. */
  of(kinds: ValueKinds): readonly Part[] {
    let parts = this.#byKinds.get(kinds)
    if (parts === undefined) {
      parts = this.#parts.filter((part) => (part.kinds & kinds) !== 0)
      this.#byKinds.set(kinds, parts)
    }
    return parts
  }
}

/** Each call of a program, with all that it depends on, as a part. */
export function partsOf(program: Program): Part[] {
  const batt = new BattStatements(program.dialect)
  return addCalls(batt, program).map((operand) => ({ program: programOf(batt, operand), kinds: batt.kindsOf(operand) }))
}

function countBits(kinds: number): number {
  let count = 0
  for (let rest = kinds; rest !== 0; rest &= rest - 1) count++
  return count
}
