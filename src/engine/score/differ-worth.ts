// The worth of differs: one is worth something when it sees a difference before solving and none after.

import type { Program } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'

/** The counts of a differ over the demo pairs of all tasks and all batts that have a differ of its name. */
export interface DifferWorth {
  readonly differ: string
  /** The number of measures before solving, of the input against the expected output, and those with a difference. */
  samples: number
  before: number
  /** The number of measures after solving, of a solver's output against the expected output, and those without a difference. */
  outputs: number
  after: number
  /** The number of measures after solving without a difference where there was one before. */
  worth: number
  /** Those among them where the output of the solver is exactly right. */
  worthRight: number
  /** The number of measures that are no pair of a count and an example. */
  invalid: number
}

/** The owner of the measures before solving. */
const NO_OWNER = 'None'

/** A differ's output in a batt. */
export interface Measure {
  /** Its index among the outputs. */
  readonly output: number
  readonly differ: string
  /** The index of the candidate that it measures; undefined before solving, -1 where the batt has no candidate of its owner. */
  readonly candidate?: number
}

/**
 * The measures of a batt, those before solving first. A measure after solving belongs to the nearest candidate before it that
 * has the id of its owner, else to the first one after it.
 */
export function listMeasures({ outputs }: Pick<Program, 'outputs'>): Measure[] {
  const before: Measure[] = []
  const after: Measure[] = []
  const nearest = new Map<string, number>()
  for (const [output, entry] of outputs.entries()) {
    if (entry.kind === 'o') nearest.set(entry.solver, output)
    else if (entry.owner === NO_OWNER) before.push({ output, differ: entry.differ })
    else {
      const isOwner = (other: (typeof outputs)[number]) => other.kind === 'o' && other.solver === entry.owner
      after.push({ output, differ: entry.differ, candidate: nearest.get(entry.owner) ?? outputs.findIndex(isOwner) })
    }
  }
  return [...before, ...after]
}

/** Adds up measures, sample by sample. */
export class DifferMeter {
  readonly #worths = new Map<string, DifferWorth>()

  /** Adds the values of a batt on a sample, by output. `isRight` tells whether a candidate is right on that sample. */
  add(
    measures: readonly Measure[],
    values: readonly (Notation | null)[],
    isRight: (candidate: number) => boolean,
  ): void {
    const before = new Map<string, number>()
    for (const { output, differ, candidate } of measures) {
      const worth = this.#worthOf(differ)
      const count = readCount(values[output])
      if (count === undefined) worth.invalid++
      else if (candidate === undefined) {
        worth.samples++
        if (count > 0) worth.before++
        before.set(differ, count)
      } else {
        worth.outputs++
        if (count > 0) continue
        worth.after++
        if ((before.get(differ) ?? 0) === 0) continue
        worth.worth++
        if (candidate >= 0 && isRight(candidate)) worth.worthRight++
      }
    }
  }

  /** The differs, most worth first, then by name. */
  finish(): DifferWorth[] {
    return [...this.#worths.values()].sort(
      (a, b) => b.worth - a.worth || b.worthRight - a.worthRight || (a.differ < b.differ ? -1 : 1),
    )
  }

  #worthOf(differ: string): DifferWorth {
    let worth = this.#worths.get(differ)
    if (worth === undefined) {
      worth = { differ, samples: 0, before: 0, outputs: 0, after: 0, worth: 0, worthRight: 0, invalid: 0 }
      this.#worths.set(differ, worth)
    }
    return worth
  }
}

/** The count of a measure: a pair of an integer and an example; undefined if the value is no measure. */
export function readCount(value: Notation | null | undefined): number | undefined {
  if (typeof value !== 'object' || value === null || !('t' in value)) return undefined
  const [count] = value.t
  return value.t.length === 2 && typeof count === 'number' && count >= 0 ? count : undefined
}
