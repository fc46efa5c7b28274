// Arguments that belong together (a grid and a place in it, a container and one of its elements): drawn apart from each
// other they would hardly ever reach what a primitive is for.

import fc from 'fast-check'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { gridOf } from './grids.ts'
import { valuesOf } from './values.ts'

function elementsOf(container: Notation): Notation[] {
  if (typeof container !== 'object' || container === null) return []
  if ('t' in container) return container.t
  if ('s' in container) return container.s
  return 'g' in container ? container.g.map((row) => ({ t: Array.from(row, Number) })) : []
}

/** For some primitives, by name, arguments that have to do with each other. */
export function relatedArgumentsOf(layout: CellLayout): Readonly<Record<string, fc.Arbitrary<Notation[]>>> {
  const { Any, ContainerContainer, FrozenSet, IntegerTuple, Objects, Tuple } = valuesOf('task', layout)

  // The rows of a grid of colours, which is always written short here.
  const rowsOfGrid: fc.Arbitrary<string[]> = gridOf('task').map((grid) => (grid as { g: string[] }).g)

  const gridWithPlace = fc
    .tuple(rowsOfGrid, fc.nat(), fc.nat())
    .map(([rows, i, j]): Notation[] => [{ g: rows }, { t: [i % rows.length, j % rows[0]!.length] }])

  const gridWithAnother = fc
    .tuple(rowsOfGrid, fc.nat(), fc.integer({ min: 0, max: 9 }))
    .map(([rows, nth, color]): Notation[] => {
      const changed = rows.map((row, i) =>
        Array.from(row, (cell, j) => ((i * row.length + j) % ((nth % 7) + 1) === 0 ? color : cell)).join(''),
      )
      return [{ g: rows }, { g: changed }]
    })

  const gridWithPiece = fc
    .tuple(rowsOfGrid, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 3 }), fc.integer({ min: -9, max: 9 }))
    .map(([rows, i, j, side, shift]): Notation[] => {
      const [top, left] = [i % rows.length, j % rows[0]!.length]
      const s: Notation[] = []
      for (let di = 0; di < side; di++) {
        for (let dj = 0; dj < side; dj++) {
          const color = rows[top + di]?.[left + dj]
          const [row, col] = [top + di + shift, left + dj - shift]
          if (color !== undefined)
            s.push({ t: layout === 't' ? [row, col, Number(color)] : [Number(color), { t: [row, col] }] })
        }
      }
      return [{ g: rows }, { s }]
    })

  function withElement(containers: fc.Arbitrary<Notation>): fc.Arbitrary<Notation[]> {
    return fc.tuple(containers, fc.nat()).map(([container, k]) => {
      const items = elementsOf(container)
      return [container, items[k % Math.max(1, items.length)] ?? 0]
    })
  }

  const container = fc.oneof(Tuple, FrozenSet, ContainerContainer)
  const twice = Any.map((value): Notation[] => [value, value])

  const straightLine = fc
    .tuple(IntegerTuple, fc.constantFrom([0, 1], [1, 0], [1, 1], [1, -1]), fc.integer({ min: -40, max: 40 }))
    .map(([from, [di, dj], length]): Notation[] => {
      const [i, j] = (from as { t: number[] }).t
      const clamp = (n: number): number => Math.max(-(2 ** 30), Math.min(2 ** 30 - 1, n))
      return [from, { t: [clamp(i! + di! * length), clamp(j! + dj! * length)] }]
    })

  const objectsWithColor = fc
    .tuple(Objects, fc.integer({ min: 0, max: 9 }))
    .map(([objects, color]): Notation[] => [
      { s: elementsOf(objects).filter((object) => elementsOf(object).length > 0) },
      color,
    ])

  return {
    index: gridWithPlace,
    cellwise: fc
      .tuple(gridWithAnother, fc.integer({ min: 0, max: 9 }))
      .map(([grids, fallback]) => [...grids, fallback]),
    occurrences: gridWithPiece,
    paint: gridWithPiece,
    underpaint: gridWithPiece,
    cover: gridWithPiece,
    toobject: gridWithPiece.map((args) => args.toReversed()),
    subgrid: gridWithPiece.map((args) => args.toReversed()),
    connect: straightLine,
    contained: withElement(container).map((args) => args.toReversed()),
    remove: withElement(container).map((args) => args.toReversed()),
    insert: withElement(FrozenSet).map((args) => args.toReversed()),
    other: withElement(container),
    sizefilter: fc.tuple(ContainerContainer, fc.integer({ min: 0, max: 5 })).map(([items, n]) => [items, n]),
    colorfilter: objectsWithColor,
    mostcommon: Tuple.map((tuple) => [tuple]),
    leastcommon: Tuple.map((tuple) => [tuple]),
    equality: twice,
    difference: fc
      .tuple(FrozenSet, fc.nat())
      .map(([set, n]) => [set, { s: elementsOf(set).filter((_, k) => k % ((n % 3) + 1) === 0) }]),
    intersection: fc
      .tuple(FrozenSet, fc.nat())
      .map(([set, n]) => [{ s: elementsOf(set).filter((_, k) => k % ((n % 3) + 1) === 0) }, set]),
  }
}
