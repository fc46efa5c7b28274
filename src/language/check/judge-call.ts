// Decides whether a call can only fail, from the kinds of callee and arguments, and through known closures.

import type { Primitive } from '../../primitives/primitive.ts'
import { primitiveNamed } from '../names.ts'
import { ANY_KIND, FUNCTION, INTEGER, type Kinds, SET, TUPLE, callKindsOf, describeKinds } from './primitive-kinds.ts'
import type { Notation } from '../values/value-notation.ts'

/** Static knowledge about a value. */
export interface KnownValue {
  readonly kinds: Kinds
  /** The function, if known; the value is then always this function. */
  readonly fn?: KnownFunction
}

/** A primitive, or the closure that the combinator `primitive` returns for the arguments `bound`. */
export interface KnownFunction {
  readonly primitive: Primitive
  readonly bound?: readonly KnownValue[]
}

/** The judgement of a call. */
export type Judgement =
  /** The call fails for all values. */
  | { readonly fails: true; readonly reason: string; readonly advice?: string }
  /** The call returns such a value; unless `sure`, it can also fail. */
  | { readonly fails: false; readonly value: KnownValue; readonly sure: boolean }

/** A value of any kind. */
export const UNKNOWN: KnownValue = { kinds: ANY_KIND }

// Primitives that either call their function argument at least once or fail.
const CALLS_ITS_FUNCTION = new Set(['extract', 'valmax', 'valmin', 'argmax', 'argmin'])

// A closure that contains another one twice doubles the number of steps at each level.
const MAX_STEPS = 300
const MAX_DEPTH = 40

/** Judges a call; `name` is the name of the callee in messages. */
export function judgeCall(callee: KnownValue, args: readonly KnownValue[], name: string): Judgement {
  return new Judge().call(callee, args, name, 0)
}

/** Static knowledge about a constant. */
export function knownConstant(value: Notation, depth = 0): KnownValue {
  if (typeof value !== 'object') return { kinds: INTEGER }
  if ('t' in value || 'g' in value) return { kinds: TUPLE }
  if ('s' in value) return { kinds: SET }
  const primitive = primitiveNamed('f' in value ? value.f : value.call)
  if (primitive === undefined || depth > MAX_DEPTH) return { kinds: FUNCTION }
  if ('f' in value) return { kinds: FUNCTION, fn: { primitive } }
  const bound = value.args.map((arg) => knownConstant(arg, depth + 1))
  // `power(f, 1)` returns f itself.
  return value.call === 'power' ? { kinds: FUNCTION } : { kinds: FUNCTION, fn: { primitive, bound } }
}

class Judge {
  #steps = 0

  call(callee: KnownValue, args: readonly KnownValue[], name: string, depth: number): Judgement {
    if ((callee.kinds & FUNCTION) === 0) return fail(`${name} is ${describeKinds(callee.kinds)}, no function`)
    if (callee.fn === undefined || ++this.#steps > MAX_STEPS || depth > MAX_DEPTH) return succeed(UNKNOWN)
    const { primitive, bound } = callee.fn
    const arity = arityOf(callee)
    if (arity !== undefined && arity !== args.length) return fail(...describeArity(callee.fn, name, arity, args.length))
    return bound === undefined
      ? this.#callPrimitive(primitive, args, depth)
      : this.#callClosure(primitive.name, bound, args, depth + 1)
  }

  #callPrimitive(primitive: Primitive, args: readonly KnownValue[], depth: number): Judgement {
    const { name, parameters, sort } = primitive
    const known = callKindsOf(name)
    if (known === undefined) return succeed(UNKNOWN)
    for (const [k, { kinds }] of args.entries()) {
      const accepted = known.accepted[k]!
      if ((kinds & accepted) !== 0) continue
      const problem = `${parameters[k]!.name} is ${describeKinds(kinds)}, not ${describeKinds(accepted)}`
      return fail(`in ${name}, ${problem}`, signatureOf(primitive))
    }
    if (CALLS_ITS_FUNCTION.has(name)) {
      const inner = this.call(args[1]!, [UNKNOWN], `the function given to ${name}`, depth + 1)
      if (inner.fails) return inner
    }
    if (name === 'power') return succeed({ kinds: args[0]!.kinds | FUNCTION })
    if (sort !== 'combinator') return succeed({ kinds: known.given })
    // Creating a closure fails only if the bound function is not a function.
    const sure = args.every(({ kinds }, k) => (kinds & ~known.accepted[k]!) === 0)
    return { fails: false, value: { kinds: FUNCTION, fn: { primitive, bound: args } }, sure }
  }

  /** Judges the calls in the order of Python and of the evaluators. */
  #callClosure(maker: string, bound: readonly KnownValue[], args: readonly KnownValue[], depth: number): Judgement {
    const [first, second, third] = bound as [KnownValue, KnownValue, KnownValue]
    switch (maker) {
      case 'compose':
        return this.#callInTurn([second, first], args[0]!, depth)
      case 'chain':
        return this.#callInTurn([third, second, first], args[0]!, depth)
      case 'matcher': {
        const judged = this.#callInTurn([first], args[0]!, depth)
        return judged.fails ? judged : succeed({ kinds: INTEGER })
      }
      case 'fork': {
        const left = this.#callInTurn([second], args[0]!, depth)
        if (left.fails) return left
        const right = this.#callInTurn([third], args[0]!, depth)
        return right.fails ? right : this.call(first, [left.value, right.value], describeFunction(first), depth)
      }
      case 'rbind':
        return this.call(first, [...args, second], describeFunction(first), depth)
      case 'lbind':
        return this.call(first, [second, ...args], describeFunction(first), depth)
      default:
        return succeed(UNKNOWN)
    }
  }

  #callInTurn(functions: readonly KnownValue[], argument: KnownValue, depth: number): Judgement {
    let value = argument
    for (const fn of functions) {
      const judged = this.call(fn, [value], describeFunction(fn), depth)
      if (judged.fails) return judged
      value = judged.value
    }
    return succeed(value)
  }
}

function fail(reason: string, advice?: string): Judgement {
  return advice === undefined ? { fails: true, reason } : { fails: true, reason, advice }
}

function succeed(value: KnownValue): Judgement {
  return { fails: false, value, sure: false }
}

/** The arity of a function, if known. */
function arityOf({ fn }: KnownValue): number | undefined {
  const chain: KnownFunction[] = []
  for (let next = fn; next !== undefined; next = next.bound[0]!.fn) {
    chain.push(next)
    if (next.bound === undefined || !isBinder(next)) break
    if (chain.length > MAX_DEPTH) return undefined
  }
  const innermost = chain.at(-1)
  if (innermost === undefined || (innermost.bound !== undefined && isBinder(innermost))) return undefined
  let arity = innermost.bound === undefined ? innermost.primitive.parameters.length : 1
  // Arity after binding one argument: 2 becomes 1, 3 becomes 2, any other arity becomes 3.
  for (let k = 1; k < chain.length; k++) arity = arity === 2 ? 1 : arity === 3 ? 2 : 3
  return arity
}

function isBinder({ primitive }: KnownFunction): boolean {
  return primitive.name === 'rbind' || primitive.name === 'lbind'
}

function describeFunction({ fn }: KnownValue): string {
  if (fn === undefined) return 'what it calls'
  return fn.bound === undefined ? fn.primitive.name : `a function made by ${fn.primitive.name}`
}

function describeArity(fn: KnownFunction, name: string, arity: number, count: number): [string, string] {
  const reason = `${name} takes ${countOf(arity)}, not ${count}`
  if (fn.bound === undefined) return [reason, signatureOf(fn.primitive)]
  const { name: maker } = fn.primitive
  return isBinder(fn)
    ? [reason, `${maker} leaves one argument of two and two of three; of any other number it leaves three.`]
    : [reason, `What ${maker} makes takes one argument.`]
}

function countOf(arity: number): string {
  return arity === 1 ? '1 argument' : `${arity} arguments`
}

function signatureOf({ name, parameters }: Primitive): string {
  return `It is ${name}(${parameters.map((parameter) => `${parameter.name}: ${parameter.type}`).join(', ')}).`
}
