// Calls of every function of the heap's border at every edge, for the comparison of its three forms.

import { readFileSync } from 'node:fs'
import { TYPE_ERROR } from '../../src/kernel/errors.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { collectDeclarations } from '../../src/translate/collect.ts'
import { foldConstants } from '../../src/translate/fold-constants.ts'
import { borderFile } from '../../src/translate/layout.ts'
import { type KernelSignature, resolveNames } from '../../src/translate/resolve.ts'
import { parseSource } from '../../src/translate/source.ts'
import { SEED, newRandom } from '../generators/seed.ts'

const sources = [borderFile, 'src/kernel/errors.ts', 'src/kernel/words.ts'].map((path) =>
  parseSource(path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')),
)
const names = resolveNames(collectDeclarations(sources, []), [])

/** The functions of the border, as the translator sees them. */
export const borderFunctions: readonly KernelSignature[] = [...names.functions.values()].filter(
  ({ declaration }) => declaration.source.path === borderFile,
)

/** The kernel constants that the WebAssembly prelude uses. */
export const borderConstants: ReadonlyMap<string, number> = new Map(
  [...foldConstants(names.constants, [])].map(([name, { value }]) => [name, value]),
)

/** The variables of a heap. */
export interface Variables {
  readonly top: number
  readonly scratchTop: number
  readonly work: number
  readonly fault: number
}

/** One call of a function on a heap with these variables. */
export interface BorderCall {
  readonly fn: string
  readonly args: readonly number[]
  readonly start: Variables
}

/** Words of heap and scratch that are compared. */
export const HEAP_WORDS = 64
export const SCRATCH_WORDS = 16

const INT32_MAX = 2147483647
const INT32_MIN = -2147483648
const FIRST_FREE = new Heap().top
/** Squares and products of these pass 32 bits. */
const LARGE = [46341, 65535, 65536, 65537, 1 << 24, 1 << 28, (1 << 28) + 1, 1 << 29, 1 << 30]

/** Copies that are inside the heap only if 32-bit products or sums wrap around. */
const WRAPPING_COPIES = [
  [10, 5, 65536, 65536, 0, 0],
  [10, 5, 65536, 65537, 0, 0],
  [10, 5, 5, 1, 1 << 30, 0],
  [10, 5, 1, 5, 0, 1 << 30],
  [10, 5, 3, 1, INT32_MIN, 0],
  [10, 5, 1, 3, 0, INT32_MIN],
  [10, 5, 2, 2, INT32_MAX, 1],
  [10, 5, 2, 2, INT32_MAX, INT32_MAX],
  [10, 5, 2, 2, INT32_MIN, INT32_MIN],
  [10, 5, 2, 2, -6, INT32_MIN + 1],
  [10, INT32_MAX, 2, 1, 1, 1],
  [10, INT32_MIN, 2, 1, INT32_MAX, 1],
  [10, INT32_MIN, 2, 1, -1, 1],
  [10, INT32_MIN, 1, 2, 1, -1],
  [INT32_MIN, 5, 1, 1, 1, 1],
  [INT32_MAX, 5, 1, 1, 1, 1],
  [INT32_MIN + 70, 5, 2, 2, 1, 1],
]

/** Comparisons of rows as wide as whole vectors and around that, near the end of the heap and not. */
const COMPARISONS = [1, 3, 4, 15, 16, 17, 20, 31, 32, 33].flatMap((cols) =>
  [1, 2, 3].flatMap((rows) => [5, 16, HEAP_WORDS - rows * cols].map((a) => [1, a, rows, cols, (cols * rows) % 18])),
)

/** Functions that take memory and are compared near the limits, too. */
export const allocators = ['allocate', 'reserveScratch', 'holdScratch', 'push']

function edges(start: Variables, budget: number): number[] {
  const near = [0, FIRST_FREE, start.top, start.scratchTop, HEAP_WORDS, SCRATCH_WORDS, budget, budget - start.work]
  const values = near.flatMap((value) => [value - 1, value, value + 1])
  const all = [...values, ...LARGE, ...LARGE.map((value) => -value), INT32_MAX, INT32_MAX - 1, INT32_MIN, INT32_MIN + 1]
  return [...new Set(all)].filter((value) => (value | 0) === value)
}

function starts(budget: number): Variables[] {
  const works = [0, 1, budget - 1, budget, budget + 1].filter((work) => work >= 0 && work <= INT32_MAX)
  return [FIRST_FREE, 20, HEAP_WORDS].flatMap((top) =>
    [0, 7, SCRATCH_WORDS].flatMap((scratchTop) =>
      works.flatMap((work) => [0, TYPE_ERROR].map((fault) => ({ top, scratchTop, work, fault }))),
    ),
  )
}

/** Calls of all functions that stay within a heap and a scratch of the compared size. */
export function callsWithin(budget: number): BorderCall[] {
  return borderFunctions.flatMap(({ declaration: { name: fn }, values }) =>
    starts(budget).flatMap((start, k) => {
      // Full scratch is refused at other places, and growing heaps have no limit here: see callsAtLimits.
      if (fn !== 'push' ? allocators.includes(fn) : start.scratchTop === SCRATCH_WORDS) return []
      return argumentLists(values.length, edges(start, budget), k)
        .filter(([, count]) => fn !== 'pushWords' || count! <= SCRATCH_WORDS - start.scratchTop || count! > HEAP_WORDS)
        .map((args) => ({ fn, args, start }))
    }),
  )
}

/** Calls that take memory where little is left, and copies that wrap only on a large heap; `limits` are the places behind the last word of heap and scratch. */
export function callsAtLimits(
  budget: number,
  limits: { readonly heap: number; readonly scratch: number },
): BorderCall[] {
  const left = [0, 1, 2, 15, 16]
  const variables = left.flatMap((words) =>
    [0, 1, budget - 1, budget].flatMap((work) =>
      [0, TYPE_ERROR].map((fault) => ({
        top: limits.heap - words,
        scratchTop: limits.scratch - words,
        work: Math.max(0, work),
        fault,
      })),
    ),
  )
  const counts = [INT32_MIN, -1, 0, 1, 2, 3, 14, 15, 16, 17, budget - 1, budget, 32768, 32769, ...LARGE, INT32_MAX]
  const taken = allocators.flatMap((fn) =>
    variables.flatMap((start) => counts.map((count) => ({ fn, args: [count], start }))),
  )
  const copied = WRAPPING_COPIES.map((args) => ({ fn: 'copyStrided', args, start: variables[0]! }))
  return [...taken, ...copied]
}

/** All lists of one edge, for one heap also of two; of more, which are too many, those drawn from the seed and the smallest places. */
function argumentLists(count: number, values: readonly number[], seed: number): number[][] {
  if (count === 0) return [[]]
  if (count === 1) return values.map((value) => [value])
  if (count === 2 && seed === 0) return values.flatMap((a) => values.map((b) => [a, b]))
  const random = newRandom(SEED + seed)
  const small = Array.from({ length: 12 }, (_, k) => k - 3)
  const draw = (from: readonly number[]): number => from[random() % from.length]!
  const drawn = Array.from({ length: 120 }, (_, k) =>
    Array.from({ length: count }, () => draw(k % 3 === 0 || random() % 4 > 0 ? [...small, 20, 40] : values)),
  )
  if (count === 2) return [...drawn, ...values.map((a) => [a, 77])]
  if (count === 5) return [...drawn, ...COMPARISONS]
  return count === 6 ? [...drawn, ...WRAPPING_COPIES] : drawn
}
