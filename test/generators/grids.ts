// Grids as fast-check arbitraries: noise, stripes, blocks and symmetric ones of few colours, up to 60 x 60; and odd ones.

import fc from 'fast-check'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { newRandom } from './seed.ts'

/** `small`: sides up to 6. `task`: mostly up to 12, sometimes 30. `large`: also 1 x 93, 93 x 1 and 60 x 60. */
export type GridScale = 'small' | 'task' | 'large'

interface Size {
  readonly rows: number
  readonly cols: number
}

function sidesUpTo(max: number): fc.Arbitrary<Size> {
  const side = fc.integer({ min: 1, max })
  return fc.record({ rows: side, cols: side })
}

const LONG: Size[] = [
  { rows: 1, cols: 93 },
  { rows: 93, cols: 1 },
  { rows: 60, cols: 60 },
  { rows: 30, cols: 30 },
]

const sizes: Readonly<Record<GridScale, fc.Arbitrary<Size>>> = {
  small: sidesUpTo(6),
  task: fc.oneof({ weight: 12, arbitrary: sidesUpTo(12) }, { weight: 1, arbitrary: sidesUpTo(30) }),
  large: fc.oneof(
    { weight: 40, arbitrary: sidesUpTo(12) },
    { weight: 3, arbitrary: sidesUpTo(30) },
    { weight: 1, arbitrary: fc.constantFrom(...LONG) },
  ),
}

type Look = 'noise' | 'stripes' | 'blocks' | 'symmetric' | 'sparse'

/** A grid of colours 0 to 9. */
export function gridOf(scale: GridScale): fc.Arbitrary<Notation> {
  const look = fc.constantFrom<Look>('noise', 'stripes', 'blocks', 'symmetric', 'sparse')
  const palette = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 })
  return fc.tuple(sizes[scale], look, palette, fc.nat()).map(([{ rows, cols }, style, colors, seed]) => {
    const colorAt = paint(style, colors, newRandom(seed), rows, cols)
    return {
      g: Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_unused, j) => colorAt(i, j)).join('')),
    }
  })
}

function paint(
  look: Look,
  colors: readonly number[],
  random: () => number,
  rows: number,
  cols: number,
): (i: number, j: number) => number {
  const any = (): number => colors[random() % colors.length]!
  const at = (k: number): number => colors[k % colors.length]!
  const step = 1 + (random() % 4)
  switch (look) {
    case 'noise':
      return any
    case 'stripes':
      return (i) => at(Math.floor(i / step))
    case 'blocks':
      return (i, j) => at(Math.floor(i / step) + Math.floor(j / step))
    case 'symmetric':
      return (i, j) => at(Math.min(i, rows - 1 - i) * 3 + Math.min(j, cols - 1 - j) * step)
    case 'sparse':
      return () => (random() % 6 === 0 ? any() : colors[0]!)
  }
  return look satisfies never
}

const cells = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(10, 15, 16, -1, 9000, 2 ** 30 - 1, -(2 ** 30)))

function rowsOf(item: fc.Arbitrary<Notation>, length: number): fc.Arbitrary<Notation> {
  const row = fc.array(item, { minLength: length, maxLength: length })
  return fc.array(row, { minLength: 1, maxLength: 4 }).map((rows) => ({ t: rows.map((t) => ({ t })) }))
}

/** What passes for a grid: empty, without columns, ragged, rows that are sets, cells that are no colours or no integers. */
export const oddGrid: fc.Arbitrary<Notation> = fc.oneof(
  fc.constantFrom<Notation>(
    { t: [] },
    { t: [{ t: [] }] },
    { t: [{ t: [] }, { t: [] }] },
    { t: [{ t: [] }, { t: [1, 2] }] },
    { t: [{ s: [] }] },
  ),
  fc.array(fc.array(cells, { maxLength: 4 }), { maxLength: 4 }).map((rows) => ({ t: rows.map((t) => ({ t })) })),
  fc.array(fc.array(cells, { maxLength: 3 }), { maxLength: 3 }).map((rows) => ({ t: rows.map((s) => ({ s })) })),
  fc.integer({ min: 1, max: 4 }).chain((length) => rowsOf(cells, length)),
  rowsOf(
    fc.oneof(
      cells,
      fc.tuple(cells, cells).map((t) => ({ t })),
      fc.constant<Notation>({ s: [] }),
    ),
    2,
  ),
)
