// Fitness: what each part of it makes of a program's judgement, as cases of lexicase selection. Less is better.

import type { Random } from '../data/random.ts'
import type { Program } from '../language/program.ts'
import type { Judgement } from './evaluate.ts'
import type { OperatorName } from './operators.ts'
import { sizeOf } from './program-parts.ts'
import type { FitnessPart } from './settings.ts'

/** A program of a population. */
export interface Individual {
  readonly program: Program
  readonly judgement: Judgement
  /** By demo and differ, where differs are part of the fitness. */
  readonly measures?: Int32Array | undefined
  readonly operator: OperatorName | 'enumerated' | 'given'
}

/** The sum of the errors on all demos, by which the best program is chosen. */
export function totalError({ judgement }: Pick<Individual, 'judgement'>): number {
  let sum = 0
  for (const error of judgement.errors) sum += error
  return sum
}

/** Compares by total error, then by size. */
export function compareIndividuals(a: Individual, b: Individual): number {
  return totalError(a) - totalError(b) || sizeOf(a.program) - sizeOf(b.program)
}

/** The cases of all programs of a pool, those of each part one after the other. */
export function casesOf(pool: readonly Individual[], parts: readonly FitnessPart[]): Int32Array[] {
  const crowds = parts.includes('novelty') ? crowdsOf(pool) : []
  return pool.map((individual, k) => {
    const { judgement, measures, program } = individual
    const cases: number[] = []
    if (parts.includes('samples')) for (const error of judgement.errors) cases.push(error === 0 ? 0 : 1)
    if (parts.includes('cells')) cases.push(...judgement.errors)
    if (parts.includes('differs')) cases.push(...(measures ?? []))
    if (parts.includes('novelty')) cases.push(crowds[k]!)
    if (parts.includes('parsimony')) cases.push(sizeOf(program))
    return Int32Array.from(cases)
  })
}

/** For each program, how many of the pool share its outputs, summed over the demos. */
function crowdsOf(pool: readonly Individual[]): number[] {
  const demoCount = pool[0]?.judgement.outputs.length ?? 0
  const counts = Array.from({ length: demoCount }, () => new Map<number, number>())
  for (const { judgement } of pool)
    for (const [s, output] of judgement.outputs.entries()) counts[s]!.set(output, (counts[s]!.get(output) ?? 0) + 1)
  return pool.map(({ judgement }) => judgement.outputs.reduce((sum, output, s) => sum + counts[s]!.get(output)!, 0))
}

/** Selects programs of a pool by lexicase: in a random order of cases, only the best of each case stay. */
export class Lexicase {
  readonly #cases: readonly Int32Array[]
  readonly #tolerances: Int32Array
  readonly #order: number[]

  constructor(pool: readonly Individual[], parts: readonly FitnessPart[]) {
    this.#cases = casesOf(pool, parts)
    const count = this.#cases[0]?.length ?? 0
    this.#order = Array.from({ length: count }, (_, c) => c)
    this.#tolerances = Int32Array.from(this.#order, (c) => medianDeviation(this.#cases.map((cases) => cases[c]!)))
  }

  /** The index of a program among those that are left. */
  select(left: readonly number[], random: Random): number {
    let chosen = left
    for (const c of random.shuffle(this.#order)) {
      if (chosen.length === 1) break
      let best = Infinity
      for (const k of chosen) best = Math.min(best, this.#cases[k]![c]!)
      const limit = best + this.#tolerances[c]!
      chosen = chosen.filter((k) => this.#cases[k]![c]! <= limit)
    }
    return random.pick(chosen)
  }
}

/** The median of the distances from the median: cases that are close to the best count as the best. */
function medianDeviation(values: readonly number[]): number {
  const middle = medianOf(values)
  return medianOf(values.map((value) => Math.abs(value - middle)))
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
