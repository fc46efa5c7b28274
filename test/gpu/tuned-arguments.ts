// Arguments of the sort that tuned kernels make together: grids of all looks and sizes with compact patches, sets of words.

import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { newRandom } from '../generators/seed.ts'

/** A value, or a list of results as the second half of a higher-order primitive gets it. */
export type Argument = Notation | { readonly list: readonly Notation[] }
type Random = () => number

/** Calls that no tuned form of this kernel may decline, with cells of a layout. */
export function commonArguments(kernel: string, layout: CellLayout): Argument[][] {
  const random = newRandom(kernel.length)
  switch (kernel) {
    case 'objects':
      return grids(random).flatMap((grid) => [0, 1, 2].map(() => [grid, flag(random), flag(random), flag(random)]))
    case 'fill':
    case 'underfill':
      return grids(random).flatMap((grid) => [
        [grid, random() % 10, cellsOf(random, sizeOf(grid), layout)],
        [grid, (random() % 3000) - 1500, indicesOf(random, sizeOf(grid))],
      ])
    case 'paint':
    case 'underpaint':
    case 'cover':
      return grids(random).flatMap((grid) => [0, 1].map(() => [grid, cellsOf(random, sizeOf(grid), layout)]))
    case 'move':
      return grids(random).flatMap((grid) =>
        [0, 1].map(() => [grid, cellsOf(random, sizeOf(grid), layout), index(near(random), near(random))]),
      )
    case 'combine':
      return setPairs(random, layout)
    case 'merge':
      return setsOfSets(random, layout).map((items) => [{ s: items }])
    case 'mapply':
      return setsOfSets(random, layout).map((list) => [{ f: 'identity' }, { s: [1] }, { list }])
    case 'apply':
      return [...wordLists(random, layout), ...setLists(random, layout)].map((list) => [
        { f: 'identity' },
        { s: [1] },
        { list },
      ])
    case 'prapply':
      return [...wordLists(random, layout), ...setLists(random, layout)].map((list) => [
        { f: 'astuple' },
        { t: [] },
        { t: [] },
        { list },
      ])
    case 'canvas':
      return LARGE_SIDES.flatMap(([rows, cols]) => [0, 9, -7].map((color): Argument[] => [color, index(rows, cols)]))
    case 'vconcat':
      return LARGE_SIDES.flatMap(([rows, cols]) =>
        [1, 2, 33].map((more) => [noise(random, rows, cols), noise(random, more, cols)]),
      )
    case 'hconcat':
      return LARGE_SIDES.flatMap(([rows, cols]) =>
        [1, 2, 33].map((more) => [noise(random, rows, cols), noise(random, rows + (random() % 3), more)]),
      )
    case 'shift':
      return [300, 256, 700, 1000].flatMap((count) =>
        SORTS.slice(1).flatMap((sort) =>
          [0, 3, -40].map((step): Argument[] => [
            { s: wordsOf(random, sort, 4 * count, 90, layout) },
            index(step, (random() % 9) - 4),
          ]),
        ),
      )
    case 'hperiod':
    case 'vperiod':
      return LARGE_SIDES.flatMap(([rows, cols]) =>
        [1, 2, 5, 100].map((period) => [tiling(random, layout, rows, cols, kernel === 'hperiod', period)]),
      )
    case 'hupscale':
    case 'vupscale':
    case 'upscale':
    case 'upscale_t':
      return grids(random).map((grid) => [grid, 1 + (random() % 3)])
    case 'prapplyCalls':
      return SORTS.flatMap((sort) =>
        [1, 2, 9, 40].flatMap((count): Argument[][] => {
          const set = (size: number): Notation => ({ s: wordsOf(random, sort, size, 60, layout) })
          return [
            [{ f: 'astuple' }, set(count), set(1 + (random() % 30))],
            [{ f: 'astuple' }, { t: [7, { s: [1] }, true] }, set(count)],
            [{ f: 'astuple' }, { s: [{ t: [1, 2, 3] }, set(3)] }, { t: [9, 9, 9, 9] }],
          ]
        }),
      )
    case 'applyCalls':
    case 'mapplyCalls':
      return longContainers(random, layout).map((container) => [{ f: 'size' }, container])
    case 'argmaxCalls':
    case 'argminCalls':
    case 'extractCalls':
    case 'mfilterCalls':
    case 'orderCalls':
    case 'sfilterCalls':
    case 'valmaxCalls':
    case 'valminCalls':
      return longContainers(random, layout).map((container) => [container, { f: 'size' }])
    case 'hmirror':
    case 'vmirror':
    case 'dmirror':
    case 'cmirror':
      return LARGE_SIDES.flatMap(([rows, cols]) => [0, 1, 2].map(() => [noise(random, rows, cols)]))
    case 'order':
      return [64, 65, 100, 127, 128, 300].flatMap((count) =>
        [1, 3, 500].flatMap((keys): Argument[][] => {
          const list = Array.from({ length: count }, () => (random() % keys) - 1)
          const cells = Array.from({ length: count }, (_, k) => cell(layout, k % 3, k >> 4, k & 15))
          const containers: Notation[] = [
            { s: distinctSets(random, 'cells', count, layout) },
            { s: Array.from({ length: count }, (_, k) => index(k >> 4, k & 15)) },
            ...(layout === 'a' ? [{ s: cells }] : []),
          ]
          return containers.map((container) => [container, { f: 'size' }, { list }])
        }),
      )
    case 'ofcolor':
      return LARGE_SIDES.flatMap(([rows, cols]) => [0, 9, -1].map((color) => [noise(random, rows, cols), color]))
    case 'toobject':
      return largePatches(random, layout).map(([size, patch]) => [patch, noise(random, ...size)])
    case 'recolor':
      return largePatches(random, layout).map(([, patch], k) => [k % 16, patch])
    case 'toindices':
      return LARGE_SIDES.flatMap((size) => [2, 3, 4].map((colors) => [manyCells(random, size, layout, colors)]))
    case 'asobject':
      return LARGE_SIDES.flatMap(([rows, cols]) => [1, 9, 16].map((colors) => [noise(random, rows, cols, colors)]))
    case 'dedupe':
      return [9, 10, 63, 64, 65, 130].flatMap((rows) =>
        [1, 3, 40, 9999].map((patterns) => [repeatedRows(random, rows, 4 + (random() % 20), patterns)]),
      )
    case 'gravitate':
      return patchPairs(random, layout)
    case 'leastcommon':
    case 'mostcommon':
      return setLists(random, layout)
        .filter((list) => list.length >= 16)
        .flatMap((list) => [list, list.slice(1), [...list, ...list.slice(0, 7)]])
        .map((list) => [{ t: list }])
    case 'mfilter':
      return SORTS.flatMap((sort) =>
        [4, 65, 100, 200].flatMap((count) =>
          [0, 1, 2].map((share): Argument[] => [
            { s: distinctSets(random, sort, count, layout) },
            { f: 'size' },
            { list: Array.from({ length: count }, () => random() % 3 < share) },
          ]),
        ),
      )
    default:
      throw new RangeError(`no arguments for '${kernel}'`)
  }
}

function flag(random: Random): boolean {
  return random() % 2 === 0
}

function near(random: Random): number {
  return (random() % 9) - 4
}

function cell(layout: CellLayout, color: number, row: number, col: number): Notation {
  return { t: layout === 't' ? [row, col, color] : [color, index(row, col)] }
}

function index(row: number, col: number): Notation {
  return { t: [row, col] }
}

function tableOf(rows: number, cols: number, colorAt: (i: number, j: number) => number): Notation {
  return { t: Array.from({ length: rows }, (_, i) => ({ t: Array.from({ length: cols }, (_x, j) => colorAt(i, j)) })) }
}

const SIDES: readonly (readonly [number, number])[] = [
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
function grids(random: Random): Notation[] {
  const noise = SIDES.flatMap(([rows, cols]) => [2, 16].map((colors) => tableOf(rows, cols, () => random() % colors)))
  const sparse = tableOf(30, 30, () => (random() % 5 === 0 ? 1 + (random() % 9) : 0))
  // One winding line; one line and all else; squares in squares; a chessboard; one colour.
  const snake = tableOf(31, 31, (i, j) => (i % 2 === 0 || j === (i % 4 === 1 ? 30 : 0) ? 3 : 0))
  const comb = tableOf(30, 30, (i, j) => (i === 29 || j % 2 === 0 ? 5 : 2))
  const rings = tableOf(32, 32, (i, j) => Math.min(i, j, 31 - i, 31 - j) % 4)
  const board = tableOf(32, 32, (i, j) => (i + j) % 2)
  return [...noise, sparse, snake, comb, rings, board, tableOf(7, 7, () => 15)]
}

function sizeOf(grid: Notation): readonly [number, number] {
  const rows = (grid as { t: { t: unknown[] }[] }).t
  return [rows.length, rows[0]!.t.length]
}

/** A few places of a grid of that size and around it, at least one. */
function placesOf(random: Random, [rows, cols]: readonly [number, number]): readonly (readonly [number, number])[] {
  const count = 1 + (random() % Math.min(600, rows * cols))
  return Array.from({ length: count }, () => [(random() % (rows + 4)) - 2, (random() % (cols + 4)) - 2] as const)
}

/** Many of its places are there in several colours. */
function cellsOf(random: Random, size: readonly [number, number], layout: CellLayout): Notation {
  return { s: placesOf(random, size).map(([i, j]) => cell(layout, random() % 4, i, j)) }
}

function indicesOf(random: Random, size: readonly [number, number]): Notation {
  return { s: placesOf(random, size).map(([i, j]) => index(i, j)) }
}

type Sort = 'integers' | 'indices' | 'cells'
const SORTS: readonly Sort[] = ['integers', 'indices', 'cells']

/** `count` words of one sort, with repeats, within `reach` of each other. */
function wordsOf(random: Random, sort: Sort, count: number, reach: number, layout: CellLayout): Notation[] {
  const near = (): number => (random() % reach) - (reach >> 1)
  return Array.from({ length: count }, () => {
    if (sort === 'integers') return near()
    return sort === 'indices' ? index(near(), near()) : cell(layout, random() % 10, near(), near())
  })
}

function setPairs(random: Random, layout: CellLayout): Argument[][] {
  const counts = [1, 2, 5, 31, 32, 33, 64, 100, 700]
  return SORTS.flatMap((sort) =>
    counts.map((count) => {
      const words = wordsOf(random, sort, count + 1 + (random() % 900), 2 + (random() % 60), layout)
      const shared = random() % 3
      return [{ s: words.slice(shared === 0 ? count : 0) }, { s: words.slice(0, shared === 2 ? words.length : count) }]
    }),
  )
}

/** Sets of words of one sort, close together; some of them empty, some the same, some in ascending order. */
function setsOfSets(random: Random, layout: CellLayout): Notation[][] {
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

function wordLists(random: Random, layout: CellLayout): Notation[][] {
  const counts = [1, 2, 3, 10, 23, 24, 25, 60, 300, 900]
  const some = SORTS.flatMap((sort) => counts.map((count) => wordsOf(random, sort, count, 2 + (random() % 38), layout)))
  const rising = Array.from({ length: 50 }, (_, k): Notation => index(k >> 3, k & 7))
  return [...some, rising, rising.toReversed(), [...rising, ...rising], [rising[3]!, rising[3]!, rising[7]!]]
}

/** Lists of sets of one sort, in any order and with repeats: one run, many, more than lanes; some of the sets empty. */
function setLists(random: Random, layout: CellLayout): Notation[][] {
  const some = SORTS.flatMap((sort) =>
    [1, 2, 3, 9, 64, 65, 130, 400].map((count) =>
      Array.from({ length: count }, (): Notation => ({ s: wordsOf(random, sort, random() % 4, 3, layout) })),
    ),
  )
  const rising = Array.from({ length: 90 }, (_, k): Notation => ({ s: [index(k, 0), index(k, 5)] }))
  return [...some, rising, rising.toReversed(), [...rising, ...rising], [{ s: [] }], [{ s: [] }, { s: [] }, { s: [4] }]]
}

/** Containers of 128 elements and more, which are words of a block. */
function longContainers(random: Random, layout: CellLayout): Notation[] {
  const counts = [128, 129, 150, 191, 256, 400, 900]
  const sets = SORTS.flatMap((sort) =>
    counts.map((count): Notation => ({
      s: wordsOf(random, sort, 4 * count, sort === 'integers' ? 90 * count : 90, layout),
    })),
  )
  const tuples = counts.map((count): Notation => ({
    t: [{ s: [1] }, ...wordsOf(random, 'integers', count, 9, layout)],
  }))
  return [...sets, ...tuples]
}

/** Sets of one sort, close together, that all differ: each has an element of its own. */
function distinctSets(random: Random, sort: Sort, count: number, layout: CellLayout): Notation[] {
  const ownOf = (k: number): Notation => {
    if (sort === 'integers') return 100 + k
    return sort === 'indices' ? index(k & 15, 20 + (k >> 4)) : cell(layout, 3, k & 15, 20 + (k >> 4))
  }
  return Array.from({ length: count }, (_, k) => ({
    s: [ownOf(k), ...wordsOf(random, sort, random() % 9, 20, layout)],
  }))
}

/** A patch and one above, below, beside, upon, diagonally of or far from it; indices, or cells of one colour. */
function patchPairs(random: Random, layout: CellLayout): Argument[][] {
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
  return ways.flatMap(([down, right]) => [1, 9, 40].map((count) => [blob(3, 4, count), blob(3 + down, 4 + right, 12)]))
}

/** A grid with at most `patterns` different rows. */
function repeatedRows(random: Random, rows: number, cols: number, patterns: number): Notation {
  const seeds = Array.from({ length: rows }, () => random() % patterns)
  return tableOf(rows, cols, (i, j) => ((seeds[i]! + 3) * (j + 7) * 2654435761) % 10)
}

/** A set of random cells inside and around a grid of this size, with at most `colors` colours. */
function manyCells(
  random: Random,
  [rows, cols]: readonly [number, number],
  layout: CellLayout,
  colors: number,
): Notation {
  const places = Array.from({ length: 2 * rows * cols }, () => [random() % (rows + 4), random() % (cols + 4)] as const)
  return { s: places.map(([i, j]) => cell(layout, random() % colors, i - 2, j - 2)) }
}

/** Patches with cells inside and outside of a grid of that size; the last one is far from it. */
function largePatches(random: Random, layout: CellLayout): (readonly [readonly [number, number], Notation])[] {
  const near = LARGE_SIDES.flatMap((size) => [
    [size, manyCells(random, size, layout, 3)] as const,
    [size, manyCells(random, size, layout, 1)] as const,
    [size, { s: wordsOf(random, 'indices', 3 * size[0] * size[1], 40, layout) }] as const,
  ])
  const far: Notation = { s: Array.from({ length: 100 }, (_, k) => index(-5 - k, k)) }
  return [...near, [[30, 30], far]]
}

/** Sides of grids that are large enough for a workgroup. */
const LARGE_SIDES: readonly (readonly [number, number])[] = [
  [16, 16],
  [30, 30],
  [1, 300],
  [257, 1],
  [20, 31],
  [9, 64],
  [40, 12],
  [17, 16],
]

function noise(random: Random, rows: number, cols: number, colors = 10): Notation {
  return tableOf(rows, cols, () => random() % colors)
}

/** The cells of a grid whose rows or columns repeat after a period, some with one flaw. */
function tiling(
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
