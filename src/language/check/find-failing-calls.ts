// Finds calls that can only fail, by propagating the known kinds of values through the statements of a program.

import { EMPTY_SET, SAFE_FUNCTION } from '../../kernel/heap.ts'
import { isInt } from '../../kernel/words.ts'
import { type Judgement, type KnownValue, UNKNOWN, judgeCall, knownConstant } from './judge-call.ts'
import { nameOfKey, primitiveOfKey } from '../names.ts'
import { ANY_KIND, FUNCTION, INTEGER, type Kinds, NONE, SET, TUPLE } from './primitive-kinds.ts'
import { type Operand, type Program, type Statement, shownName } from '../program.ts'
import { safeDefaultOfType } from '../values/safe-default.ts'

/** A statement that fails on every sample, and the reason. */
export interface FailingCall {
  readonly index: number
  readonly reason: string
  readonly advice?: string
}

/** Calls that fail for all values. A call that fails only because of an earlier failing call is not listed. */
export function findFailingCalls({ statements, mode, dialect }: Program): FailingCall[] {
  const failing: FailingCall[] = []
  const values: StatementValue[] = []
  for (const [index, statement] of statements.entries()) {
    const operands = [statement.callee, ...statement.args]
    const [callee, ...args] = operands.map((operand) => knownOperand(operand, values))
    const isGiven = operands.some((operand) => operand.kind === 'statement' && values[operand.index]!.fails)
    const judgement = judgeCall(callee!, args, nameOf(statement.callee, statements), dialect)
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

/** The known kinds of a statement value, and whether it can be an error that its users propagate. */
interface StatementValue {
  readonly value: KnownValue
  /** The value is always an error. */
  readonly fails: boolean
  /** The value can be an error. */
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
  // The union of two functions is an unknown function.
  return { value: { kinds: fails ? kinds : success.kinds | kinds }, ...guarded }
}

/** Whether an operand can be an error: an inner call of the same line. */
function isUnsure(operand: Operand, values: readonly StatementValue[]): boolean {
  return operand.kind === 'statement' && values[operand.index]!.mayFail
}

/** The kinds of the safe default of a failed call. */
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
      return { kinds: operand.name === 'C' ? TUPLE | NONE : TUPLE }
    case 'primitive': {
      const primitive = primitiveOfKey(operand.key)
      return primitive === undefined ? UNKNOWN : { kinds: FUNCTION, fn: { primitive } }
    }
    case 'constant':
      return knownConstant(operand.value)
  }
  return operand satisfies never
}

function nameOf(operand: Operand, statements: readonly Statement[]): string {
  switch (operand.kind) {
    case 'statement':
      return shownName(statements[operand.index]!)
    case 'primitive':
      return nameOfKey(operand.key)
    default:
      return operand.name ?? 'a literal'
  }
}

/** Whether the reader reports the call already: a called constant, or a primitive with a wrong number of arguments. */
function isSaidByReader({ callee, args }: Statement): boolean {
  if (callee.kind === 'constant') return true
  if (callee.kind !== 'primitive') return false
  const parameters = primitiveOfKey(callee.key)?.parameters ?? []
  const isShort = parameters.at(-1)?.isOptional === true && args.length === parameters.length - 1
  return args.length !== parameters.length && !isShort
}
