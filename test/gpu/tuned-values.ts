// Values for the calls that tuned kernels make together: grids of all looks and sizes, patches, sets and lists of words.

import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'

/** A value, or a list of results as the second half of a higher-order primitive gets it. */
export type Argument = Notation | { readonly list: readonly Notation[] }
export type Random = () => number

export function flag(random: Random): boolean {
  return random() % 2 === 0
}

export function near(random: Random): number {
  return (random() % 9) - 4
}

export function cell(layout: CellLayout, color: number, row: number, col: number): Notation {
  return { t: layout === 't' ? [row, col, color] : [color, index(row, col)] }
}

export function index(row: number, col: number): Notation {
  return { t: [row, col] }
}

export function tableOf(rows: number, cols: number, colorAt: (i: number, j: number) => number): Notation {
  return { t: Array.from({ length: rows }, (_, i) => ({ t: Array.from({ length: cols }, (_x, j) => colorAt(i, j)) })) }
}

export const SIDES: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 3],
  [2, 2],
  [3, 1],
  [5, 4],
  [10, 10],
  [1, 1024],
  [1000, 1],
  [9, 21],
  [30, 30],
  [32, 32],
]

/** Noise of few and of many colours on sides up to 32, and the grids that are hardest to label. */
export function grids(random: Random): Notation[] {
  const noise = SIDES.flatMap(([rows, cols]) => [2, 16].map((colors) => tableOf(rows, cols, () => random() % colors)))
  const sparse = tableOf(30, 30, () => (random() % 5 === 0 ? 1 + (random() % 9) : 0))
  // One winding line; one line and all else; squares in squares; a chessboard; one colour.
  const snake = tableOf(31, 31, (i, j) => (i % 2 === 0 || j === (i % 4 === 1 ? 30 : 0) ? 3 : 0))
  const comb = tableOf(30, 30, (i, j) => (i === 29 || j % 2 === 0 ? 5 : 2))
  const rings = tableOf(32, 32, (i, j) => Math.min(i, j, 31 - i, 31 - j) % 4)
  const board = tableOf(32, 32, (i, j) => (i + j) % 2)
  return [...noise, sparse, snake, comb, rings, board, tableOf(7, 7, () => 15)]
}

export function sizeOf(grid: Notation): readonly [number, number] {
  const rows = (grid as { t: { t: unknown[] }[] }).t
  return [rows.length, rows[0]!.t.length]
}

/** A few places of a grid of that size and around it, at least one. */
export function placesOf(
  random: Random,
  [rows, cols]: readonly [number, number],
): readonly (readonly [number, number])[] {
  const count = 1 + (random() % Math.min(600, rows * cols))
  return Array.from({ length: count }, () => [(random() % (rows + 4)) - 2, (random() % (cols + 4)) - 2] as const)
}

/** Many of its places are there in several colours. */
export function cellsOf(random: Random, size: readonly [number, number], layout: CellLayout): Notation {
  return { s: placesOf(random, size).map(([i, j]) => cell(layout, random() % 4, i, j)) }
}

export function indicesOf(random: Random, size: readonly [number, number]): Notation {
  return { s: placesOf(random, size).map(([i, j]) => index(i, j)) }
}

export type Sort = 'integers' | 'indices' | 'cells'
export const SORTS: readonly Sort[] = ['integers', 'indices', 'cells']

/** `count` words of one sort, with repeats, within `reach` of each other. */
export function wordsOf(random: Random, sort: Sort, count: number, reach: number, layout: CellLayout): Notation[] {
  const near = (): number => (random() % reach) - (reach >> 1)
  return Array.from({ length: count }, () => {
    if (sort === 'integers') return near()
    return sort === 'indices' ? index(near(), near()) : cell(layout, random() % 10, near(), near())
  })
}

/** Sets of words of one sort, close together; some of them empty, some the same, some in ascending order. */
export function setsOfSets(random: Random, layout: CellLayout): Notation[][] {
  const some = SORTS.flatMap((sort) =>
    Array.from({ length: 12 }, (_, k) => {
      const count = 1 + (random() % (k < 8 ? 8 : 120))
      const sets = Array.from({ length: count }, (): Notation => ({
        s: wordsOf(random, sort, random() % (k % 3 === 0 ? 4 : 40), 2 + (random() % 30), layout),
      }))
      return [...sets, { s: wordsOf(random, sort, 1 + k, 20, layout) }]
    }),
  )
  const rising = [5, 40].map((length) =>
    Array.from({ length: 9 }, (_, k): Notation => ({
      s: Array.from({ length }, (_x, j) => cell(layout, k, layout === 't' ? 40 * k + j : j, 3)),
    })),
  )
  const falling = Array.from({ length: 10 }, (_, k): Notation => ({ s: [index(9 - k, 0)] }))
  return [...some, ...rising, falling, [{ s: [] }, { s: [4, 2] }, { t: [] }, { s: [2] }]]
}

export function wordLists(random: Random, layout: CellLayout): Notation[][] {
  const counts = [1, 2, 3, 10, 23, 24, 25, 60, 300, 900]
  const some = SORTS.flatMap((sort) => counts.map((count) => wordsOf(random, sort, count, 2 + (random() % 38), layout)))
  const rising = Array.from({ length: 50 }, (_, k): Notation => index(k >> 3, k & 7))
  return [...some, rising, rising.toReversed(), [...rising, ...rising], [rising[3]!, rising[3]!, rising[7]!]]
}

/** Lists of sets of one sort, in any order and with repeats: one run, many, more than lanes; some of the sets empty. */
export function setLists(random: Random, layout: CellLayout): Notation[][] {
  const some = SORTS.flatMap((sort) =>
    [1, 2, 3, 9, 64, 65, 130, 400].map((count) =>
      Array.from({ length: count }, (): Notation => ({ s: wordsOf(random, sort, random() % 4, 3, layout) })),
    ),
  )
  const rising = Array.from({ length: 90 }, (_, k): Notation => ({ s: [index(k, 0), index(k, 5)] }))
  return [...some, rising, rising.toReversed(), [...rising, ...rising], [{ s: [] }], [{ s: [] }, { s: [] }, { s: [4] }]]
}

/** Sets of one sort, close together, that all differ: each has an element of its own. */
export function distinctSets(random: Random, sort: Sort, count: number, layout: CellLayout): Notation[] {
  const ownOf = (k: number): Notation => {
    if (sort === 'integers') return 100 + k
    return sort === 'indices' ? index(k & 15, 20 + (k >> 4)) : cell(layout, 3, k & 15, 20 + (k >> 4))
  }
  return Array.from({ length: count }, (_, k) => ({
    s: [ownOf(k), ...wordsOf(random, sort, random() % 9, 20, layout)],
  }))
}

/** A patch and one above, below, beside, upon, diagonally of or far from it; indices, or cells of one colour. */
export function patchPairs(random: Random, layout: CellLayout, most: number): Argument[][] {
  const blob = (top: number, left: number, count: number): Notation => {
    const isIndices = layout === 't' || flag(random)
    const color = random() % 9
    return {
      s: Array.from({ length: 1 + (random() % count) }, () => {
        const [i, j] = [top + (random() % 6), left + (random() % 5)]
        return isIndices ? index(i, j) : cell(layout, color, i, j)
      }).concat(
        Array.from({ length: 8 }, (_, k) => (isIndices ? index(top, left + k) : cell(layout, color, top, left + k))),
      ),
    }
  }
  const ways = [
    [0, 12],
    [0, -12],
    [9, 0],
    [-9, 2],
    [1, 1],
    [0, 80],
    [-70, 0],
    [30, 30],
  ] as const
  return ways.flatMap(([down, right]) =>
    [1, 9, 40].map((count) => [blob(3, 4, count), blob(3 + down, 4 + right, most)]),
  )
}

/** A grid with at most `patterns` different rows. */
export function repeatedRows(random: Random, rows: number, cols: number, patterns: number): Notation {
  const seeds = Array.from({ length: rows }, () => random() % patterns)
  return tableOf(rows, cols, (i, j) => ((seeds[i]! + 3) * (j + 7) * 2654435761) % 10)
}

/** A set of random cells inside and around a grid of this size, with at most `colors` colours. */
export function manyCells(
  random: Random,
  [rows, cols]: readonly [number, number],
  layout: CellLayout,
  colors: number,
): Notation {
  const places = Array.from({ length: 2 * rows * cols }, () => [random() % (rows + 4), random() % (cols + 4)] as const)
  return { s: places.map(([i, j]) => cell(layout, random() % colors, i - 2, j - 2)) }
}

/** Patches with cells inside and outside of a grid of that size; the last one is far from it. */
export function largePatches(random: Random, layout: CellLayout): (readonly [readonly [number, number], Notation])[] {
  const near = LARGE_SIDES.flatMap((size) => [
    [size, manyCells(random, size, layout, 3)] as const,
    [size, manyCells(random, size, layout, 1)] as const,
    [size, { s: wordsOf(random, 'indices', 3 * size[0] * size[1], 40, layout) }] as const,
  ])
  const far: Notation = { s: Array.from({ length: 100 }, (_, k) => index(-5 - k, k)) }
  return [...near, [[30, 30], far]]
}

/** Sides of grids that are large enough for a workgroup. */
export const LARGE_SIDES: readonly (readonly [number, number])[] = [
  [16, 16],
  [30, 30],
  [1, 300],
  [257, 1],
  [20, 31],
  [9, 64],
  [40, 12],
  [17, 16],
]

export function noise(random: Random, rows: number, cols: number, colors = 10): Notation {
  return tableOf(rows, cols, () => random() % colors)
}

/** The cells of a grid whose rows or columns repeat after a period, some with one flaw. */
export function tiling(
  random: Random,
  layout: CellLayout,
  rows: number,
  cols: number,
  isAcross: boolean,
  period: number,
): Notation {
  const colors = Array.from({ length: period * (isAcross ? rows : cols) }, () => random() % 3)
  const flaw = random() % (4 * rows * cols)
  const cells = Array.from({ length: rows * cols }, (_, k) => {
    const [i, j] = [Math.floor(k / cols), k % cols]
    const color = isAcross ? colors[i * period + (j % period)]! : colors[(i % period) * cols + j]!
    return cell(layout, k === flaw ? 7 : color, i - 3, j + 2)
  })
  return { s: cells }
}

/** Sides of grids of which a half, or all but the border, is large enough for a workgroup. */
export const HALVED_SIDES: readonly (readonly [number, number])[] = [
  [30, 30],
  [31, 29],
  [3, 300],
  [257, 4],
  [40, 41],
  [64, 9],
  [24, 23],
  [70, 15],
]

/** A patch of several colours, or of indices, and one of several colours: near, far and upon each other. */
export function mixedPatchPairs(random: Random, layout: CellLayout): Argument[][] {
  const patch = (top: number, left: number, count: number, isIndices: boolean): Notation => ({
    s: Array.from({ length: count }, () => {
      const [i, j] = [top + (random() % 30), left + (random() % 20)]
      return isIndices ? index(i, j) : cell(layout, random() % 4, i, j)
    }),
  })
  const ways = [
    [0, 0],
    [0, 60],
    [-40, 3],
    [25, 18],
    [-2, -21],
  ] as const
  return ways.flatMap(([down, right]) =>
    [40, 150, 400].flatMap((count) => [
      [patch(3, 4, count, false), patch(3 + down, 4 + right, 90, false)],
      [patch(3, 4, 60, count === 40), patch(3 + down, 4 + right, count, count === 150)],
    ]),
  )
}

/** Many words of one sort. */
function manyWords(random: Random, sort: Sort, count: number, layout: CellLayout): Notation[] {
  return wordsOf(random, sort, count, sort === 'integers' ? 4 * count : 40, layout)
}

/** Words of one sort, ascending, that all differ. */
export function distinctWords(sort: Sort, count: number, layout: CellLayout): Notation[] {
  return Array.from({ length: count }, (_, k) => {
    if (sort === 'integers') return 3 * k
    return sort === 'indices' ? index(k >> 3, 2 * (k & 7)) : cell(layout, k & 7, k >> 3, 5)
  })
}

/** Lists of 64 words and more that become tuples: integers, pairs, cells, sets, several sorts. */
export function longLists(random: Random, layout: CellLayout): Notation[][] {
  const sets = distinctSets(random, 'cells', 90, layout)
  return [
    ...SORTS.flatMap((sort) =>
      [64, 65, 100, 128, 200, 300, 301].map((count) => manyWords(random, sort, count, layout)),
    ),
    sets,
    [...sets, ...manyWords(random, 'integers', 20, layout)],
    [...manyWords(random, 'integers', 80, layout), ...sets],
    [...manyWords(random, 'indices', 80, layout), ...sets],
    [...manyWords(random, 'cells', 80, layout), ...manyWords(random, 'indices', 3, layout)],
  ]
}

/** Lists of 70 to 90 values that all differ: rows of integers, of one length or several, and these with pairs, cells and sets before or behind. */
export function distinctLists(layout: CellLayout): Notation[][] {
  const rows = Array.from({ length: 70 }, (_, k): Notation => ({ t: [k, k + 1, -9, k] }))
  const ragged = rows.map((_, k): Notation => ({ t: Array.from({ length: 4 + (k % 3) }, (_x, j) => 100 * k + j) }))
  const wide = Array.from({ length: 5 }, (_, k): Notation => ({ t: [99_999, k] }))
  const pairs = Array.from({ length: 70 }, (_, k): Notation => index(k, 3))
  const cells = Array.from({ length: 70 }, (_, k): Notation => cell(layout, k & 7, k, 3))
  const sets = Array.from({ length: 9 }, (_, k): Notation => ({ s: [k, 50] }))
  return [
    rows,
    ragged,
    [...pairs, ...wide],
    [...wide, ...pairs],
    [...pairs, ...cells],
    [...cells, ...rows],
    [...sets, ...rows],
    [...rows, ...sets],
    [...pairs, ...sets, ...rows],
  ]
}

/** The same, some with repeats. */
export function unusualLists(layout: CellLayout): Notation[][] {
  const lists = distinctLists(layout)
  return [...lists, ...lists.map((list) => [...list, list[0]!, list[9]!])]
}

/** Lists of containers with 64 elements and more together, some of them empty. */
export function listsOfContainers(random: Random, layout: CellLayout): Notation[][] {
  const split = (words: readonly Notation[], size: number): Notation[] => {
    const parts: Notation[] = [{ t: [] }]
    for (let k = 0; k < words.length; k += size) {
      const part = words.slice(k, k + size)
      parts.push(k % 3 === 0 ? { s: part } : { t: [{ s: [] }, ...part] }, { s: [] })
    }
    return parts
  }
  // Sets have no repeats: with fewer words, some lists would have fewer than 64 elements.
  const lists = longLists(random, layout).filter(({ length }) => length >= 83)
  return lists.flatMap((words) => [1, 7, 50].map((size) => split(words, size)))
}
