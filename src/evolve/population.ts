// One island: a bounded population of programs that behave differently, its offspring and its survivors.

import { Random } from '../data/random.ts'
import type { Program } from '../language/program.ts'
import { cardBatch } from './card-batch.ts'
import type { DrawSource } from './draw.ts'
import { type Individual, Lexicase, compareIndividuals } from './fitness.ts'
import { type OperatorName, drawProgram, mutateProgram } from './operators.ts'
import { sizeOf, spellProgram } from './program-parts.ts'
import type { EvolveSettings } from './settings.ts'

/** An offspring that has not run yet. */
export interface Offspring {
  readonly program: Program
  readonly operator: OperatorName
}

/** One of this number of offspring comes from a batt. */
const CARD_SHARE = 8
/** Attempts for each offspring: many mutations make a program that is known. */
const ATTEMPTS = 4
/** One of this number of survivors is chosen by its total error. */
const ELITE_SHARE = 4

/** The offspring of a population, none of them equal to another or to a parent. */
export function makeOffspring(
  population: readonly Individual[],
  source: DrawSource,
  settings: EvolveSettings,
  dialect: Program['dialect'],
  random: Random,
): Offspring[] {
  const known = new Set(population.map(({ program }) => spellProgram(program)))
  const offspring: Offspring[] = []
  const add = (program: Program, operator: OperatorName): void => {
    if (offspring.length >= settings.population) return
    if (sizeOf(program) === 0 || sizeOf(program) > settings.maxStatements) return
    const spelling = spellProgram(program)
    if (known.has(spelling)) return
    known.add(spelling)
    offspring.push({ program, operator })
  }
  const isFresh = settings.random || population.length === 0
  if (!isFresh) {
    const lexicase = new Lexicase(population, settings.fitness)
    const everyone = [...population.keys()]
    const select = (): Program => population[lexicase.select(everyone, random)]!.program
    const cards = Array.from({ length: Math.ceil(settings.population / CARD_SHARE) }, select)
    for (const program of cardBatch(cards, random, settings.typed)) add(program, 'card')
    for (let k = 0; offspring.length < settings.population && k < ATTEMPTS * settings.population; k++) {
      const made = mutateProgram(select(), select(), random, source)
      if (made !== undefined) add(made.program, made.operator)
    }
  }
  for (let k = 0; offspring.length < settings.population && k < ATTEMPTS * settings.population; k++)
    add(drawProgram(dialect, random, source), 'fresh')
  return offspring
}

/** The survivors of a pool: the best by total error, the others by lexicase; at most `count`, in a fixed order. */
export function chooseSurvivors(
  pool: readonly Individual[],
  count: number,
  { fitness }: Pick<EvolveSettings, 'fitness'>,
  random: Random,
): Individual[] {
  const distinct = keepShortest(pool).sort(compareIndividuals)
  if (distinct.length <= count) return distinct
  const lexicase = new Lexicase(distinct, fitness)
  const eliteCount = Math.ceil(count / ELITE_SHARE)
  const chosen = new Set([...distinct.keys()].slice(0, eliteCount))
  let left = [...distinct.keys()].slice(eliteCount)
  while (chosen.size < count) {
    const next = lexicase.select(left, random)
    chosen.add(next)
    left = left.filter((k) => k !== next)
  }
  return [...chosen].sort((a, b) => a - b).map((k) => distinct[k]!)
}

/** Of programs that behave alike, the shortest; of these the first. */
export function keepShortest(pool: readonly Individual[]): Individual[] {
  const byBehaviour = new Map<string, Individual>()
  for (const individual of pool) {
    const known = byBehaviour.get(individual.judgement.behaviour)
    if (known === undefined || sizeOf(individual.program) < sizeOf(known.program))
      byBehaviour.set(individual.judgement.behaviour, individual)
  }
  return [...byBehaviour.values()]
}

/** The best programs of each island move on to the next one, in a ring. */
export function migrate(islands: readonly (readonly Individual[])[], count: number): Individual[][] {
  if (islands.length < 2) return islands.map((island) => [...island])
  const best = islands.map((island) => [...island].sort(compareIndividuals).slice(0, count))
  return islands.map((island, k) => keepShortest([...island, ...best[(k + islands.length - 1) % islands.length]!]))
}
