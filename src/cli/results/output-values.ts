// Values of programs for `--grids`: grids as plain JSON rows of numbers, any other value in the notation.

import { rowsOfGrid } from '../../data/grid-notation.ts'
import type { Notation } from '../../language/values/value-notation.ts'

/** A value with grids as plain JSON. */
export type PlainOutput = readonly (readonly number[])[] | Notation

/** A grid as rows of numbers; any other value unchanged. */
export function plainOutput(value: Notation | null): PlainOutput {
  return rowsOfGrid(value) ?? value
}

/** The values of all pairs, collected as they come: for each pair and output in the order of the samples. */
export class OutputValues {
  readonly #pairs: PlainOutput[][][] = []

  add(pair: number, output: number, value: PlainOutput): void {
    const outputs = (this.#pairs[pair] ??= [])
    const values = (outputs[output] ??= [])
    values.push(value)
  }

  /** The values of a pair, by output and sample. */
  of(pair: number): readonly (readonly PlainOutput[])[] {
    return this.#pairs[pair] ?? []
  }
}
