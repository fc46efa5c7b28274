// Makes a batt: solvers and differs line by line in rounds, equal calls shared, arguments mutated at a rate.

import { Random, mixSeed } from '../data/random.ts'
import { layoutOf } from '../language/dialects.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import { baseDiffers } from './base-differs.ts'
import { chooseDialect } from './batt-dialect.ts'
import { BattStatements } from './batt-statements.ts'
import { CardBuilder } from './card-builder.ts'
import type { Mutation } from './mutation.ts'
import { ProgramLines } from './program-lines.ts'
import { differNames, solverIds } from './solver-names.ts'

/** How a batt is made. */
export interface CardOptions {
  /** Seed of the order of the solvers and of all mutations: an integer from 0 to 4,294,967,295. Default: 1. */
  readonly seed?: number
  /** The number of solvers to draw. Default: all. */
  readonly count?: number
  /** Differs besides the base differs: strict programs of S, I and C. */
  readonly differs?: readonly Program[]
  /** Whether the four base differs are in the batt. Default: true. */
  readonly baseDiffers?: boolean
  /** The probability of a mutation, per argument of a solver, from 0 to 1. Default: 0. */
  readonly mutate?: number
  /** Whether mutations are compatible with types; false is a baseline for measurements. Default: true. */
  readonly typed?: boolean
}

/** A batt and the record of how it was made. */
export interface CardedBatt {
  readonly program: Program
  /** The ids of the solvers in the batt, in its order, and the names of the differs. */
  readonly solvers: readonly string[]
  readonly differs: readonly string[]
  /** Every mutation, in the order of the lines. */
  readonly mutations: readonly Mutation[]
  /** Lines of solvers and differs, shared ones counted each time; `program.statements` has them once. */
  readonly lines: number
}

const MAX_SEED = 0xffff_ffff

/** Makes a batt of strict programs; equal arguments give an equal batt on every machine. */
export function cardPrograms(solvers: readonly Program[], options: CardOptions = {}): CardedBatt {
  checkOptions(solvers, options)
  const { seed = 1, count = solvers.length, differs: own = [], mutate = 0, typed = true } = options
  const ids = solverIds(solvers)
  const order = new Random(mixSeed(seed, 'order', 0)).shuffle([...solvers.keys()]).slice(0, count)
  const dialect = chooseDialect([...order.map((k) => solvers[k]!), ...own])
  const differs = [...(options.baseDiffers === false ? [] : baseDiffers(layoutOf(dialect))), ...own]
  const names = differNames(differs)
  const random = new Random(mixSeed(seed, 'mutate', 0))
  const card = new CardBuilder(new BattStatements(dialect), { rate: mutate, typed, random })
  const measure = (owner: string, grid: Parameters<CardBuilder['addDiffer']>[2]): void => {
    for (const [k, differ] of differs.entries()) card.addDiffer(new ProgramLines(differ, names[k]!), owner, grid)
  }
  measure('None', { kind: 'input', name: 'I' })
  let remaining = order.map((k) => new ProgramLines(solvers[k]!, ids[k]!))
  while (remaining.length > 0) {
    remaining = remaining.filter((solver) => {
      card.addLine(solver)
      if (!solver.isDone) return true
      card.addCandidate(solver)
      measure(solver.id, solver.result)
      return false
    })
  }
  const { batt, outputs, mutations, lines } = card
  const program: Program = { name: 'batt', mode: 'guarded', dialect, file: '', statements: batt.statements, outputs }
  return { program, solvers: order.map((k) => ids[k]!), differs: names, mutations, lines }
}

function checkOptions(solvers: readonly Program[], options: CardOptions): void {
  const { seed = 1, count = solvers.length, differs = [], mutate = 0 } = options
  if (solvers.length === 0) {
    throw new UserError('card-nothing', 'There is no solver to make a batt of', {
      advice: 'Solvers are functions of I, or of S, I and C, that return a value.',
    })
  }
  const batt = [...solvers, ...differs].find(({ mode }) => mode !== 'strict')
  if (batt !== undefined) {
    const advice = 'Cut a solver or differ out of it: megabatt cut --strict, or cutProgram.'
    throw new UserError('card-nothing', `${batt.name} is a batt and neither a solver nor a differ`, { advice })
  }
  if (!Number.isInteger(count) || count < 1 || count > solvers.length) {
    const advice = `The count is an integer from 1 to ${solvers.length}.`
    throw new UserError('card-option', `${count} of ${solvers.length} solvers cannot be drawn`, { advice })
  }
  if (!Number.isInteger(seed) || seed < 0 || seed > MAX_SEED)
    throw new UserError('card-option', `The seed ${seed} is not an integer from 0 to ${MAX_SEED}`)
  if (!(mutate >= 0 && mutate <= 1))
    throw new UserError('card-option', `The mutation rate ${mutate} is not a number from 0 to 1`)
}
