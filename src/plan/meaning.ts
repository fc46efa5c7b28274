// The meaning of a primitive that is called: its kernel and its safe default. `size`, `size_t` and `size_f` mean the same.

import { primitiveOfKey, primitives } from '../language/names.ts'
import type { Primitive } from '../primitives/primitive.ts'
import { safeDefaultOfType } from '../language/values/safe-default.ts'

const firstKeys = new Map<string, string>()
for (const primitive of primitives) {
  const meaning = spellMeaning(primitive)
  if (!firstKeys.has(meaning)) firstKeys.set(meaning, primitive.key)
}

/** The key of the first primitive with the same meaning as the one with this key. */
export function meaningOf(key: string): string {
  const primitive = primitiveOfKey(key)
  return (primitive === undefined ? undefined : firstKeys.get(spellMeaning(primitive))) ?? key
}

function spellMeaning({ kernelName, returns }: Primitive): string {
  return `${kernelName} ${safeDefaultOfType(returns)}`
}
