// Offspring from a batt: parents are merged by `card`, which mutates arguments across their lines, and cut out again.

import { cardPrograms } from '../batts/card.ts'
import { cutProgram } from '../batts/cut.ts'
import type { Random } from '../data/random.ts'
import type { Program } from '../language/program.ts'
import { normalizeProgram } from './program-parts.ts'

/** The probability of a mutation, per argument. */
const RATE = 0.15
const SEEDS = 0x7fff_ffff

/** One offspring of each parent that the batt has mutated: a variable of a parent can become one of another of the same type. */
export function cardBatch(parents: readonly Program[], random: Random, typed: boolean): Program[] {
  const named = parents.map((program, k) => ({ ...program, name: `solve_p${k}` }))
  const { program: batt } = cardPrograms(named, { seed: random.below(SEEDS), mutate: RATE, typed, baseDiffers: false })
  return batt.outputs.flatMap((output) =>
    output.kind === 'o' && output.mutated
      ? [normalizeProgram(cutProgram(batt, output.solver, { strict: true }), batt.dialect)]
      : [],
  )
}
