// The reason for which a primitive fails on its arguments, in words, by the kind of the error.

import { isContainer, isSet, isTruthy, isTuple, itemAt, sizeOf } from '../../kernel/blocks.ts'
import {
  ARITHMETIC_RULE,
  CLOSURE_EQUALITY_RULE,
  COORDINATES_RULE,
  NESTING_RULE,
  SET_KEYS_RULE,
} from '../../kernel/errors.ts'
import type { Heap } from '../../kernel/heap.ts'
import { isIndex } from '../../kernel/tuples.ts'
import { INT_MAX, INT_MIN, type Word, isInt } from '../../kernel/words.ts'
import { formatCount } from '../../language/format-count.ts'
import { errorKind, errorRule } from '../../language/values/error-words.ts'
import { describeWord, plural } from './describe-word.ts'
import {
  type Argument,
  type FailedCall,
  comparesElements,
  describeArgument,
  describeArguments,
  describeCallMisfit,
  describeMisfit,
  findMisfit,
} from './failed-call.ts'
import type { ReplayLimits } from './replay-call.ts'

/** The reason of an error, and the argument at fault where there is one. */
export interface Reason {
  readonly text: string
  readonly argument?: Argument
}

/** The reason for which the call gives the error. */
export function explainPrimitive(call: FailedCall, error: Word, limits: ReplayLimits): Reason {
  const kind = errorKind(error)
  switch (kind) {
    case 'type':
      return errorRule(error) === 0 ? explainType(call) : explainRule(call, errorRule(error))
    case 'index':
      return explainIndex(call)
    case 'empty':
      return explainEmpty(call)
    case 'value':
      return explainValue(call)
    case 'overflow':
      return {
        text: `the result is beyond the range of integers, ${formatCount(INT_MIN)} to ${formatCount(INT_MAX)}; ${describeArguments(call)}`,
      }
    case 'budget':
      return explainBudget(call, limits)
    case 'room':
      return {
        text: `the statement needs more memory than its ${formatCount(limits.allowance)} words; ${describeArguments(call)}`,
      }
    case 'bounds':
      return { text: `a kernel reached beyond its memory (a bug of this engine); ${describeArguments(call)}` }
    case 'arity':
    case 'not-callable':
      // A kernel calls nothing.
      return describeAll(call)
    default:
      throw kind satisfies never
  }
}

function misfitReason(call: FailedCall): Reason | undefined {
  const argument = findMisfit(call)
  return argument === undefined ? undefined : { text: describeCallMisfit(call, argument), argument }
}

function explainType(call: FailedCall): Reason {
  return (
    explainResults(call) ??
    misfitReason(call) ??
    explainElements(call) ??
    explainEmptyArgument(call) ??
    describeAll(call)
  )
}

/** The last resort: all arguments. */
function describeAll(call: FailedCall): Reason {
  const fault = call.args.length === 1 ? 'the argument does not fit' : 'the arguments do not fit together'
  return { text: `${fault}: ${describeArguments(call)}` }
}

/** The results of the function that a higher-order primitive was given: they must be containers, or comparable. */
function explainResults({ h, primitive, results }: FailedCall): Reason | undefined {
  if (results === undefined || results.length === 0) return undefined
  const place = (k: number) => `result ${k + 1} of ${results.length} of the function is ${describeWord(h, results[k]!)}`
  if (/^(?:mp?apply|c_)/.test(primitive.name)) {
    const wrong = results.findIndex((word) => !isContainer(h, word))
    return wrong < 0 ? undefined : { text: `${place(wrong)}, expected a tuple or a set` }
  }
  const text = describeIncomparable(h, results, place)
  return text === undefined ? undefined : { text }
}

/** Two values of different sorts, which have no order. */
function describeIncomparable(h: Heap, words: readonly Word[], place: (k: number) => string): string | undefined {
  const sortOf = (w: Word) => (isInt(w) ? 'integer' : isTuple(h, w) ? 'tuple' : isSet(h, w) ? 'set' : 'none')
  const other = words.findIndex((word) => sortOf(word) !== sortOf(words[0]!) || sortOf(word) === 'none')
  if (other < 0) return undefined
  if (other === 0) return `${place(0)}, which cannot be compared`
  return `${place(other)}, which cannot be compared with ${describeWord(h, words[0]!)}, the first`
}

/** The elements of a container that fits its type: two that have no order, or one that is no container. */
function explainElements({ h, primitive, args, results }: FailedCall): Reason | undefined {
  const isComparing = comparesElements(primitive)
  for (const argument of args) {
    const size = sizeOf(h, argument.word)
    const words = Array.from({ length: Math.max(size, 0) }, (_, k) => itemAt(h, argument.word, k))
    const place = (k: number) => `element ${k + 1} of ${size} of ${argument.name} is ${describeWord(h, words[k]!)}`
    // A filter looks only into the elements that it selects.
    const wrong = words.findIndex(
      (word, k) => !isContainer(h, word) && (results?.[k] === undefined || isTruthy(h, results[k])),
    )
    const text = isComparing
      ? describeIncomparable(h, words, place)
      : wrong < 0 || argument.type === 'Any'
        ? undefined
        : `${place(wrong)}, expected a tuple or a set`
    if (text !== undefined) return { text, argument }
  }
  return undefined
}

const RULES: Readonly<Record<number, string>> = {
  [COORDINATES_RULE]: 'coordinates must be integers',
  [ARITHMETIC_RULE]: 'arithmetic takes integers and pairs of integers',
  [CLOSURE_EQUALITY_RULE]: 'functions that are built alike cannot be compared',
  [SET_KEYS_RULE]: '64 or more elements cannot be sorted by keys that are, or may hold, sets',
  [NESTING_RULE]: 'containers nested more than 64 levels deep cannot be compared',
}

/** Python may have a value where a rule of docs/deviations.md forbids one. */
function explainRule(call: FailedCall, rule: number): Reason {
  const text = `${describeArguments(call)}; ${RULES[rule] ?? 'the engine has no such value'} (deviation ${rule})`
  const argument = rule === COORDINATES_RULE || rule === ARITHMETIC_RULE ? findMisfit(call) : undefined
  return argument === undefined ? { text } : { text, argument }
}

// Types of a fixed length, of which no value is empty.
const FIXED = new Set(['IntegerTuple', 'IJ', 'Numerical', 'Cell'])

/** The first argument that is an empty container. */
function explainEmptyArgument({ h, args }: FailedCall): Reason | undefined {
  const argument = args.find(({ word }) => sizeOf(h, word) === 0)
  if (argument === undefined) return undefined
  if (FIXED.has(argument.type)) return { text: describeMisfit(h, argument), argument }
  const part = /Grid|Piece|Element/.test(argument.type) && isTuple(h, argument.word) ? 'row' : 'element'
  return { text: `${describeArgument(h, argument)}, expected at least one ${part}`, argument }
}

function explainEmpty(call: FailedCall): Reason {
  const { h, primitive, args, results } = call
  const empty = explainEmptyArgument(call)
  if (empty !== undefined) return empty
  const argument = args.find(({ word }) => sizeOf(h, word) > 0)
  if (argument === undefined) return describeAll(call)
  const { name, word } = argument
  if (results !== undefined) {
    const size = plural(sizeOf(h, word), 'element')
    return { text: `the condition is true for none of the ${size} of ${name}`, argument }
  }
  if (primitive.name === 'other')
    return { text: `no element of ${name} differs from value; ${describeArguments(call)}`, argument }
  const inner = findElement(h, word, (item) => sizeOf(h, item) === 0)
  if (inner < 0) return describeAll(call)
  const place = `element ${inner + 1} of ${sizeOf(h, word)} of ${name} is ${describeWord(h, itemAt(h, word, inner))}`
  return { text: `${place}, expected at least one element`, argument }
}

function findElement(h: Heap, container: Word, test: (item: Word) => boolean): number {
  const size = sizeOf(h, container)
  for (let k = 0; k < size; k++) if (test(itemAt(h, container, k))) return k
  return -1
}

const RANKS = new Set(['FL', 'F_', 'L_'])

function explainIndex(call: FailedCall): Reason {
  const { h, args } = call
  const rank = args.find(({ type, word }) => RANKS.has(type) && isInt(word))
  const container = args.find(({ word }) => sizeOf(h, word) >= 0)
  if (rank !== undefined && container !== undefined) {
    const text = `${rank.name} is ${rank.word}, but ${container.name} has ${plural(sizeOf(h, container.word), 'element')}`
    return { text, argument: rank }
  }
  const empty = explainEmptyArgument(call)
  if (empty !== undefined) return empty
  const misfit = misfitReason(call)
  if (misfit !== undefined) return explainRagged(h, misfit) ?? misfit
  const [grid, place] = args
  if (place === undefined || !isTuple(h, place.word)) return describeAll(call)
  const relation = isIndex(h, place.word) ? 'outside' : 'smaller than'
  const text = `${describeArgument(h, place)}, ${relation} ${grid!.name}, ${describeWord(h, grid!.word)}`
  return { text, argument: place }
}

/** A table whose rows have different lengths. */
function explainRagged(h: Heap, { text, argument }: Reason): Reason | undefined {
  if (argument === undefined || !isTuple(h, argument.word)) return undefined
  const size = sizeOf(h, argument.word)
  const lengths = Array.from({ length: size }, (_, k) => sizeOf(h, itemAt(h, argument.word, k)))
  const other = lengths.findIndex((length) => length !== lengths[0])
  if (lengths.some((length) => length < 0) || other < 0) return undefined
  return { text: `${text}; row 1 has length ${lengths[0]}, row ${other + 1} length ${lengths[other]}`, argument }
}

function explainValue(call: FailedCall): Reason {
  const { h, primitive, args } = call
  if (primitive.name === 'power')
    return { text: `${describeArgument(h, args[1]!)}, expected at least 1`, argument: args[1]! }
  const argument = args.findLast(({ word }) => word === 0 || findElement(h, word, (item) => item === 0) >= 0)
  if (argument === undefined) return describeAll(call)
  const own = describeArgument(h, argument)
  if (primitive.name === 'divide') return { text: `division by zero: ${own}`, argument }
  return { text: `${own}, expected a number other than 0`, argument }
}

function explainBudget(call: FailedCall, { budget }: ReplayLimits): Reason {
  const [, times] = call.args
  if (call.primitive.name === 'power' && times !== undefined)
    return { text: `${describeArgument(call.h, times)}, expected less than 990`, argument: times }
  return { text: `the statement needs more work than its budget of ${formatCount(budget)}; ${describeArguments(call)}` }
}
