// Whether a call can only fail, judged by the kinds of what is called and given, and through closures whose making is known.

import type { Primitive } from '../../primitives/primitive.ts'
import { primitiveNamed } from '../names.ts'
import { ANY_KIND, FUNCTION, INTEGER, type Kinds, SET, TUPLE, callKindsOf, describeKinds } from './primitive-kinds.ts'
import type { Notation } from '../values/value-notation.ts'

/** What is known of a value before anything is run. */
export interface KnownValue {
  readonly kinds: Kinds
  /** Which function it is, where that is known; then it is nothing else. */
  readonly fn?: KnownFunction
}

/** A primitive, or what the combinator `primitive` has made of `bound`. */
export interface KnownFunction {
  readonly primitive: Primitive
  readonly bound?: readonly KnownValue[]
}

/** What is to be said of a call. */
export type Judgement =
  /** It fails, whatever the values are. */
  | { readonly fails: true; readonly reason: string; readonly advice?: string }
  /** It gives such a value; unless it is `sure`, it may also fail. */
  | { readonly fails: false; readonly value: KnownValue; readonly sure: boolean }

/** Nothing is known of it. */
export const UNKNOWN: KnownValue = { kinds: ANY_KIND }

// These call the function that they are given at least once, or fail.
const CALLS_ITS_FUNCTION = new Set(['extract', 'valmax', 'valmin', 'argmax', 'argmin'])

// Closures that hold each other twice are taken apart twice as often on every level.
const MAX_STEPS = 300
const MAX_DEPTH = 40

/** Judges the call of something; `name` is what the program calls it. */
export function judgeCall(callee: KnownValue, args: readonly KnownValue[], name: string): Judgement {
  return new Judge().call(callee, args, name, 0)
}

/** What is known of a constant. */
export function knownConstant(value: Notation, depth = 0): KnownValue {
  if (typeof value !== 'object') return { kinds: INTEGER }
  if ('t' in value || 'g' in value) return { kinds: TUPLE }
  if ('s' in value) return { kinds: SET }
  const primitive = primitiveNamed('f' in value ? value.f : value.call)
  if (primitive === undefined || depth > MAX_DEPTH) return { kinds: FUNCTION }
  if ('f' in value) return { kinds: FUNCTION, fn: { primitive } }
  const bound = value.args.map((arg) => knownConstant(arg, depth + 1))
  // Applied once, a function is itself.
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
    // Nothing can go wrong in making a closure, but that what is bound is no function.
    const sure = args.every(({ kinds }, k) => (kinds & ~known.accepted[k]!) === 0)
    return { fails: false, value: { kinds: FUNCTION, fn: { primitive, bound: args } }, sure }
  }

  /** In Python's order, which is that of the evaluators. */
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

/** How many arguments a function takes, where that is known. */
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
  // Binding leaves one argument of two and two of three; of any other number it leaves three.
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
