// The table of combinators: the meaning of calling a closure, as data. The CPU's code is generated from it
// (translate/print-closure-calls.ts), so is that of a device (translate/print-closure-stages.ts); the host's
// coroutines, the profiler and the checker interpret it.

import { CHAIN, COMPOSE, FORK, LBIND, MATCHER, POWER, RBIND, SAFE } from './closures.ts'
import { EMPTY_TUPLE } from './heap.ts'
import type { Word } from './words.ts'

/**
 * An operand of a stage: the one argument of the call, the result of the stage before (in the first stage, the argument), the
 * saved result of an earlier stage, or, as a number k, argument k of the call that made the closure.
 */
export type Operand = 'argument' | 'previous' | 'saved' | number

/** One stage of a call. An error ends the call with that error. */
export interface Stage {
  /** Argument k of the closure is called, or the kernel `equality` is run. */
  readonly run: number | 'equality'
  readonly operands: readonly Operand[]
  /** The result becomes `saved` for all later stages; a combinator has at most one such stage. */
  readonly isSaved?: true
}

/** The meaning of calling a closure. */
export type ClosureCall =
  /** Accepts any number of arguments and returns a constant. */
  | { readonly arity: 'any'; readonly form: 'constant'; readonly value: Word }
  /** Calls argument 0 with all arguments and the bound word, argument 1, before or behind them. */
  | { readonly arity: 'after binding'; readonly form: 'binding'; readonly side: 'before' | 'behind' }
  /** Runs the stages in order; the last result is the result. */
  | { readonly arity: 'one'; readonly form: 'stages'; readonly stages: readonly Stage[] }
  /** Calls argument 0 on the argument, then on each result; argument 1 is the number of calls. */
  | { readonly arity: 'one'; readonly form: 'repetition' }

/** A combinator: its name, in capitals also that of its constant in closures.ts, its number in closures, and the call. */
export type Combinator = ClosureCall & { readonly name: string; readonly maker: number }

/** All combinators, the most frequent ones first: generated code compares makers in this order. */
export const combinatorTable: readonly Combinator[] = [
  { name: 'safe', maker: SAFE, arity: 'any', form: 'constant', value: EMPTY_TUPLE },
  {
    name: 'compose',
    maker: COMPOSE,
    arity: 'one',
    form: 'stages',
    stages: [
      { run: 1, operands: ['argument'] },
      { run: 0, operands: ['previous'] },
    ],
  },
  { name: 'rbind', maker: RBIND, arity: 'after binding', form: 'binding', side: 'behind' },
  { name: 'lbind', maker: LBIND, arity: 'after binding', form: 'binding', side: 'before' },
  {
    name: 'fork',
    maker: FORK,
    arity: 'one',
    form: 'stages',
    stages: [
      { run: 1, operands: ['argument'], isSaved: true },
      { run: 2, operands: ['argument'] },
      { run: 0, operands: ['saved', 'previous'] },
    ],
  },
  {
    name: 'chain',
    maker: CHAIN,
    arity: 'one',
    form: 'stages',
    stages: [
      { run: 2, operands: ['argument'] },
      { run: 1, operands: ['previous'] },
      { run: 0, operands: ['previous'] },
    ],
  },
  {
    name: 'matcher',
    maker: MATCHER,
    arity: 'one',
    form: 'stages',
    stages: [
      { run: 0, operands: ['argument'] },
      { run: 'equality', operands: ['previous', 1] },
    ],
  },
  { name: 'power', maker: POWER, arity: 'one', form: 'repetition' },
]

const byMaker = new Map(combinatorTable.map((combinator) => [combinator.maker, combinator]))
const byName = new Map(combinatorTable.map((combinator) => [combinator.name, combinator]))

/** The combinator that made a closure; undefined for a number that no combinator has. */
export function combinatorOf(maker: number): Combinator | undefined {
  return byMaker.get(maker)
}

/** The combinator of that name; undefined if there is none. */
export function combinatorNamed(name: string): Combinator | undefined {
  return byName.get(name)
}
