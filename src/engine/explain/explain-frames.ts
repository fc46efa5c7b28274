// The text of a replayed failure: its reason, the closures and elements around it, and the stack of calls.

import { primitiveOf } from '../../backends/function-values.ts'
import { arityOf } from '../../backends/function-arity.ts'
import { CLOSURE, isBlock, isCallable, sizeOf } from '../../kernel/blocks.ts'
import { CALL_DEPTH_ERROR, MAX_CALL_DEPTH, closureArgument, closureMaker } from '../../kernel/closures.ts'
import { combinatorOf } from '../../kernel/combinator-table.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Word } from '../../kernel/words.ts'
import { type DialectId, parametersOf } from '../../language/dialects.ts'
import { primitiveOfKey } from '../../language/names.ts'
import { errorKind } from '../../language/values/error-words.ts'
import type { Parameter, Primitive } from '../../primitives/primitive.ts'
import { describeWord, plural, spellWord } from './describe-word.ts'
import { type Reason, explainPrimitive } from './explain-primitive.ts'
import { describeMisfit, readFailedCall } from './failed-call.ts'
import type { CallFrame, ReplayLimits, ReplayedFailure } from './replay-call.ts'

/** One call of the stack. */
export interface StackEntry {
  /** The function: a primitive by name, or the call of the combinator that made it. */
  readonly function: string
  /** The arguments, each in a few words. */
  readonly arguments: readonly string[]
  /** The role in the call before it, such as "element 3 of 7". */
  readonly role?: string
}

/** A replayed failure in words. */
export interface ExplainedFrames {
  /** The failed function, the reason, and the calls around it. */
  readonly message: string
  /** The primitive that fails; undefined where a value is called that is no primitive. */
  readonly primitive?: string
  /** The parameter whose argument does not fit. */
  readonly parameter?: Parameter
  /** From the call of the statement to the failed one. */
  readonly stack: readonly StackEntry[]
}

/** The facts that the text depends on besides the failure. */
export interface FrameContext {
  readonly h: Heap
  readonly dialect: DialectId
  readonly limits: ReplayLimits
  /** The program's name for the function that the statement calls. */
  readonly callee: string
}

const MAX_CONTEXTS = 4

/** Explains a replayed failure. */
export function explainFrames(failure: ReplayedFailure, context: FrameContext): ExplainedFrames {
  const { frames, failed, subject, reason } = findReason(failure, context)
  const primitive = primitiveOf(context.h, failed.fn)
  const { name, type } = reason.argument ?? {}
  return {
    message: `${subject}: ${reason.text}${describeContexts(context, frames)}`,
    ...(primitive === undefined ? {} : { primitive: nameOf(primitive, context.dialect) }),
    ...(name === undefined || type === undefined ? {} : { parameter: { name, type } }),
    stack: failure.frames.map((frame, k) => toStackEntry(context, failure.frames, frame, k)),
  }
}

interface FoundReason {
  /** The calls around the failed one and, last, itself. */
  readonly frames: readonly CallFrame[]
  readonly failed: CallFrame
  readonly subject: string
  readonly reason: Reason
}

function findReason({ error, frames, results }: ReplayedFailure, context: FrameContext): FoundReason {
  const { h, dialect, limits } = context
  const failed = frames.at(-1)!
  const subject = frames.length === 1 && !isCallable(h, failed.fn) ? context.callee : spellFunction(context, failed.fn)
  const found = (reason: Reason): FoundReason => ({ frames, failed, subject, reason })
  if (errorKind(error) === 'arity') return found({ text: describeArity(context, failed) })
  if (errorKind(error) === 'not-callable')
    return explainNotCallable(frames, context) ?? found({ text: notCallable(h, failed.fn) })
  if (error === CALL_DEPTH_ERROR && isBlock(h, failed.fn, CLOSURE))
    return found({ text: `functions nested more than ${MAX_CALL_DEPTH} deep cannot be called (deviation 5)` })
  const call = readFailedCall(h, failed.fn, failed.args, results, dialect)
  return found(call === undefined ? { text: 'the call fails' } : explainPrimitive(call, error, limits))
}

function notCallable(h: Heap, fn: Word): string {
  return `the called value is ${describeWord(h, fn)}, expected a function`
}

/** A value that is no function is the fault of the call that was given it: of its parameter, or of an element. */
function explainNotCallable(frames: readonly CallFrame[], context: FrameContext): FoundReason | undefined {
  const [parent, failed] = [frames.at(-2), frames.at(-1)!]
  if (parent === undefined) return undefined
  const { h, dialect } = context
  const { fn: word, role } = failed
  if (isBlock(h, parent.fn, CLOSURE)) {
    const maker = primitiveOfKey(makerOf(h, parent.fn))
    const parameter = role.kind === 'part' ? maker?.parameters[role.argument] : maker?.parameters[0]
    if (maker === undefined || parameter === undefined) return undefined
    const argument = { ...parameter, type: 'Callable', word }
    return { frames, failed, subject: maker.name, reason: { text: describeMisfit(h, argument), argument } }
  }
  const call = readFailedCall(h, parent.fn, parent.args, undefined, dialect)
  if (call === undefined) return undefined
  const own =
    call.args.find((arg) => arg.word === word && /Callable|Any/.test(arg.type)) ??
    call.args.find((arg) => arg.word === word)
  const around = { frames: frames.slice(0, -1), failed: parent, subject: nameOf(call.primitive, dialect) }
  if (own !== undefined) {
    const argument = { ...own, type: 'Callable' }
    return { ...around, reason: { text: describeMisfit(h, argument), argument } }
  }
  const functions = call.args[0]!
  const place = role.kind === 'element' ? `element ${role.index + 1} of ${role.count} of ` : ''
  const text = `${place}${functions.name} is ${describeWord(h, word)}, expected a function`
  return { ...around, reason: { text, argument: functions } }
}

function describeArity({ h, dialect }: FrameContext, { fn, args }: CallFrame): string {
  const given = args.length === 0 ? '' : `: ${args.map((arg) => describeWord(h, arg)).join(', ')}`
  const primitive = primitiveOf(h, fn)
  if (primitive !== undefined) {
    const parameters = parametersOf(primitive.key, dialect)
    const names = parameters.map(({ name, isOptional }) => (isOptional === true ? `${name}?` : name))
    return `takes ${plural(parameters.length, 'argument')} (${names.join(', ')}), got ${args.length}${given}`
  }
  const maker = makerOf(h, fn)
  const takes = `takes ${plural(arityOf(h, fn), 'argument')}, got ${args.length}${given}`
  if (combinatorOf(closureMaker(h, fn))?.form !== 'binding') return takes
  const inner = closureArgument(h, fn, 0)
  return `${takes} (${maker} of a function of ${plural(arityOf(h, inner), 'argument')} leaves ${arityOf(h, fn)})`
}

/** The closures and elements around the failed call, the innermost first. */
function describeContexts(context: FrameContext, frames: readonly CallFrame[]): string {
  const { h } = context
  const parts: string[] = []
  for (const [k, frame] of frames.entries()) {
    const inner = frames[k + 1]
    const isAround = inner !== undefined && isBlock(h, frame.fn, CLOSURE)
    const words = [
      isAround ? `in ${spellWord(h, frame.fn)}` : undefined,
      // A repetition belongs to the closure of `power` that makes it, an element to the function that is called with it.
      inner?.role.kind === 'repetition' ? describeRole(context, frames, k + 1) : undefined,
      frame.role.kind === 'repetition' ? undefined : describeRole(context, frames, k),
    ].filter((word) => word !== undefined)
    if (words.length > 0) parts.unshift(words.join(', '))
  }
  const shown = parts.length > MAX_CONTEXTS + 1 ? parts.slice(0, MAX_CONTEXTS) : parts
  const more = parts.length - shown.length
  return [...shown, ...(more > 0 ? [`in ${more} more calls`] : [])].map((part) => `; ${part}`).join('')
}

/** The place of a call among those that the call before it makes; undefined for the parts of closures. */
function describeRole(context: FrameContext, frames: readonly CallFrame[], k: number): string | undefined {
  const { role } = frames[k]!
  const parent = frames[k - 1]
  if (parent === undefined) return undefined
  // The statement shows the name of its own callee.
  const owner = k === 1 ? '' : ` of ${spellFunction(context, parent.fn)}`
  switch (role.kind) {
    case 'element':
      return `${describeElement(context, parent, frames[k]!, role)}${owner}`
    case 'repetition':
      return `repetition ${role.index + 1} of ${role.count}`
    case 'last':
      return `called with the result${owner}`
    case 'statement':
    case 'part':
    case 'equality':
      return undefined
    default:
      throw role satisfies never
  }
}

function describeElement(
  { h, dialect }: FrameContext,
  parent: CallFrame,
  { args }: CallFrame,
  { index, count }: { readonly index: number; readonly count: number },
): string {
  if (args.length > 1) return `pair ${index + 1} of ${count}`
  const call = readFailedCall(h, parent.fn, parent.args, undefined, dialect)
  const container = call?.args.find(({ type, word }) => type !== 'Callable' && sizeOf(h, word) >= 0)
  const size = container === undefined ? count : sizeOf(h, container.word)
  // Some primitives call their function with 0 where there is no element.
  if (container !== undefined && index >= size) return `with 0 in place of an element of ${container.name}`
  return `${container?.name === 'functions' ? 'function' : 'element'} ${index + 1} of ${size}`
}

function toStackEntry(
  context: FrameContext,
  frames: readonly CallFrame[],
  { fn, args }: CallFrame,
  k: number,
): StackEntry {
  const role = describeRole(context, frames, k)
  return {
    function: spellFunction(context, fn),
    arguments: args.map((arg) => describeWord(context.h, arg)),
    ...(role === undefined ? {} : { role }),
  }
}

function spellFunction({ h, dialect }: FrameContext, fn: Word): string {
  const primitive = primitiveOf(h, fn)
  return primitive === undefined ? spellWord(h, fn) : nameOf(primitive, dialect)
}

function nameOf({ name, declarations }: Primitive, dialect: DialectId): string {
  return declarations[dialect]?.name ?? name
}

function makerOf(h: Heap, closure: Word): string {
  return combinatorOf(closureMaker(h, closure))?.name ?? 'closure'
}
