// The meaning of a primitive that is called: its kernel and its safe default. `size`, `size_t` and `size_f` mean the same.

import type { CellLayout } from '../kernel/cell-layout.ts'
import { primitiveOfKey, primitives } from '../language/names.ts'
import { safeDefaultOfType } from '../language/values/safe-default.ts'
import type { DialectId, Primitive } from '../primitives/primitive.ts'

const DIALECTS: Readonly<Record<CellLayout, readonly DialectId[]>> = { a: ['a', 'r'], t: ['t'] }

/** By layout and meaning, the key of the first primitive that a dialect of the layout has. */
const firstKeys: Readonly<Record<CellLayout, ReadonlyMap<string, string>>> = {
  a: collectKeys('a'),
  t: collectKeys('t'),
}

function collectKeys(layout: CellLayout): Map<string, string> {
  const keys = new Map<string, string>()
  for (const dialect of DIALECTS[layout]) {
    for (const primitive of primitives) {
      const meaning = spellMeaning(primitive)
      if (primitive.declarations[dialect] !== undefined && !keys.has(meaning)) keys.set(meaning, primitive.key)
    }
  }
  return keys
}

/** The key of the first primitive of a layout with the same meaning as the one with this key. */
export function meaningOf(key: string, layout: CellLayout): string {
  const primitive = primitiveOfKey(key)
  return (primitive === undefined ? undefined : firstKeys[layout].get(spellMeaning(primitive))) ?? key
}

function spellMeaning({ kernelName, returns }: Primitive): string {
  return `${kernelName} ${safeDefaultOfType(returns)}`
}
