// Calls of a program that can only fail, found by following through its statements what is known of their values.

import { EMPTY_SET, SAFE_FUNCTION } from '../../kernel/heap.ts'
import { isInt } from '../../kernel/words.ts'
import { type Judgement, type KnownValue, UNKNOWN, judgeCall, knownConstant } from './judge-call.ts'
import { primitiveNamed } from '../names.ts'
import { ANY_KIND, FUNCTION, INTEGER, type Kinds, SET, TUPLE } from './primitive-kinds.ts'
import type { Operand, Program, Statement } from '../program.ts'
import { safeDefaultOfType } from '../values/safe-default.ts'

/** A statement that fails on every sample, and why. */
export interface FailingCall {
  readonly index: number
  readonly reason: string
  readonly advice?: string
}

/** Calls that fail whatever the values are; what fails only because of another such call is not said again. */
export function findFailingCalls({ statements, mode }: Program): FailingCall[] {
  const failing: FailingCall[] = []
  const values: StatementValue[] = []
  for (const [index, statement] of statements.entries()) {
    const operands = [statement.callee, ...statement.args]
    const [callee, ...args] = operands.map((operand) => knownOperand(operand, values))
    const isGiven = operands.some((operand) => operand.kind === 'statement' && values[operand.index]!.fails)
    const judgement = judgeCall(callee!, args, nameOf(statement.callee, statements))
    if (judgement.fails && !isGiven && !isSaidByReader(statement)) {
      const { reason, advice } = judgement
      failing.push(advice === undefined ? { index, reason } : { index, reason, advice })
    }
    const passesOn = mode === 'strict' || statement.inner === true
    values.push(
      valueOf(
        judgement,
        callee!,
        isGiven,
        operands.some((o) => isUnsure(o, values)),
        passesOn,
      ),
    )
  }
  return failing
}

/** What is known of a statement's value, and whether it can be an error that fails what uses it. */
interface StatementValue {
  readonly value: KnownValue
  /** It is surely one. */
  readonly fails: boolean
  /** It may be one. */
  readonly mayFail: boolean
}

function valueOf(
  judgement: Judgement,
  callee: KnownValue,
  isGiven: boolean,
  isUnsure: boolean,
  passesOn: boolean,
): StatementValue {
  const fails = judgement.fails || isGiven
  const sure = !judgement.fails && judgement.sure && !isUnsure
  const success = judgement.fails ? UNKNOWN : judgement.value
  if (passesOn) return { value: success, fails, mayFail: !sure }
  const guarded = { fails: false, mayFail: false }
  if (sure) return { value: success, ...guarded }
  const kinds = defaultKinds(callee)
  // Two functions in one place are no known function any more.
  return { value: { kinds: fails ? kinds : success.kinds | kinds }, ...guarded }
}

/** Whether a value may be an error where it is used: C while solving, or what fails within a line. */
function isUnsure(operand: Operand, values: readonly StatementValue[]): boolean {
  if (operand.kind === 'input') return operand.name === 'C'
  return operand.kind === 'statement' && values[operand.index]!.mayFail
}

/** The kinds of the default that stands in for a failed call. */
function defaultKinds({ kinds, fn }: KnownValue): Kinds {
  if ((kinds & FUNCTION) === 0 || fn?.bound !== undefined) return TUPLE
  if (fn === undefined) return ANY_KIND
  const word = safeDefaultOfType(fn.primitive.returns)
  if (isInt(word)) return INTEGER
  if (word === EMPTY_SET) return SET
  return word === SAFE_FUNCTION ? FUNCTION : TUPLE
}

function knownOperand(operand: Operand, values: readonly StatementValue[]): KnownValue {
  switch (operand.kind) {
    case 'statement':
      return values[operand.index]!.value
    case 'input':
      return { kinds: TUPLE }
    case 'primitive': {
      const primitive = primitiveNamed(operand.name)
      return primitive === undefined ? UNKNOWN : { kinds: FUNCTION, fn: { primitive } }
    }
    case 'constant':
      return knownConstant(operand.value)
  }
  return operand satisfies never
}

function nameOf(operand: Operand, statements: readonly Statement[]): string {
  if (operand.kind === 'statement') return statements[operand.index]!.name
  return operand.kind === 'constant' ? (operand.name ?? 'a literal') : operand.name
}

/** The reader has seen constants that are called, and primitives that are called with too few or too many arguments. */
function isSaidByReader({ callee, args }: Statement): boolean {
  if (callee.kind === 'constant') return true
  return callee.kind === 'primitive' && primitiveNamed(callee.name)?.parameters.length !== args.length
}
