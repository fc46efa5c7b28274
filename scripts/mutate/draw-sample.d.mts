// Types of draw-sample.mjs, for its test.

import type { Mutant } from './operators.mjs'

export interface DrawnMutant extends Mutant {
  readonly id: string
  readonly source: string
  readonly built: string
  readonly text: string
  readonly mutated: string
  readonly line: number
  readonly column: number
}
export function drawSample(root: string, sources: readonly string[], size: number, seed: number): DrawnMutant[]
