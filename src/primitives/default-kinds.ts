// Safe defaults by declared type: the values that failed guarded statements take.

/** The sort of a default: the empty set, the empty tuple, 0 (which is also False), or the function that returns (). */
export type DefaultKind = 'set' | 'tuple' | 'zero' | 'function'

const SETS = ['Object', 'Objects', 'Indices', 'IndicesSet', 'IntegerSet', 'Patch', 'FrozenSet']
// Colours, ranks, selectors, angles and coordinates are integers.
const NUMBERS = ['Integer', 'Numerical', 'C_', 'FL', 'F_', 'L_', 'R_', 'R4', 'R8', 'A_', 'A4', 'A8', 'I_', 'J_']

const kinds = new Map<string, DefaultKind>([
  ...SETS.map((type) => [type, 'set'] as const),
  ...NUMBERS.map((type) => [type, 'zero'] as const),
  ['Boolean', 'zero'],
  ['Callable', 'function'],
])

/** The sort of the default of a return type; the empty tuple for every type that is not listed. */
export function defaultKindOf(type: string): DefaultKind {
  return kinds.get(type) ?? 'tuple'
}
