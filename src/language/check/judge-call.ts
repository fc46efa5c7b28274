// Judges whether a call can only fail, by the kinds of the callee and of the arguments, and through closures whose parts are
// known.

import { arityAfterBinding } from '../../kernel/closures.ts'
import { combinatorNamed } from '../../kernel/combinator-table.ts'
import type { Declaration, DialectId, Primitive } from '../../primitives/primitive.ts'
import { primitiveOfKey } from '../names.ts'
import {
  ANY_KIND,
  FUNCTION,
  INTEGER,
  NONE,
  type Kinds,
  SET,
  TUPLE,
  callKindsOf,
  describeKinds,
} from './primitive-kinds.ts'
import type { Notation } from '../values/value-notation.ts'

/** Static knowledge of a value. */
export interface KnownValue {
  readonly kinds: Kinds
  /** The function, if it is known; then the value is nothing else. */
  readonly fn?: KnownFunction
}

/** A primitive, or the closure that the combinator `primitive` makes of `bound`. */
export interface KnownFunction {
  readonly primitive: Primitive
  readonly bound?: readonly KnownValue[]
}

/** The judgement of a call. */
export type Judgement =
  /** The call fails, whatever the values are. */
  | { readonly fails: true; readonly reason: string; readonly advice?: string }
  /** The call returns such a value; unless it is `sure`, it may also fail. */
  | { readonly fails: false; readonly value: KnownValue; readonly sure: boolean }

/** A value of which nothing is known. */
export const UNKNOWN: KnownValue = { kinds: ANY_KIND }

// These primitives, by their keys, call their function at least once, or fail.
const CALLS_ITS_FUNCTION = new Set(
  (
    'extract valmax valmax_t valmax_f valmin valmin_t valmin_f argmax argmax_t argmax_f argmin argmin_t argmin_f ' +
    'get_val_rank get_val_rank_t get_val_rank_f'
  ).split(' '),
)

// Closures that hold each other twice double the steps on every level.
const MAX_STEPS = 300
const MAX_DEPTH = 40

/** Judges a call in a program of a dialect; `name` is the program's name for the callee. */
export function judgeCall(
  callee: KnownValue,
  args: readonly KnownValue[],
  name: string,
  dialect: DialectId = 'a',
): Judgement {
  return new Judge(dialect).call(callee, args, name, 0)
}

/** Static knowledge of a constant. */
export function knownConstant(value: Notation, depth = 0): KnownValue {
  if (value === null) return { kinds: NONE }
  if (typeof value !== 'object') return { kinds: INTEGER }
  if ('t' in value || 'g' in value) return { kinds: TUPLE }
  if ('s' in value) return { kinds: SET }
  const primitive = primitiveOfKey('f' in value ? value.f : value.call)
  if (primitive === undefined || depth > MAX_DEPTH) return { kinds: FUNCTION }
  if ('f' in value) return { kinds: FUNCTION, fn: { primitive } }
  const bound = value.args.map((arg) => knownConstant(arg, depth + 1))
  // Applied once, a function is itself.
  return value.call === 'power' ? { kinds: FUNCTION } : { kinds: FUNCTION, fn: { primitive, bound } }
}

class Judge {
  readonly #dialect: DialectId
  #steps = 0

  constructor(dialect: DialectId) {
    this.#dialect = dialect
  }

  call(callee: KnownValue, args: readonly KnownValue[], name: string, depth: number): Judgement {
    if ((callee.kinds & FUNCTION) === 0) return fail(`${name} is ${describeKinds(callee.kinds)}, not a function`)
    if (callee.fn === undefined || ++this.#steps > MAX_STEPS || depth > MAX_DEPTH) return succeed(UNKNOWN)
    const { primitive, bound } = callee.fn
    const arity = arityOf(callee)
    const isShort = bound === undefined && primitive.parameters.at(-1)?.isOptional === true && args.length + 1 === arity
    if (arity !== undefined && arity !== args.length && !isShort)
      return fail(...describeArity(callee.fn, name, arity, args.length, this.#declarationOf(primitive)))
    return bound === undefined
      ? this.#callPrimitive(primitive, args, depth)
      : this.#callClosure(primitive.name, bound, args, depth + 1)
  }

  #callPrimitive(primitive: Primitive, args: readonly KnownValue[], depth: number): Judgement {
    const { key, sort } = primitive
    const { name, parameters } = this.#declarationOf(primitive)
    const known = callKindsOf(key, this.#dialect)
    if (known === undefined) return succeed(UNKNOWN)
    for (const [k, { kinds }] of args.entries()) {
      const accepted = known.accepted[k]!
      if ((kinds & accepted) !== 0) continue
      const problem = `${parameters[k]!.name} is ${describeKinds(kinds)}, not ${describeKinds(accepted)}`
      return fail(`in ${name}, ${problem}`, signatureOf(this.#declarationOf(primitive)))
    }
    // In place of a key function, None may be given.
    if (CALLS_ITS_FUNCTION.has(key) && (args[1]!.kinds & known.accepted[1]! & NONE) === 0) {
      const inner = this.call(args[1]!, [UNKNOWN], `the function given to ${name}`, depth + 1)
      if (inner.fails) return inner
    }
    if (name === 'power') return succeed({ kinds: args[0]!.kinds | FUNCTION })
    if (sort !== 'combinator') return succeed({ kinds: known.given })
    // Making a closure fails only if the bound value is no function.
    const sure = args.every(({ kinds }, k) => (kinds & ~known.accepted[k]!) === 0)
    return { fails: false, value: { kinds: FUNCTION, fn: { primitive, bound: args } }, sure }
  }

  #declarationOf(primitive: Primitive): Declaration {
    return primitive.declarations[this.#dialect] ?? primitive
  }

  /** Follows the stages of the table, in the order of the evaluators. */
  #callClosure(maker: string, bound: readonly KnownValue[], args: readonly KnownValue[], depth: number): Judgement {
    const combinator = combinatorNamed(maker)
    const call = (fn: KnownValue, given: readonly KnownValue[]) => this.call(fn, given, describeFunction(fn), depth)
    switch (combinator?.form) {
      case 'binding':
        return call(bound[0]!, combinator.side === 'before' ? [bound[1]!, ...args] : [...args, bound[1]!])
      case 'stages': {
        const argument = args[0]!
        let [previous, saved] = [argument, UNKNOWN]
        for (const { run, operands, isSaved } of combinator.stages) {
          const given = operands.map((operand) =>
            typeof operand === 'number' ? bound[operand]! : { argument, previous, saved }[operand],
          )
          const judged = run === 'equality' ? succeed({ kinds: INTEGER }) : call(bound[run]!, given)
          if (judged.fails) return judged
          previous = judged.value
          if (isSaved === true) saved = previous
        }
        return succeed(previous)
      }
      case 'constant':
      case 'repetition':
      case undefined:
        return succeed(UNKNOWN)
      default:
        throw combinator satisfies never
    }
  }
}

function fail(reason: string, advice?: string): Judgement {
  return advice === undefined ? { fails: true, reason } : { fails: true, reason, advice }
}

function succeed(value: KnownValue): Judgement {
  return { fails: false, value, sure: false }
}

/** The number of arguments that a function takes, if it is known. */
function arityOf({ fn }: KnownValue): number | undefined {
  const chain: KnownFunction[] = []
  for (let next = fn; next !== undefined; next = next.bound[0]!.fn) {
    chain.push(next)
    if (next.bound === undefined || !isBinder(next)) break
    if (chain.length > MAX_DEPTH) return undefined
  }
  const innermost = chain.at(-1)
  if (innermost === undefined || (innermost.bound !== undefined && isBinder(innermost))) return undefined
  const arity = innermost.bound === undefined ? innermost.primitive.parameters.length : 1
  return arityAfterBinding(arity, chain.length - 1)
}

function isBinder({ primitive }: KnownFunction): boolean {
  return combinatorNamed(primitive.name)?.form === 'binding'
}

function describeFunction({ fn }: KnownValue): string {
  if (fn === undefined) return 'what it calls'
  return fn.bound === undefined ? fn.primitive.name : `a function made by ${fn.primitive.name}`
}

function describeArity(
  fn: KnownFunction,
  name: string,
  arity: number,
  count: number,
  declaration: Declaration,
): [string, string] {
  const reason = `${name} takes ${countOf(arity)}, not ${count}`
  if (fn.bound === undefined) return [reason, signatureOf(declaration)]
  const { name: maker } = fn.primitive
  return isBinder(fn)
    ? [reason, `${maker} leaves one argument of two and two of three; of any other number it leaves three.`]
    : [reason, `The function made by ${maker} takes one argument.`]
}

function countOf(arity: number): string {
  return arity === 1 ? '1 argument' : `${arity} arguments`
}

function signatureOf({ name, parameters }: Declaration): string {
  const spelled = parameters.map(
    ({ name: own, type, isOptional }) => `${own}${isOptional === true ? '?' : ''}: ${type}`,
  )
  return `It is ${name}(${spelled.join(', ')}).`
}
