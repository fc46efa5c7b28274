// Descriptions of error words: kind, deviation rule and message.

import { ERROR_BASE, type Word } from '../../kernel/words.ts'
import { RULE_STEP, isLimitError } from '../../kernel/errors.ts'

/** The kind of an error. */
export type ErrorKind =
  | 'type'
  | 'arity'
  | 'index'
  | 'empty'
  | 'value'
  | 'overflow'
  | 'budget'
  | 'not-callable'
  | 'bounds'
  | 'room'

// In the order of the numbers in kernel/errors.ts, from 1.
const kinds: readonly [ErrorKind, string][] = [
  ['type', 'an argument has a wrong kind'],
  ['arity', 'a function was called with a wrong number of arguments'],
  ['index', 'an index is out of range'],
  ['empty', 'an element of an empty container is needed'],
  ['value', 'an argument has an invalid value'],
  ['overflow', 'an integer left the range of 31 bits'],
  ['budget', 'the budget of counted work is exhausted'],
  ['not-callable', 'a value that is not a function was called'],
  ['bounds', 'a kernel accessed memory out of bounds (a bug in Megabatt)'],
  ['room', 'the program exceeds its memory allowance'],
]

/** The kind of an error word. */
export function errorKind(error: Word): ErrorKind {
  return kinds[((error - ERROR_BASE) % RULE_STEP) - 1]?.[0] ?? 'bounds'
}

const LABELS: Readonly<Record<ErrorKind, string>> = {
  type: 'type error',
  arity: 'argument count',
  index: 'index error',
  empty: 'empty container',
  value: 'value error',
  overflow: 'integer overflow',
  budget: 'work limit',
  'not-callable': 'not a function',
  bounds: 'internal error',
  room: 'memory limit',
}

/** The noun of a kind of error, before a message. */
export function errorLabel(kind: ErrorKind): string {
  return LABELS[kind]
}

/** The number of the rule in docs/deviations.md that causes the error; 0 if Python fails too. */
export function errorRule(error: Word): number {
  return Math.floor((error - ERROR_BASE) / RULE_STEP)
}

/** Whether Python would not fail: a rule of docs/deviations.md, or a limit of range or budget. */
export function isDeviation(error: Word): boolean {
  const kind = errorKind(error)
  return errorRule(error) > 0 || kind === 'overflow' || kind === 'budget'
}

/** Whether a limit of the engine, and not the program, causes the error. */
export function isLimit(error: Word): boolean {
  return isLimitError(error)
}

/** The message of an error word. */
export function describeError(error: Word): string {
  const kind = errorKind(error)
  const rule = errorRule(error)
  const sentence = kinds.find(([name]) => name === kind)![1]
  return rule === 0 ? `${kind}: ${sentence}` : `${kind}: ${sentence} (deviation ${rule})`
}
