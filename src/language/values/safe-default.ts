// Safe defaults: values of failed guarded statements, by the declared return type of the callee.

import { EMPTY_SET, EMPTY_TUPLE, SAFE_FUNCTION } from '../../kernel/heap.ts'
import { FALSE, PRIMITIVE_BASE, type Word, isPrimitive } from '../../kernel/words.ts'
import { type DefaultKind, defaultKindOf } from '../../primitives/default-kinds.ts'
import { primitives } from '../names.ts'

const words: Readonly<Record<DefaultKind, Word>> = {
  set: EMPTY_SET,
  tuple: EMPTY_TUPLE,
  zero: FALSE,
  function: SAFE_FUNCTION,
}

/** The defaults of all primitives by number. */
export const safeDefaults = Int32Array.from(primitives, ({ returns }) => safeDefaultOfType(returns))

/** The default of a callee: by return type for a primitive, the empty tuple for anything else. */
export function safeDefaultOf(callee: Word): Word {
  return (isPrimitive(callee) ? safeDefaults[callee - PRIMITIVE_BASE] : undefined) ?? EMPTY_TUPLE
}

/** The default of a declared type. */
export function safeDefaultOfType(type: string): Word {
  return words[defaultKindOf(type)]
}
