// Recognition of the dialect of a file or program, by the names that only one dialect has.

import type { Remark } from './diagnostics.ts'
import { type DialectId, dialectOf } from './dialects.ts'
import { nameOfKey } from './names.ts'
import type { Operand, Program } from './program.ts'
import type { Notation } from './values/value-notation.ts'

/** Options of all readers of programs. */
export interface ReadOptions {
  /** The dialect of all programs. Default: the one that the file declares, else the one recognised by its names. */
  readonly dialect?: DialectId | undefined
}

/** The use of a name that only one of the dialects `a` and `t` has. */
export interface DecisiveUse {
  readonly name: string
  readonly dialect: 'a' | 't'
  readonly at: number
}

const decisive = new Map<string, 'a' | 't'>()
for (const id of ['a', 't'] as const) {
  const other = dialectOf(id === 'a' ? 't' : 'a')
  for (const name of dialectOf(id).primitives.keys()) if (!other.primitives.has(name)) decisive.set(name, id)
}

/** The dialect that a name decides: `a` stands for `r`, too. Undefined for a name that all or no dialects have. */
export function decideByName(name: string): 'a' | 't' | undefined {
  return decisive.get(name)
}

/** The dialect of a program by its name and the dialect of its names: a verifier is in the verifiers' dialect. */
export function dialectOfProgram(name: string, byNames: 'a' | 't'): DialectId {
  return byNames === 'a' && name.startsWith('verify_') ? 'r' : byNames
}

const MAX_LISTED = 8

/** The dialect by the names used, or the diagnostic of a mixture. */
export function decideDialect(uses: readonly DecisiveUse[], lineOf: (at: number) => number): 'a' | 't' | Remark {
  const [ofA, ofT] = (['a', 't'] as const).map((id) => uses.filter(({ dialect }) => dialect === id))
  if (ofT!.length === 0) return 'a'
  if (ofA!.length === 0) return 't'
  const list = (own: readonly DecisiveUse[]): string => {
    const names = own.slice(0, MAX_LISTED).map(({ name, at }) => `${name} (line ${lineOf(at)})`)
    return names.join(', ') + (own.length > MAX_LISTED ? ` and ${own.length - MAX_LISTED} more` : '')
  }
  return {
    code: 'mixed-dialects',
    at: Math.max(ofA![0]!.at, ofT![0]!.at),
    message: `Two dialects are mixed: ${list(ofA!)} of a; ${list(ofT!)} of t`,
    advice: 'Split the file, or choose one: --dialect t, or the comment "# dialect: t" before the functions.',
  }
}

/** The dialect that a reader recognises for a program, without a declaration in its file. */
export function recognizeProgram({ name, statements, outputs, result }: Program): DialectId | undefined {
  const found = new Set<'a' | 't'>()
  const note = (used: string): void => {
    const dialect = decideByName(nameOfKey(used))
    if (dialect !== undefined) found.add(dialect)
  }
  for (const { callee, args } of statements) for (const operand of [callee, ...args]) noteOperand(operand, note)
  for (const { value } of outputs) noteOperand(value, note)
  if (result !== undefined) noteOperand(result, note)
  if (found.size === 2) return undefined
  return dialectOfProgram(name, found.has('t') ? 't' : 'a')
}

function noteOperand(operand: Operand, note: (key: string) => void): void {
  if (operand.kind === 'primitive') note(operand.key)
  else if (operand.kind === 'constant') noteValue(operand.value, note)
}

/** Calls a callback for each function in a value. */
export function noteValue(value: Notation, note: (key: string) => void): void {
  if (typeof value !== 'object' || value === null || 'g' in value) return
  if ('f' in value) note(value.f)
  else if ('t' in value) for (const item of value.t) noteValue(item, note)
  else if ('s' in value) for (const item of value.s) noteValue(item, note)
  else {
    note(value.call)
    for (const item of value.args) noteValue(item, note)
  }
}
