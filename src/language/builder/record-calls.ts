// Call recorder: converts JavaScript arguments to operands and returns handles for the results of calls.

import { INT_MAX, INT_MIN } from '../../kernel/words.ts'
import { type ErrorDetails, LimitError, UserError } from '../errors.ts'
import { dialectOf, wellKnownOperand } from '../dialects.ts'
import { nameOfKey, primitiveOfKey } from '../names.ts'
import type { InputName, Operand, Statement } from '../program.ts'
import { MAX_STATEMENTS } from '../python/read-python.ts'
import type { Any } from './recorded-values.ts'
import type { Notation } from '../values/value-notation.ts'

const A = dialectOf('a')

interface Handle {
  readonly operand: Operand
  /** Undefined for primitives and constants, which belong to no program. */
  readonly owner: CallRecorder | undefined
}

// The operand of a handle is kept outside the handle, so a caller cannot forge one.
const handles = new WeakMap<object, Handle>()

const valuePrototype = Object.create(Function.prototype, {
  [Symbol.toPrimitive]: { value: () => refuseUse('computed with') },
  [Symbol.iterator]: { value: () => refuseUse('taken apart') },
}) as object

function refuseUse(how: string): never {
  throw new UserError(
    'builder-value',
    `A value of a program that is being built cannot be ${how}: it has no value yet`,
    {
      advice: 'Use primitives: add(x, 1) for x + 1, first(x) for x[0], branch(x, a, b) for x ? a : b.',
    },
  )
}

/** Creates a handle for an operand; calling the handle invokes `call`. */
export function newHandle(
  operand: Operand,
  owner: CallRecorder | undefined,
  call: (args: readonly unknown[]) => unknown,
): Any {
  const value = (...args: readonly unknown[]): unknown => call(args)
  Object.setPrototypeOf(value, valuePrototype)
  handles.set(value, { operand, owner })
  return value as unknown as Any
}

const MAX_DEPTH = 100
const MAX_PARTS = 1 << 22

/** The calls of one program, in order. */
export class CallRecorder {
  readonly statements: Statement[] = []
  readonly #program: string
  #isFinished = false
  #partsLeft = MAX_PARTS

  constructor(program: string) {
    this.#program = program
  }

  /** Adds a call and returns a handle for its result. */
  record(callee: Operand, args: readonly unknown[]): Any {
    if (this.#isFinished) {
      throw new UserError(
        'builder-finished',
        'A call is added to a program that is finished',
        this.#details('Make a new program.'),
      )
    }
    const what = callee.kind === 'primitive' ? nameOfKey(callee.key) : 'a function'
    if (callee.kind === 'primitive') this.#checkCount(callee.key, args.length)
    const operands = args.map((arg, k) => this.#toOperand(arg, `argument ${k + 1} of ${what}`, 0))
    return this.#newValue(this.#add(callee, operands))
  }

  /** Returns the operand of the program result and ends the recording. */
  finish(value: unknown): Operand {
    const result = this.#toOperand(value, 'the result', 0)
    this.#isFinished = true
    return result
  }

  /** Creates a handle for an input. */
  newInput(name: InputName): Any {
    return this.#newValue({ kind: 'input', name })
  }

  #newValue(operand: Operand): Any {
    return newHandle(operand, this, (args) => this.record(operand, args))
  }

  #add(callee: Operand, args: readonly Operand[]): Operand {
    const index = this.statements.length
    if (index >= MAX_STATEMENTS) {
      const message = `${this.#program} has more than ${MAX_STATEMENTS} statements`
      throw new LimitError('builder-too-long', message, this.#details('Does a loop not end? Split the program.'))
    }
    // There is no source file, so the line is the statement number.
    this.statements.push({ name: `x${index + 1}`, callee, args, place: { line: index + 1, column: 1 } })
    return { kind: 'statement', index }
  }

  #checkCount(key: string, count: number): void {
    const { name, parameters } = primitiveOfKey(key)!
    if (parameters.length === count) return
    const advice = `Its parameters are: ${parameters.map((parameter) => parameter.name).join(', ')}.`
    throw new UserError(
      'builder-arity',
      `${name} takes ${parameters.length} arguments, not ${count}`,
      this.#details(advice),
    )
  }

  #toOperand(value: unknown, what: string, depth: number): Operand {
    if (typeof value === 'boolean') return { kind: 'constant', value }
    if (typeof value === 'number') return { kind: 'constant', value: this.#toInteger(value, what) }
    const handle = typeof value === 'function' ? handles.get(value) : undefined
    if (handle !== undefined) {
      if (handle.owner === undefined || handle.owner === this) return handle.operand
      const advice = 'Make both in one program; a value is known only to the program that made it.'
      throw new UserError('builder-foreign', `The value given as ${what} is of another program`, this.#details(advice))
    }
    if (depth > MAX_DEPTH || --this.#partsLeft < 0) {
      throw new UserError(
        'builder-value',
        `The value given as ${what} is nested too deep or too large`,
        this.#details('Does it hold itself?'),
      )
    }
    if (Array.isArray(value)) return this.#toTuple(value, what, depth)
    if (value instanceof Set) return this.#toSet(value, what, depth)
    throw new UserError(
      'builder-value',
      `The value given as ${what} is not a value: ${describe(value)}`,
      this.#details(adviceFor(value)),
    )
  }

  #toInteger(value: number, what: string): number {
    if (Number.isInteger(value) && value >= INT_MIN && value <= INT_MAX) return value === 0 ? 0 : value
    const advice = `Integers go from ${INT_MIN} to ${INT_MAX}.`
    throw new UserError(
      'builder-value',
      `The number given as ${what} is not an integer of 31 bits: ${value}`,
      this.#details(advice),
    )
  }

  /** A tuple of constants is a constant; any other tuple is built by calls, as in the Python reader. */
  #toTuple(items: readonly unknown[], what: string, depth: number): Operand {
    const operands = Array.from(items, (item) => this.#toOperand(item, `a part of ${what}`, depth + 1))
    const values = operands.map(notationOf)
    if (values.every((value) => value !== undefined)) return { kind: 'constant', value: { t: values } }
    return this.#callTuple(operands)
  }

  #callTuple(items: readonly Operand[]): Operand {
    const call = (name: string, ...args: readonly Operand[]) => this.#add(wellKnownOperand(A, name)!, args)
    if (items.length === 1) return call('repeat', items[0]!, wellKnownOperand(A, 'ONE')!)
    if (items.length === 2) return call('astuple', ...items)
    const half = items.length > 3 ? items.length >> 1 : 2
    return call('combine', this.#callTuple(items.slice(0, half)), this.#callTuple(items.slice(half)))
  }

  #toSet(items: ReadonlySet<unknown>, what: string, depth: number): Operand {
    const values = Array.from(items, (item) => notationOf(this.#toOperand(item, `a part of ${what}`, depth + 1)))
    if (values.every((value) => value !== undefined)) return { kind: 'constant', value: { s: values } }
    const advice = 'Make the set with initset, insert and combine.'
    throw new UserError(
      'builder-value',
      `The Set given as ${what} has an element that is not a constant`,
      this.#details(advice),
    )
  }

  #details(advice: string): ErrorDetails {
    return { advice, place: { program: this.#program, statement: this.statements.length + 1 } }
  }
}

function notationOf(operand: Operand): Notation | undefined {
  if (operand.kind === 'constant') return operand.value
  return operand.kind === 'primitive' ? { f: operand.key } : undefined
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`
  if (typeof value === 'function') return 'a JavaScript function'
  if (value instanceof Promise) return 'a Promise'
  return value === null || value === undefined ? String(value) : `of the type ${typeof value}`
}

function adviceFor(value: unknown): string {
  if (typeof value === 'function') return 'Make functions with compose, rbind, lbind, fork, …, or pass a primitive.'
  if (typeof value === 'string') return 'Primitives are passed as they are, without quotes: argmax(x, size).'
  if (value instanceof Promise) return 'Programs are recorded at once; the function must not be async.'
  return 'A value is an integer, a boolean, an array, a Set, a primitive, or the result of a call. Is a return missing?'
}
