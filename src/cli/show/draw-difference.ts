// The comparison of an output with the expected one: input, expected, actual and the cells that differ, side by side.

import type { Notation } from '../../language/values/value-notation.ts'
import { type Cell, type Picture, type PictureOptions, drawAllPictures } from './draw-picture.ts'
import { gridPicture } from './draw-value.ts'

/** The values to compare. */
export interface ComparedValues {
  readonly input?: Notation
  readonly expected: Notation
  readonly actual: Notation
}

/** The mark of a cell that differs. */
const DIFFERENT = 'x'

/** The comparison in one line: the differing cells, the two sizes, or that the output is no grid. */
export function describeDifference({ expected, actual }: ComparedValues): string {
  const [wanted, given] = [gridPicture(expected), gridPicture(actual)]
  if (wanted === undefined || given === undefined) return 'the output is not a grid'
  if (!haveOneSize(wanted, given)) return `the output is ${given.caption}, expected ${wanted.caption}`
  const all = wanted.rows.length * wanted.rows[0]!.length
  return `${countDifferent(wanted, given)} of ${all} cells differ`
}

/** Input, expected output, actual output if it is a grid, and, if the sizes are the same, the cells that differ. */
export function drawComparison({ input, expected, actual }: ComparedValues, options: PictureOptions): string[] {
  const [wanted, given] = [gridPicture(expected, 'expected'), gridPicture(actual, 'actual')]
  const difference = wanted === undefined || given === undefined ? undefined : drawDifference(wanted, given)
  const source = input === undefined ? undefined : gridPicture(input, 'input')
  const pictures = [source, wanted, given, difference].filter((picture) => picture !== undefined)
  return drawAllPictures(pictures, options)
}

function drawDifference(wanted: Picture, given: Picture): Picture | undefined {
  if (!haveOneSize(wanted, given)) return undefined
  const rows = wanted.rows.map((row, i) =>
    row.map(({ color }, j): Cell => {
      const actual = given.rows[i]![j]!.color
      return actual === color ? { color, faint: true } : { color: actual, mark: DIFFERENT }
    }),
  )
  return { caption: `difference, ${countDifferent(wanted, given)} ${DIFFERENT}`, rows, notes: [] }
}

function haveOneSize(a: Picture, b: Picture): boolean {
  return a.rows.length === b.rows.length && a.rows[0]!.length === b.rows[0]!.length
}

function countDifferent(wanted: Picture, given: Picture): number {
  let count = 0
  for (const [i, row] of wanted.rows.entries())
    for (const [j, { color }] of row.entries()) if (given.rows[i]![j]!.color !== color) count++
  return count
}
