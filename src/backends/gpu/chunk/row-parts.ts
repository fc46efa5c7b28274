// The outputs of a row that a device has finished, and those that the CPU has to run. A program that cannot end on the device
// takes no other program of its row with it.

import { PENDING } from '../../../kernel/errors.ts'
import { isError } from '../../../kernel/words.ts'
import { type Cone, UNUSED_STATEMENTS, findCones } from '../../../plan/cones.ts'
import type { Plan } from '../../../plan/plan.ts'
import { type MemoryLimits, limitMemory } from '../../memory-limits.ts'

/** A division of the outputs of a plan. */
export interface RowParts {
  /** What the device has finished, for the judge. */
  readonly done: MemoryLimits
  /** The outputs that the CPU runs; rows with the same unfinished outputs share one list. */
  readonly left: readonly Cone[]
}

/** Divides the outputs of rows of plans; rows that are divided alike share the result. */
export class RowDivider {
  readonly #known = new WeakMap<Plan, KnownParts>()

  /** `slots` has the words of a row, PENDING where a step did not end; `hasCopy` says whether the value of an output slot is there. */
  divide(plan: Plan, slots: Int32Array, hasCopy: (slot: number) => boolean): RowParts {
    let known = this.#known.get(plan)
    if (known === undefined) this.#known.set(plan, (known = { cones: findCones(plan), byKey: new Map() }))
    const { cones, byKey } = known
    const isLeft = cones.map((cone) => !isDone(plan, cone, slots, hasCopy))
    const key = isLeft.map(Number).join('')
    let parts = byKey.get(key)
    if (parts === undefined) byKey.set(key, (parts = divideCones(plan, cones, isLeft)))
    return parts
  }
}

interface KnownParts {
  readonly cones: readonly Cone[]
  readonly byKey: Map<string, RowParts>
}

function divideCones(plan: Plan, cones: readonly Cone[], isLeft: readonly boolean[]): RowParts {
  const done = cones.filter((_, k) => !isLeft[k])
  const noCosts = new Int32Array(plan.slotCount)
  return { done: limitMemory(plan, done, noCosts, 0), left: cones.filter((_, k) => isLeft[k]) }
}

function isDone(
  { programs }: Plan,
  { program, output, positions }: Cone,
  slots: Int32Array,
  hasCopy: (slot: number) => boolean,
): boolean {
  const { mode, slots: own, outputs, result } = programs[program]!
  if (mode === 'strict') {
    // The first error ends the program, so what is pending after it does not matter.
    for (const position of positions) {
      const word = slots[own[position]!]!
      if (isError(word)) return word !== PENDING
    }
    return hasCopy(result)
  }
  if (positions.some((position) => slots[own[position]!] === PENDING)) return false
  return output === UNUSED_STATEMENTS || hasCopy(outputs[output]!)
}
