// Arguments of the sort that tuned kernels make together: grids of all looks and sizes with compact patches, sets of words.

import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { newRandom } from '../generators/seed.ts'
import {
  type Argument,
  HALVED_SIDES,
  LARGE_SIDES,
  SORTS,
  cell,
  cellsOf,
  distinctLists,
  distinctSets,
  distinctWords,
  flag,
  grids,
  index,
  indicesOf,
  largePatches,
  listsOfContainers,
  longLists,
  manyCells,
  mixedPatchPairs,
  near,
  noise,
  patchPairs,
  repeatedRows,
  setLists,
  setsOfSets,
  sizeOf,
  tiling,
  unusualLists,
  wordLists,
  wordsOf,
} from './tuned-values.ts'

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
    case 'merge':
      return [
        ...setsOfSets(random, layout).map((items) => [{ s: items }]),
        ...listsOfContainers(random, layout).map((items) => [{ t: items }]),
      ]
    case 'mapply':
      return [
        ...setsOfSets(random, layout).map((list) => [{ f: 'identity' }, { s: [1] }, { list }]),
        ...listsOfContainers(random, layout).map((list) => [{ f: 'identity' }, { t: [1, 2, 3] }, { list }]),
      ]
    case 'apply':
      return [
        ...[...wordLists(random, layout), ...setLists(random, layout)].map((list) => [
          { f: 'identity' },
          { s: [1] },
          { list },
        ]),
        ...longLists(random, layout).map((list) => [{ f: 'identity' }, { t: [1, 2, 3] }, { list }]),
      ]
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
      return patchPairs(random, layout, 12)
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
    case 'manhattan':
    case 'adjacent':
    case 'adjacentT':
      return [...patchPairs(random, layout, 9), ...mixedPatchPairs(random, layout)]
    case 'hmatching':
    case 'vmatching':
      return mixedPatchPairs(random, layout)
    case 'rot90':
    case 'rot180':
    case 'rot270':
      return LARGE_SIDES.flatMap(([rows, cols]) => [0, 1, 2].map(() => [noise(random, rows, cols)]))
    case 'trim':
    case 'tophalf':
    case 'bottomhalf':
    case 'lefthalf':
    case 'righthalf':
      return HALVED_SIDES.flatMap(([rows, cols]) => [0, 1, 2].map(() => [noise(random, rows, cols)]))
    case 'crop':
    case 'cropT':
      return HALVED_SIDES.flatMap(([rows, cols]) =>
        [0, 1, 2].map((k) => [noise(random, rows, cols), index(k, 2 - k), index(rows - 2, cols - 2)]),
      )
    case 'papply':
      return longLists(random, layout).map((list) => [{ f: 'add' }, { t: [] }, { t: [] }, { list }])
    case 'mpapply':
      return listsOfContainers(random, layout).map((list) => [{ f: 'add' }, { t: [] }, { t: [] }, { list }])
    case 'totuple':
      return [
        ...SORTS.flatMap((sort) =>
          [64, 65, 90, 100, 127, 128, 200, 700].map((count) => [{ s: distinctWords(sort, count, layout) }]),
        ),
        [{ s: distinctSets(random, 'cells', 90, layout) }],
      ]
    default:
      throw new RangeError(`no arguments for '${kernel}'`)
  }
}

/** Calls with elements of several sorts and with rows of grids, which tuned forms may decline. */
export function rareArguments(kernel: string, layout: CellLayout): Argument[][] {
  const lists = unusualLists(layout)
  const keys = Array.from({ length: 200 }, (_, k) => (7 * k) % 11)
  switch (kernel) {
    case 'apply':
      return lists.flatMap((list): Argument[][] => [
        [{ f: 'identity' }, { t: [1, 2, 3] }, { list }],
        [{ f: 'identity' }, { s: [1] }, { list }],
      ])
    case 'papply':
      return lists.map((list) => [{ f: 'add' }, { t: [] }, { t: [] }, { list }])
    case 'merge':
      return lists.map((list) => [{ t: [{ t: list }, { s: list }] }])
    case 'mapply':
      return lists.map((list) => [{ f: 'identity' }, { t: [1] }, { list: [{ t: list }, { s: [] }, { s: list }] }])
    case 'mpapply':
      return lists.map((list) => [{ f: 'add' }, { t: [] }, { t: [] }, { list: [{ t: list }, { t: list }] }])
    case 'totuple':
      return lists.map((list) => [{ s: list }])
    case 'order':
      return distinctLists(layout).map((list): Argument[] => [
        { s: list },
        { f: 'size' },
        { list: keys.slice(0, list.length) },
      ])
    default:
      return []
  }
}
