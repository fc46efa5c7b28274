// Parses a piece of Python text into statements. Nothing is executed; statements with syntax errors are marked broken.

import type { TreeCursor } from '@lezer/common'
import { parser } from '@lezer/python'
import {
  type ParsedText,
  describeNode,
  eachChild,
  parseExpression,
  parseParameters,
  textOf,
} from './parse-expression.ts'
import { parsePlain } from './parse-plain.ts'
import { MAX_NESTING } from './split-source.ts'
import type { Assignment, Expression, PythonParameter, PythonStatement, Target } from './python-syntax.ts'

// A continued function body is parsed after a `def` line, so that its indentation is valid.
const BODY_HEAD = 'def _():\n'

/** Messages for statements that cannot be parsed. */
export const unreadable = {
  broken: { code: 'syntax-error', message: 'This is not Python, or not complete' },
  'too-deep': { code: 'too-deep', message: `Something here is nested far deeper than ${MAX_NESTING}` },
} as const

/** Statements of a piece of text, and the number of syntax errors. */
export interface ParsedPiece {
  readonly statements: readonly PythonStatement[]
  readonly errorCount: number
}

/** Parses a piece of text; with `isBody` it continues the body of a function. */
export function parsePython(text: string, start: number, end: number, isBody: boolean): ParsedPiece {
  const statements = parsePlain(text, start, end, isBody)
  return statements === undefined ? parseAny(text, start, end, isBody) : { statements, errorCount: 0 }
}

/** The same for text of every form. */
export function parseAny(text: string, start: number, end: number, isBody: boolean): ParsedPiece {
  const head = isBody ? BODY_HEAD : ''
  const source = { text: head + text.slice(start, end), base: start - head.length }
  try {
    return parseSource(source, isBody)
  } catch (error) {
    // Chains of calls or attributes nest without brackets; a tree of thousands of levels cannot be walked.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return { statements: [{ kind: 'too-deep', at: start }], errorCount: 1 }
  }
}

function parseSource(source: ParsedText, isBody: boolean): ParsedPiece {
  const cursor = parser.parse(source.text).cursor()
  const errors = new SyntaxErrors(cursor, source.text.trimEnd().length)
  const statements: PythonStatement[] = []
  parseBlock(source, cursor, errors, 'file', statements)
  for (const offset of errors.rest()) statements.push({ kind: 'broken', at: source.base + offset })
  const [first, ...others] = statements
  const isFunction = isBody && first?.kind === 'function'
  return { statements: isFunction ? first.body.concat(others) : statements, errorCount: errors.count }
}

/** Offsets of syntax errors, each reported once. */
class SyntaxErrors {
  readonly #offsets: number[] = []
  #next = 0

  /** An error at the end of the text is moved to the end of the text before `length`. */
  constructor(cursor: TreeCursor, length: number) {
    do if (cursor.type.isError) this.#offsets.push(Math.min(cursor.from, length))
    while (cursor.next())
    // The iteration ends at the last node.
    while (cursor.parent());
  }

  /** The first unreported error up to an offset; all errors up to there then count as reported. */
  take(to: number): number | undefined {
    const first = this.#offsets[this.#next]
    if (first === undefined || first > to) return undefined
    while (this.#next < this.#offsets.length && this.#offsets[this.#next]! <= to) this.#next++
    return first
  }

  get count(): number {
    return this.#offsets.length
  }

  /** The first error outside all statements. */
  rest(): number[] {
    return this.#offsets.slice(this.#next, this.#next + 1)
  }
}

/** The context of a block: functions are allowed only in files, and nested blocks are not allowed in `try`. */
type Level = 'file' | 'function' | 'try'

function parseBlock(
  source: ParsedText,
  cursor: TreeCursor,
  errors: SyntaxErrors,
  level: Level,
  into: PythonStatement[],
): void {
  eachChild(cursor, () => {
    const { name } = cursor
    if (name === ':' || name === 'Comment' || name === ';' || cursor.type.isError) return
    if (name === 'StatementGroup') parseBlock(source, cursor, errors, level, into)
    else into.push(parseStatement(source, cursor, errors, level))
  })
}

function parseStatement(source: ParsedText, cursor: TreeCursor, errors: SyntaxErrors, level: Level): PythonStatement {
  const at = source.base + cursor.from
  if (cursor.name === 'FunctionDefinition' && level === 'file') return parseFunction(source, cursor, errors, at)
  const error = errors.take(cursor.to)
  if (error !== undefined) return { kind: 'broken', at: source.base + error }
  switch (cursor.name) {
    case 'ImportStatement':
    case 'PassStatement':
      return { kind: 'skip', at }
    case 'AssignStatement':
      return parseAssignment(source, cursor)
    case 'TryStatement':
      return level === 'try'
        ? { kind: 'unsupported', what: 'a try inside a try', at }
        : parseTry(source, cursor, errors)
    case 'ReturnStatement':
      return { kind: 'return', value: parseList(source, cursor), at }
    case 'ExpressionStatement': {
      const value = parseList(source, cursor)
      return value === undefined || isText(cursor) ? { kind: 'skip', at } : { kind: 'expression', value, at }
    }
    default:
      return { kind: 'unsupported', what: describeNode(cursor.name), at }
  }
}

function isText(cursor: TreeCursor): boolean {
  if (!cursor.firstChild()) return false
  const found = cursor.name === 'String' || cursor.name === 'ContinuedString'
  cursor.parent()
  return found
}

/** The expression after a keyword; several expressions are a tuple. */
function parseList(source: ParsedText, cursor: TreeCursor): Expression | undefined {
  const items: Expression[] = []
  let isTuple = false
  eachChild(cursor, () => {
    const { name } = cursor
    if (name === ',') isTuple = true
    else if (name === '*') items.push({ kind: 'unsupported', what: 'unpacking', at: source.base + cursor.from })
    else if (name !== 'return' && name !== 'Comment') items.push(parseExpression(source, cursor))
  })
  return isTuple ? { kind: 'tuple', items, at: items[0]!.at } : items[0]
}

function parseAssignment(source: ParsedText, cursor: TreeCursor): PythonStatement {
  const at = source.base + cursor.from
  const sides: { items: Expression[]; isTuple: boolean }[] = [{ items: [], isTuple: false }]
  eachChild(cursor, () => {
    const side = sides.at(-1)!
    const { name } = cursor
    if (name === 'AssignOp') sides.push({ items: [], isTuple: false })
    else if (name === ',') side.isTuple = true
    else if (name === '*') side.items.push({ kind: 'unsupported', what: 'unpacking', at: source.base + cursor.from })
    else if (name !== 'TypeDef' && name !== 'Comment') side.items.push(parseExpression(source, cursor))
  })
  const [left, right] = sides
  if (left === undefined || right === undefined || right.items.length === 0) {
    return { kind: 'unsupported', what: 'a declaration', at }
  }
  if (sides.length > 2) return { kind: 'unsupported', what: 'an assignment to several names at once', at }
  const targets: Target[] = []
  for (const item of left.items.flatMap((target) => (target.kind === 'tuple' ? target.items : [target]))) {
    if (item.kind !== 'name')
      return { kind: 'unsupported', what: 'an assignment to something that is not a name', at: item.at }
    targets.push(item)
  }
  const value: Expression = right.isTuple
    ? { kind: 'tuple', items: right.items, at: right.items[0]!.at }
    : right.items[0]!
  return { kind: 'assign', targets, value, at }
}

/** A `try` with one assignment in its body and one in each `except`. */
function parseTry(source: ParsedText, cursor: TreeCursor, errors: SyntaxErrors): PythonStatement {
  const at = source.base + cursor.from
  const assignments: Assignment[] = []
  let fits = true
  eachChild(cursor, () => {
    if (cursor.name === 'else' || cursor.name === 'finally') fits = false
    if (cursor.name !== 'Body') return
    const statements: PythonStatement[] = []
    parseBlock(source, cursor, errors, 'try', statements)
    if (statements.length === 1 && statements[0]!.kind === 'assign') assignments.push(statements[0] as Assignment)
    else fits = false
  })
  const [attempt, ...fallbacks] = assignments
  if (fits && attempt !== undefined && fallbacks.length > 0) return { kind: 'guarded', attempt, fallbacks, at }
  return { kind: 'unsupported', what: 'a try that guards no single assignment', at }
}

function parseFunction(source: ParsedText, cursor: TreeCursor, errors: SyntaxErrors, at: number): PythonStatement {
  let name = ''
  let parameters: PythonParameter[] = []
  const body: PythonStatement[] = []
  let isAsync = false
  eachChild(cursor, () => {
    if (cursor.name === 'VariableName') name = textOf(source, cursor)
    else if (cursor.name === 'ParamList') parameters = parseParameters(source, cursor)
    else if (cursor.name === 'async') isAsync = true
    else if (cursor.name === 'Body') {
      const error = errors.take(cursor.from)
      if (error !== undefined) body.push({ kind: 'broken', at: source.base + error })
      parseBlock(source, cursor, errors, 'function', body)
    }
  })
  const error = errors.take(cursor.to)
  if (error !== undefined) body.push({ kind: 'broken', at: source.base + error })
  if (isAsync) return { kind: 'unsupported', what: 'an async function', at }
  return { kind: 'function', name, parameters, body, at }
}
