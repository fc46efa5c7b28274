// Draws operands at random: constants of the tasks, the input, earlier calls, parts of other programs, and new calls.

import type { BattStatements } from '../batts/batt-statements.ts'
import { ANY, FUNCTION, GRID, type ValueKinds, elementKinds } from '../batts/value-kinds.ts'
import type { Random } from '../data/random.ts'
import { dialectOf, wellKnownOperand } from '../language/dialects.ts'
import type { Operand } from '../language/program.ts'
import { primitiveIn } from './functions.ts'
import type { Library } from './library.ts'
import { INPUT, addProgram } from './program-parts.ts'
import type { TaskConstants } from './task-constants.ts'
import { type Word, type WordParameter, wordsOf } from './vocabulary.ts'
import type { WordWheel } from './word-wheel.ts'

/** What a search draws from. */
export interface DrawSource {
  readonly constants: TaskConstants
  readonly library: Library
  readonly wheel: WordWheel
}

/** The most calls within each other that are drawn at once. */
const MAX_DEPTH = 3

/** Draws operands for one program under construction. */
export class Drawer {
  readonly batt: BattStatements
  readonly random: Random
  readonly #source: DrawSource

  constructor(batt: BattStatements, random: Random, source: DrawSource) {
    this.batt = batt
    this.random = random
    this.#source = source
  }

  get isTyped(): boolean {
    return this.#source.wheel.isTyped
  }

  /** An argument for a parameter; `elements` are the kinds that a function is called with. */
  drawArgument({ type, kinds, name }: WordParameter, depth = MAX_DEPTH, elements: ValueKinds = ANY): Operand {
    if (!this.isTyped) return this.#drawAny(depth)
    if (kinds === FUNCTION) return this.drawFunction(elements, name === 'condition', depth)
    const constants = this.#source.constants.of(type)
    const sorts: (() => Operand)[] = []
    if (constants.length > 0) {
      const draw = (): Operand => this.random.pick(constants).operand
      sorts.push(draw, draw)
    }
    if ((kinds & GRID) !== 0)
      sorts.push(
        () => INPUT,
        () => INPUT,
      )
    const own = [...this.batt.solving()].filter((operand) => this.#fits(operand, kinds))
    if (own.length > 0) sorts.push(() => this.random.pick(own))
    const parts = this.#source.library.of(kinds)
    if (parts.length > 0) {
      const draw = (): Operand => addProgram(this.batt, this.#pickEarly(parts).program)
      sorts.push(draw, draw)
    }
    if (depth > 0 || sorts.length === 0) sorts.push(() => this.drawCall(kinds, depth - 1) ?? INPUT)
    return this.random.pick(sorts)()
  }

  /** A new call that returns one of these kinds; undefined if no primitive does. */
  drawCall(kinds: ValueKinds, depth = MAX_DEPTH): Operand | undefined {
    const word = this.#source.wheel.drawReturning(kinds, this.random)
    return word === undefined ? undefined : this.callWord(word, depth)
  }

  /** A new call with an operand as one of its arguments that returns one of these kinds; undefined if no primitive does. */
  drawAround(operand: Operand, wanted: ValueKinds): Operand | undefined {
    const drawn = this.#source.wheel.drawWrapping(this.batt.kindsOf(operand), wanted, this.random)
    return drawn === undefined ? undefined : this.callWord(drawn.word, 1, new Map([[drawn.parameter, operand]]))
  }

  /** A call of a word; the arguments that are given are kept, the others drawn. */
  callWord(word: Word, depth = MAX_DEPTH, given: ReadonlyMap<number, Operand> = new Map()): Operand {
    const args: Operand[] = []
    const draw = (k: number): void => {
      const elements = args.find((arg, other) => other !== k && arg !== undefined && !this.#isFunction(arg))
      const kinds = elements === undefined ? ANY : elementKinds(this.batt.kindsOf(elements))
      args[k] = given.get(k) ?? this.drawArgument(word.parameters[k]!, depth, kinds)
    }
    const isCallable = (k: number): boolean => word.parameters[k]!.type === 'Callable'
    const indexes = [...word.parameters.keys()]
    // Functions last: they are drawn for the elements of a container.
    for (const k of indexes) if (!isCallable(k)) draw(k)
    for (const k of indexes) if (isCallable(k)) draw(k)
    return this.batt.call(word.operand, args)
  }

  /** A function of one argument of these kinds: a primitive, a test, a bound or a composed one. */
  drawFunction(takes: ValueKinds, isTest: boolean, depth = MAX_DEPTH): Operand {
    const words = wordsOf(this.batt.dialect).filter(({ sort }) => sort === 'first-order')
    const fits = ({ kinds }: WordParameter): boolean => (kinds & takes) !== 0
    const unary = words.filter(
      ({ parameters, returns }) =>
        parameters.length === 1 && fits(parameters[0]!) && (!isTest || returns === 'Boolean'),
    )
    const binary = words.filter(
      ({ parameters, returns }) =>
        parameters.length === 2 && parameters.some(fits) && (!isTest || returns === 'Boolean'),
    )
    const measures = words.filter(
      ({ parameters, returns }) => parameters.length === 1 && fits(parameters[0]!) && returns === 'Integer',
    )
    const sorts: (() => Operand)[] = []
    if (unary.length > 0) sorts.push(() => this.random.pick(unary).operand)
    if (binary.length > 0) sorts.push(() => this.#drawBound(this.random.pick(binary), fits, depth - 1))
    if (isTest && measures.length > 0) sorts.push(() => this.#drawTest(this.random.pick(measures)))
    if (!isTest && depth > 0 && unary.length > 0)
      sorts.push(() => {
        const inner = this.random.pick(unary)
        const outer = this.drawFunction(inner.gives, false, 0)
        return this.batt.call(primitiveIn(this.batt, 'compose'), [outer, inner.operand])
      })
    return sorts.length === 0 ? this.random.pick(words).operand : this.random.pick(sorts)()
  }

  #drawBound(word: Word, fits: (parameter: WordParameter) => boolean, depth: number): Operand {
    const side = fits(word.parameters[1]!) && (!fits(word.parameters[0]!) || this.random.oneIn(2)) ? 0 : 1
    const fixed = this.drawArgument(word.parameters[side]!, Math.max(0, depth))
    return this.batt.call(primitiveIn(this.batt, side === 0 ? 'lbind' : 'rbind'), [word.operand, fixed])
  }

  #drawTest(word: Word): Operand {
    const constants = this.#source.constants.of(word.name.includes('color') ? 'C_' : 'Integer')
    const test = this.batt.call(primitiveIn(this.batt, 'matcher'), [word.operand, this.random.pick(constants).operand])
    return this.random.oneIn(3)
      ? this.batt.call(primitiveIn(this.batt, 'compose'), [primitiveIn(this.batt, 'flip'), test])
      : test
  }

  /** Anything: the input, a call, a constant or a primitive of the dialect. */
  #drawAny(depth: number): Operand {
    const dialect = dialectOf(this.batt.dialect)
    const own = [...this.batt.solving()]
    const sorts: (() => Operand)[] = [
      () => INPUT,
      () => wellKnownOperand(dialect, this.random.pick([...dialect.constants.keys()]))!,
      () => this.random.pick(wordsOf(this.batt.dialect)).operand,
    ]
    if (own.length > 0) sorts.push(() => this.random.pick(own))
    if (depth > 0) sorts.push(() => this.drawCall(ANY, depth - 1) ?? INPUT)
    return this.random.pick(sorts)()
  }

  /** Parts come in the order of their costs; early ones are drawn more often. */
  #pickEarly<T>(items: readonly T[]): T {
    const bound = 1 + this.random.below(items.length)
    return items[this.random.below(bound)]!
  }

  #fits(operand: Operand, kinds: ValueKinds): boolean {
    const own = this.batt.kindsOf(operand)
    return own !== ANY && (own & kinds) !== 0
  }

  #isFunction(operand: Operand): boolean {
    return this.batt.kindsOf(operand) === FUNCTION
  }
}
