// Constants of the language by name; every dialect has all of them.

import type { Notation } from './value-notation.ts'

const integers = 'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN'.split(' ')
const colors = 'BLACK BLUE RED GREEN YELLOW GRAY MAGENTA ORANGE CYAN BURGUNDY'.split(' ')

function* numbered(prefix: string, from: number, to: number, value: (k: number) => number): Iterable<[string, number]> {
  for (let k = from; k <= to; k++) yield [`${prefix}${k}`, value(k)]
}

/** All constants by name; several names can have the same value (`TWO`, `RED`, `F2`). */
export const constants: ReadonlyMap<string, Notation> = new Map<string, Notation>([
  ['F', false],
  ['T', true],
  ...integers.map((name, value): [string, number] => [name, value]),
  ['NEG_ONE', -1],
  ['NEG_TWO', -2],
  ['DOWN', pair(1, 0)],
  ['RIGHT', pair(0, 1)],
  ['UP', pair(-1, 0)],
  ['LEFT', pair(0, -1)],
  ['ORIGIN', pair(0, 0)],
  ['UNITY', pair(1, 1)],
  ['NEG_UNITY', pair(-1, -1)],
  ['UP_RIGHT', pair(-1, 1)],
  ['DOWN_LEFT', pair(1, -1)],
  ['ZERO_BY_TWO', pair(0, 2)],
  ['TWO_BY_ZERO', pair(2, 0)],
  ['TWO_BY_TWO', pair(2, 2)],
  ['THREE_BY_THREE', pair(3, 3)],
  // Plain integers: colours, ranks from first and from last, selectors, angles, scales. Batts of every dialect use them.
  ...colors.map((name, value): [string, number] => [name, value]),
  ...numbered('F', 0, 9, (k) => k),
  ...numbered('L', 1, 10, (k) => -k),
  ...numbered('R', 0, 9, (k) => k),
  ...numbered('A', 0, 9, (k) => k),
  ...numbered('SM', 2, 3, (k) => k),
  ...numbered('SD', 2, 3, (k) => -k),
])

function pair(i: number, j: number): Notation {
  return { t: [i, j] }
}
