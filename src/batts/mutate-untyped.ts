// Mutation without types, as a baseline for measurements: any argument becomes any variable, constant or primitive.

import { dialectOf, wellKnownOperand } from '../language/dialects.ts'
import type { Operand } from '../language/program.ts'
import { spellOperand } from './batt-statements.ts'
import type { MutationSite, Replacement } from './mutation.ts'

/** Draws a variable, a constant or a primitive, each sort equally often. */
export function mutateUntyped({ batt, args, argument, random }: MutationSite): Replacement | undefined {
  const dialect = dialectOf(batt.dialect)
  const named = (names: Iterable<string>): Operand[] => [...names].map((name) => wellKnownOperand(dialect, name)!)
  const sorts: Operand[][] = [
    [{ kind: 'input', name: 'I' }, ...batt.solving()],
    named(dialect.constants.keys()),
    named(dialect.primitives.keys()),
  ]
  const own = spellOperand(args[argument]!)
  const candidates = random.pick(sorts).filter((operand) => spellOperand(operand) !== own)
  return candidates.length === 0 ? undefined : { kind: 'untyped', operand: random.pick(candidates) }
}
