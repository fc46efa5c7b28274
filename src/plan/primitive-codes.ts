// The codes of primitives by key: as values each has its own, as callees those of one meaning have one.

import type { CellLayout } from '../kernel/cell-layout.ts'
import { PRIMITIVE_BASE } from '../kernel/words.ts'
import { primitiveWord, primitives } from '../language/names.ts'
import { meaningOf } from './meaning.ts'
import { codeOfPrimitive } from './source-codes.ts'

class PrimitiveCodes {
  readonly #codes: ReadonlyMap<string, number>

  constructor(meaning: (key: string) => string) {
    this.#codes = new Map(primitives.map(({ key }) => [key, codeOfKey(meaning(key))]))
  }

  /** The code of a primitive; throws for an unknown key. */
  of(key: string): number {
    return this.#codes.get(key) ?? codeOfKey(key)
  }
}

function codeOfKey(key: string): number {
  return codeOfPrimitive(primitiveWord(key) - PRIMITIVE_BASE)
}

/** The codes of primitives as values. */
export const operandCodes = new PrimitiveCodes((key) => key)

/** By layout the codes of primitives as callees. */
export const calleeCodes: Readonly<Record<CellLayout, PrimitiveCodes>> = {
  a: new PrimitiveCodes((key) => meaningOf(key, 'a')),
  t: new PrimitiveCodes((key) => meaningOf(key, 't')),
}
