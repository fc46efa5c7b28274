// The failed call as the reasons read it: the primitive, its declared parameters, and the words of its arguments.

import { completeArguments, primitiveOf } from '../../backends/function-values.ts'
import type { Heap } from '../../kernel/heap.ts'
import { NONE, type Word } from '../../kernel/words.ts'
import {
  callKindsOf,
  FUNCTION,
  INTEGER,
  NONE as NONE_KIND,
  type Kinds,
  SET,
  TUPLE,
} from '../../language/check/primitive-kinds.ts'
import { type DialectId, parametersOf } from '../../language/dialects.ts'
import { isCallable, isSet, isTuple } from '../../kernel/blocks.ts'
import { isInt } from '../../kernel/words.ts'
import type { Parameter, Primitive } from '../../primitives/primitive.ts'
import { declaredType } from './declared-types.ts'
import { describeWord } from './describe-word.ts'

/** An argument with its declaration. */
export interface Argument extends Parameter {
  readonly word: Word
}

/** A call of a primitive with the right number of arguments. */
export interface FailedCall {
  readonly h: Heap
  readonly primitive: Primitive
  readonly args: readonly Argument[]
  /** The results of the calls that a higher-order primitive made, if it failed after them. */
  readonly results: readonly Word[] | undefined
}

/** The call of a primitive; undefined for any other function and for a wrong number of arguments. */
export function readFailedCall(
  h: Heap,
  fn: Word,
  words: readonly Word[],
  results: readonly Word[] | undefined,
  dialect: DialectId,
): FailedCall | undefined {
  const primitive = primitiveOf(h, fn)
  const given = primitive === undefined ? undefined : completeArguments(primitive, words, NONE)
  if (primitive === undefined || given === undefined) return undefined
  const parameters = parametersOf(primitive.key, dialect)
  const args = given.map((word, k) => ({ ...(parameters[k] ?? primitive.parameters[k]!), word }))
  return { h, primitive, args, results }
}

/**
 * The argument that does not fit its parameter: first of a kind with which no call succeeds, then of another kind than the
 * declared type, then of another form. Primitives accept values beyond their declared types, so that order matters.
 */
export function findMisfit(call: FailedCall): Argument | undefined {
  const { h, primitive, args } = call
  const accepted = acceptedKinds(call)
  return (
    args.find(({ word }, k) => ((accepted?.[k] ?? ALL_KINDS) & kindsOf(h, word)) === 0) ??
    args.find(
      (arg) => !isLeftOut(primitive, arg) && (kindsOf(h, arg.word) & (declaredType(arg.type)?.kinds ?? -1)) === 0,
    ) ??
    args.find((arg) => !isLeftOut(primitive, arg) && declaredType(arg.type)?.fits(h, arg.word) === false)
  )
}

const ALL_KINDS: Kinds = -1

/** The kinds of each argument with which a call can succeed, where they are known. */
function acceptedKinds({ h, primitive }: FailedCall): readonly Kinds[] | undefined {
  return h.hasTriples ? undefined : callKindsOf(primitive.key)?.accepted
}

const COMPARING = new Set([
  'maximum',
  'minimum',
  'order',
  'argmax',
  'argmin',
  'valmax',
  'valmin',
  'get_rank',
  'get_arg_rank',
  'get_val_rank',
  'get_nth_by_key',
])

/** Whether the primitive compares the elements of its container, or their keys. */
export function comparesElements({ name }: Primitive): boolean {
  return COMPARING.has(name.replace(/_[tf]$/, ''))
}

/** None is the value of an argument that was left out, and of a key function that there is not. */
function isLeftOut(primitive: Primitive, { isOptional, type, word }: Argument): boolean {
  return word === NONE && (isOptional === true || (type === 'Callable' && comparesElements(primitive)))
}

function kindsOf(h: Heap, w: Word): Kinds {
  if (isInt(w)) return INTEGER
  if (isTuple(h, w)) return TUPLE
  if (isSet(h, w)) return SET
  return isCallable(h, w) ? FUNCTION : NONE_KIND
}

/** An argument by its name, and its value. */
export function describeArgument(h: Heap, { name, word }: Argument): string {
  return `${name} is ${describeWord(h, word)}`
}

/** All arguments by their names. */
export function describeArguments({ h, args }: FailedCall): string {
  return args.map((arg) => describeArgument(h, arg)).join(', ')
}

/** The argument that does not fit its call, and the values that do. */
export function describeCallMisfit(call: FailedCall, arg: Argument): string {
  const { h, args } = call
  const declared = declaredType(arg.type)
  const kinds = (acceptedKinds(call)?.[args.indexOf(arg)] ?? ALL_KINDS) & (declared?.kinds ?? ALL_KINDS)
  const nouns = KIND_NOUNS.filter(([kind]) => (kinds & kind) !== 0).map(([, noun]) => noun)
  // A declared type can be wider than its primitive: the most common element of a set is an error in Python, too.
  const isDeclared = declared?.fits(h, arg.word) !== false
  if (!isDeclared || nouns.length === 0) return describeMisfit(h, arg)
  return `${describeArgument(h, arg)}, expected ${nouns.join(' or ')}`
}

const KIND_NOUNS: readonly (readonly [Kinds, string])[] = [
  [INTEGER, 'an integer'],
  [TUPLE, 'a tuple'],
  [SET, 'a set'],
  [FUNCTION, 'a function'],
]

/** An argument that is not of its declared type, and the values that are. */
export function describeMisfit(h: Heap, arg: Argument): string {
  const phrase = declaredType(arg.type)?.phrase ?? 'another value'
  return `${describeArgument(h, arg)}, expected ${phrase}`
}
