// The settings of an evolution, with their defaults and limits.

import { DEFAULT_ALLOWANCE } from '../kernel/heap-growth.ts'
import { UserError } from '../language/errors.ts'

/** The parts of the fitness; every part gives lexicase selection cases of its own. */
export const fitnessParts = ['samples', 'cells', 'differs', 'novelty', 'parsimony'] as const

/** A part of the fitness. */
export type FitnessPart = (typeof fitnessParts)[number]

/** How a search goes; equal settings give equal results on every machine and every backend. */
export interface EvolveSettings {
  /** An integer from 0 to 4,294,967,295. */
  readonly seed: number
  /** Whether all tasks share one population; otherwise each task has a search of its own. */
  readonly across: boolean
  /** The most calls for each task, counted before they are made. */
  readonly calls: number
  /** The most evaluations, programs times demos, for each task. */
  readonly evaluations: number
  /** The most generations after the first. */
  readonly generations: number
  /** The share of the calls for the enumeration of short programs, from 0 (none) to 1. */
  readonly enumerate: number
  /** The number of islands, programs of each, and generations between two migrations. */
  readonly islands: number
  readonly population: number
  readonly migrate: number
  readonly fitness: readonly FitnessPart[]
  /** The most statements of a program. */
  readonly maxStatements: number
  /** Whether mutations keep to types; false is a baseline for measurements. */
  readonly typed: boolean
  /** Random programs instead of offspring: a baseline for measurements. */
  readonly random: boolean
  /** The most behaviours that a search remembers. */
  readonly archive: number
  /** Tasks that are searched at a time; changes no result. */
  readonly together: number
  /** The most counted work of one statement, and heap words of one program on a demo. */
  readonly budget: number
  readonly allowance: number
}

/** The defaults. */
export const defaultSettings: EvolveSettings = {
  seed: 1,
  across: false,
  calls: 500_000,
  evaluations: 10_000_000,
  generations: 1000,
  enumerate: 0.5,
  islands: 2,
  population: 100,
  migrate: 5,
  fitness: ['samples', 'cells', 'novelty', 'parsimony'],
  maxStatements: 24,
  typed: true,
  random: false,
  archive: 4096,
  together: 8,
  budget: 1 << 16,
  allowance: DEFAULT_ALLOWANCE,
}

const LIMITS: Partial<Record<keyof EvolveSettings, readonly [number, number]>> = {
  seed: [0, 0xffff_ffff],
  calls: [1, Number.MAX_SAFE_INTEGER],
  evaluations: [1, Number.MAX_SAFE_INTEGER],
  generations: [0, 1_000_000],
  islands: [1, 100],
  population: [4, 10_000],
  migrate: [1, 1_000_000],
  maxStatements: [1, 200],
  archive: [16, 1_000_000],
  together: [1, 1000],
  budget: [1, Number.MAX_SAFE_INTEGER],
  allowance: [1, Number.MAX_SAFE_INTEGER],
}

/** Settings with their defaults; throws for values outside their limits. */
export function settleEvolution(given: Partial<EvolveSettings> = {}): EvolveSettings {
  const settings = { ...defaultSettings, ...given }
  for (const [name, [low, high]] of Object.entries(LIMITS)) {
    const value = settings[name as keyof EvolveSettings]
    if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) continue
    throw new UserError('evolve-setting', `The setting ${name} is ${String(value)}`, {
      advice: `Use an integer from ${low} to ${high}.`,
    })
  }
  if (!(settings.enumerate >= 0 && settings.enumerate <= 1))
    throw new UserError('evolve-setting', `The setting enumerate is ${settings.enumerate}`, {
      advice: 'Use a number from 0 to 1.',
    })
  const unknown = settings.fitness.find((part) => !fitnessParts.includes(part))
  if (unknown !== undefined || !settings.fitness.some((part) => part === 'samples' || part === 'cells'))
    throw new UserError('evolve-setting', `The fitness ${settings.fitness.join(',')} cannot be used`, {
      advice: `Use samples or cells, or both, and any of ${fitnessParts.join(', ')}.`,
    })
  return settings
}
