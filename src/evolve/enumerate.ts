// Short typed programs bottom-up, cheapest first: a value that behaves like an earlier one is not built upon.

import { BattStatements } from '../batts/batt-statements.ts'
import { FUNCTION, GRID, type ValueKinds, elementKinds, kindsOfResult } from '../batts/value-kinds.ts'
import type { Random } from '../data/random.ts'
import type { Task } from '../data/task.ts'
import type { Operand, Program } from '../language/program.ts'
import {
  type CountedWork,
  FAILURE_ERROR,
  type Judgement,
  NO_GRID_ERROR,
  type ProgramEvaluator,
  addCounts,
} from './evaluate.ts'
import { type FunctionValue, bindWord, isSuited, makeFunctions } from './functions.ts'
import { INPUT, programOf } from './program-parts.ts'
import type { TaskConstants } from './task-constants.ts'
import { type Word, type WordParameter, costIn, wordsOf } from './vocabulary.ts'

/** A program that was found, what it returns and how it behaves. */
export interface EnumeratedValue {
  readonly program: Program
  readonly kinds: ValueKinds
  readonly judgement: Judgement
}

/** The parameters of an enumeration. */
export interface EnumerationRequest {
  readonly tasks: readonly Task[]
  readonly dialect: Program['dialect']
  readonly constants: TaskConstants
  readonly random: Random
  /** Ends the enumeration; asked after each batch, with the values that are new. */
  readonly isEnough: (work: CountedWork, values: readonly EnumeratedValue[]) => boolean
  /** The most values that are kept and built upon. */
  readonly maxValues: number
}

interface BankValue {
  readonly operand: Operand
  readonly kinds: ValueKinds
}

interface Candidate {
  readonly operand: Operand
  readonly kinds: ValueKinds
}

const BATCH = 1024
/** No program costs more: with a primitive of cost 1 at least, it bounds the number of calls. */
const MAX_COST = 24
/** The cost of values that are bound as arguments of functions. */
const MAX_BOUND_COST = 4

/** Enumerates until the work is enough; the values come in the order of their costs. */
export async function enumerateValues(
  request: EnumerationRequest,
  evaluator: ProgramEvaluator,
): Promise<{ values: EnumeratedValue[]; work: CountedWork }> {
  const enumeration = new Enumeration(request)
  const work: CountedWork = { evaluations: 0, calls: 0 }
  for (let cost = 1; cost <= MAX_COST; cost++) {
    let batch: Candidate[] = []
    const flush = async (): Promise<boolean> => {
      if (batch.length === 0) return false
      const programs = batch.map(({ operand }) => programOf(enumeration.batt, operand))
      const result = await evaluator.evaluate({ tasks: request.tasks, programs })
      addCounts(work, result.work)
      const known = enumeration.values.length
      for (const [k, judgement] of result.judgements.entries())
        enumeration.take(batch[k]!, programs[k]!, judgement, cost)
      batch = []
      return request.isEnough(work, enumeration.values.slice(known)) || enumeration.values.length >= request.maxValues
    }
    for (const candidate of enumeration.candidatesAt(cost)) {
      batch.push(candidate)
      if (batch.length === BATCH && (await flush())) return { values: enumeration.values, work }
    }
    if (await flush()) break
    enumeration.endLevel(cost)
  }
  return { values: enumeration.values, work }
}

/** The state of an enumeration: the values found so far by cost, and the functions made of them. */
class Enumeration {
  readonly batt: BattStatements
  readonly values: EnumeratedValue[] = []
  readonly #request: EnumerationRequest
  readonly #words: readonly Word[]
  readonly #bank: BankValue[][] = [[{ operand: INPUT, kinds: GRID }]]
  readonly #level: BankValue[] = []
  readonly #functions: FunctionValue[][] = []
  readonly #behaviours = new Set<string>()
  readonly #made = new Set<number>()

  constructor(request: EnumerationRequest) {
    this.#request = request
    this.batt = new BattStatements(request.dialect)
    this.#words = wordsOf(request.dialect).filter(isEnumerable)
    for (const value of makeFunctions(this.batt, request.constants)) this.#addFunction(value)
  }

  /** Takes the behaviour of a candidate: one that behaves like an earlier one, or fails on a demo of each task, is dropped. */
  take({ operand, kinds }: Candidate, program: Program, judgement: Judgement, cost: number): void {
    if (this.values.length >= this.#request.maxValues) return
    if (!isDefined(judgement, this.#request.tasks) || this.#behaviours.has(judgement.behaviour)) return
    this.#behaviours.add(judgement.behaviour)
    const actual = narrow(kinds, judgement)
    this.values.push({ program, kinds: actual, judgement })
    this.#level.push({ operand, kinds: actual })
    if (cost <= MAX_BOUND_COST) this.#bind({ operand, kinds: actual }, cost)
  }

  /** Makes the values of a level arguments of the next levels. */
  endLevel(cost: number): void {
    this.#bank[cost] = this.#level.splice(0)
  }

  /** The calls of this cost, primitives in an order of the seed: a budget that ends within a level favours none. */
  *candidatesAt(cost: number): Iterable<Candidate> {
    for (const word of this.#request.random.shuffle(this.#words)) {
      for (const args of this.#argumentsOf(word, cost - costIn(word, this.#request.constants.sizeChange))) {
        if (args.every(({ operand }) => operand.kind === 'constant') && word.returns !== 'Grid') continue
        const operand = this.batt.call(
          word.operand,
          args.map((arg) => arg.operand),
        )
        if (this.#made.has(operand.index)) continue
        this.#made.add(operand.index)
        const kinds = kindsOfResult(
          word.operand.key,
          args.map((arg) => arg.kinds),
          this.batt.dialect,
        )
        yield { operand, kinds }
      }
    }
  }

  *#argumentsOf(word: Word, cost: number): Iterable<BankValue[]> {
    const order = argumentOrder(word)
    const args: BankValue[] = []
    const { parameters } = word
    const choose = function* (this: Enumeration, k: number, left: number): Iterable<BankValue[]> {
      const at = order[k]!
      const isLast = k === order.length - 1
      for (let own = isLast ? left : 0; own <= left; own++) {
        for (const choice of this.#choices(word, parameters[at]!, own, args[order[0]!])) {
          args[at] = choice
          if (isLast) yield args
          else yield* choose.call(this, k + 1, left - own)
        }
      }
    }
    if (cost >= 0) yield* choose.call(this, 0, cost)
  }

  /** Constants, values or functions of this cost for a parameter; a function takes the elements of the first argument. */
  *#choices(word: Word, parameter: WordParameter, cost: number, first: BankValue | undefined): Iterable<BankValue> {
    if (parameter.type === 'Callable') {
      const elements = elementKinds(first!.kinds)
      for (const value of this.#functions[cost] ?? [])
        if ((value.takes & elements) !== 0 && isSuited(word, parameter, value))
          yield { operand: value.operand, kinds: FUNCTION }
      return
    }
    for (const constant of this.#request.constants.of(parameter.type))
      if (constant.cost === cost) yield { operand: constant.operand, kinds: parameter.kinds }
    for (const value of this.#bank[cost] ?? []) if ((value.kinds & parameter.kinds) !== 0) yield value
  }

  #addFunction(value: FunctionValue): void {
    ;(this.#functions[value.cost] ??= []).push(value)
  }

  /** Functions with a value bound, such as `lbind(shift, x1)`. */
  #bind({ operand, kinds }: BankValue, cost: number): void {
    for (const word of this.#words) {
      if (word.sort !== 'first-order' || word.parameters.length !== 2 || word.costAsFunction > 1) continue
      for (const side of [0, 1] as const) {
        const { kinds: wanted, type } = word.parameters[side]!
        if (type !== 'Any' && (kinds & wanted) !== 0) this.#addFunction(bindWord(this.batt, word, side, operand, cost))
      }
    }
  }
}

/** Parameters in the order in which arguments are chosen: functions last, since they depend on a container. */
function argumentOrder({ parameters }: Word): number[] {
  const indexes = [...parameters.keys()]
  const isFunction = (k: number): boolean => parameters[k]!.type === 'Callable'
  return [...indexes.filter((k) => !isFunction(k)), ...indexes.filter(isFunction)]
}

/** Whether a primitive has at least one parameter and no more than one function and one container for it. */
function isEnumerable({ sort, parameters }: Word): boolean {
  if (parameters.length === 0) return false
  const functions = parameters.filter(({ type }) => type === 'Callable').length
  return sort === 'first-order'
    ? functions === 0
    : sort === 'higher-order' && functions === 1 && parameters.length === 2
}

/** Whether a program has outputs on all demos of a task. */
export function isDefined({ errors }: Judgement, tasks: readonly Task[]): boolean {
  let from = 0
  return tasks.some(({ train }) => {
    const own = errors.subarray(from, (from += train.length))
    return own.every((error) => error < FAILURE_ERROR)
  })
}

/** The kinds of a value that is known to be a grid, or to be none. */
function narrow(kinds: ValueKinds, { errors }: Judgement): ValueKinds {
  if (errors.every((error) => error < NO_GRID_ERROR)) return GRID
  const isGrid = errors.some((error) => error < NO_GRID_ERROR)
  return isGrid ? kinds : kinds & ~GRID || kinds
}
