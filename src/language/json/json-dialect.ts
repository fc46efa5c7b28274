// The dialect of a JSON program: given, declared by its key "dialect", or recognised by its names.

import type { Remark } from '../diagnostics.ts'
import { type DialectId, dialectIds, isDialectId } from '../dialects.ts'
import {
  type DecisiveUse,
  type ReadOptions,
  decideByName,
  decideDialect,
  dialectOfProgram,
} from '../recognize-dialect.ts'

/** The dialect, or the problem with it. */
export function decideJsonDialect(
  json: Readonly<Record<string, unknown>>,
  { dialect }: ReadOptions,
): DialectId | Omit<Remark, 'at'> {
  if (dialect !== undefined) return dialect
  if (isDialectId(json.dialect)) return json.dialect
  if (json.dialect !== undefined) {
    const advice = `The dialects are ${dialectIds.map((id) => `"${id}"`).join(', ')}.`
    return { code: 'unknown-dialect', message: 'The dialect is not known', advice }
  }
  const uses = new Map<string, DecisiveUse>()
  // The place of a use is the number of its statement.
  const note = (name: string, at: number): void => {
    const decided = decideByName(name)
    if (decided !== undefined && !uses.has(name)) uses.set(name, { name, dialect: decided, at })
  }
  const statements = listOf(json.statements)
  for (const [k, statement] of statements.entries()) noteNames(statement, (name) => note(name, k + 1))
  for (const end of [...listOf(json.outputs), { value: json.result }]) {
    noteNames(end, (name) => note(name, statements.length))
  }
  // The program's own statements come before the names of the language.
  for (const statement of statements) {
    if (typeof statement === 'object' && statement !== null && 'name' in statement) uses.delete(String(statement.name))
  }
  const decided = decideDialect([...uses.values()], (at) => at)
  if (typeof decided === 'object') {
    const message = decided.message.replaceAll('(line ', '(statement ')
    return { code: decided.code, message, advice: 'Split the program, or add the key "dialect".' }
  }
  return dialectOfProgram(typeof json.name === 'string' ? json.name : '', decided)
}

function listOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : []
}

/** Calls a callback for each name among the callee, the arguments and the value of a statement or output. */
function noteNames(json: unknown, note: (name: string) => void): void {
  if (typeof json !== 'object' || json === null) return
  const { call, args, value } = json as { readonly call?: unknown; readonly args?: unknown; readonly value?: unknown }
  for (const operand of [call, value, ...listOf(args)]) noteOperand(operand, note, 0)
}

const MAX_DEPTH = 100

function noteOperand(json: unknown, note: (name: string) => void, depth: number): void {
  if (typeof json === 'string') {
    if (depth === 0) note(json)
    return
  }
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH) return
  const { f, call, t, s, args } = json as Readonly<Record<string, unknown>>
  for (const name of [f, call]) if (typeof name === 'string') note(name)
  for (const items of [t, s, args]) for (const item of listOf(items)) noteOperand(item, note, depth + 1)
}
