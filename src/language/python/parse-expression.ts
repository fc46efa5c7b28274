// Converts nodes of the syntax tree to expressions. Every function leaves the cursor at the node where it started.

import type { TreeCursor } from '@lezer/common'
import type { Argument, Expression, PythonParameter } from './python-syntax.ts'
import { readStringLiteral } from './string-literal.ts'
import { MAX_NESTING } from './split-source.ts'

/** The text of a tree, and its offset in the file. */
export interface ParsedText {
  readonly text: string
  readonly base: number
}

/** Calls a callback for each child of the current node. */
export function eachChild(cursor: TreeCursor, visit: () => void): void {
  if (!cursor.firstChild()) return
  do visit()
  while (cursor.nextSibling())
  cursor.parent()
}

/** The text of the current node. */
export function textOf(source: ParsedText, cursor: TreeCursor): string {
  return source.text.slice(cursor.from, cursor.to)
}

/** The expression of the current node. */
export function parseExpression(source: ParsedText, cursor: TreeCursor, depth = 0): Expression {
  const at = source.base + cursor.from
  if (depth > MAX_NESTING) return { kind: 'too-deep', at }
  switch (cursor.name) {
    case 'VariableName':
      return { kind: 'name', name: textOf(source, cursor), at }
    case 'Number':
      return { kind: 'number', text: textOf(source, cursor), at }
    case 'Boolean':
      return { kind: 'boolean', value: textOf(source, cursor) === 'True', at }
    case 'None':
      return { kind: 'none', at }
    case 'String': {
      const value = readStringLiteral(textOf(source, cursor))
      return value === undefined
        ? { kind: 'unsupported', what: 'a string of this sort', at }
        : { kind: 'string', value, at }
    }
    case 'UnaryExpression':
      return parseUnary(source, cursor, at, depth)
    case 'ParenthesizedExpression':
      return onlyOne(parseItems(source, cursor, depth)) ?? { kind: 'unsupported', what: 'this parenthesis', at }
    case 'TupleExpression':
      return { kind: 'tuple', items: parseItems(source, cursor, depth), at }
    case 'ArrayExpression':
      return { kind: 'list', items: parseItems(source, cursor, depth), at }
    case 'SetExpression':
      return { kind: 'set', items: parseItems(source, cursor, depth), at }
    case 'CallExpression':
      return parseCall(source, cursor, at, depth)
    case 'LambdaExpression':
      return parseLambda(source, cursor, at, depth)
    case 'MemberExpression':
      return parseMember(source, cursor, at)
    default:
      return { kind: 'unsupported', what: describeNode(cursor.name), at }
  }
}

/** The name of a node type in messages. */
export function describeNode(name: string): string {
  if (name.endsWith('ComprehensionExpression')) return 'a comprehension'
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`
}

const isPunctuation = (name: string) =>
  name === '(' || name === ')' || name === '[' || name === ']' || name === '{' || name === '}'

function parseItems(source: ParsedText, cursor: TreeCursor, depth: number): Expression[] {
  const items: Expression[] = []
  eachChild(cursor, () => {
    const { name } = cursor
    if (isPunctuation(name) || name === ',' || name === 'Comment') return
    if (name === '*' || name === '**')
      items.push({ kind: 'unsupported', what: 'unpacking', at: source.base + cursor.from })
    else items.push(parseExpression(source, cursor, depth + 1))
  })
  return items
}

// Beyond some depth the syntax tree is incomplete, so a node without exactly its expected children is broken.
function onlyOne<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}

function parseUnary(source: ParsedText, cursor: TreeCursor, at: number, depth: number): Expression {
  let sign = ''
  const operands: Expression[] = []
  eachChild(cursor, () => {
    if (cursor.name === 'ArithOp') sign += textOf(source, cursor)
    else if (cursor.name !== 'Comment') operands.push(parseExpression(source, cursor, depth + 1))
  })
  const operand = onlyOne(operands)
  if (operand?.kind === 'too-deep') return operand
  if (operand?.kind !== 'number' || (sign !== '-' && sign !== '+'))
    return { kind: 'unsupported', what: 'an operator', at }
  if (sign === '+') return { ...operand, at }
  return { kind: 'number', text: operand.text.startsWith('-') ? operand.text.slice(1) : `-${operand.text}`, at }
}

function parseCall(source: ParsedText, cursor: TreeCursor, at: number, depth: number): Expression {
  const callees: Expression[] = []
  const lists: Argument[][] = []
  eachChild(cursor, () => {
    if (cursor.name === 'ArgList') lists.push(parseArguments(source, cursor, depth))
    else if (cursor.name !== 'Comment') callees.push(parseExpression(source, cursor, depth + 1))
  })
  const callee = onlyOne(callees)
  const args = onlyOne(lists)
  if (callee === undefined || args === undefined) return { kind: 'too-deep', at }
  // Of a long chain of calls, the innermost problem is reported.
  return callee.kind === 'too-deep' ? callee : { kind: 'call', callee, args, at }
}

function parseArguments(source: ParsedText, cursor: TreeCursor, depth: number): Argument[] {
  const args: Argument[] = []
  let keyword: string | undefined
  eachChild(cursor, () => {
    const at = source.base + cursor.from
    const { name } = cursor
    if (name === '(' || name === ')' || name === ',' || name === 'Comment') return
    if (name === 'AssignOp' && textOf(source, cursor) === '=') {
      const before = args.pop()?.value
      keyword = before?.kind === 'name' ? before.name : ''
      return
    }
    if (name === '*' || name === '**') args.push({ value: { kind: 'unsupported', what: 'unpacking', at } })
    else if (name === 'AssignOp')
      args.push({ value: { kind: 'unsupported', what: 'an assignment inside an expression', at } })
    else if (name === 'for') args.push({ value: { kind: 'unsupported', what: 'a comprehension', at } })
    else {
      const value = parseExpression(source, cursor, depth + 1)
      args.push(keyword === undefined ? { value } : { keyword, value })
    }
    keyword = undefined
  })
  return args
}

function parseLambda(source: ParsedText, cursor: TreeCursor, at: number, depth: number): Expression {
  let parameters: PythonParameter[] = []
  const bodies: Expression[] = []
  eachChild(cursor, () => {
    const { name } = cursor
    if (name === 'ParamList') parameters = parseParameters(source, cursor)
    else if (name !== 'lambda' && name !== ':' && name !== 'Comment')
      bodies.push(parseExpression(source, cursor, depth + 1))
  })
  const body = onlyOne(bodies)
  if (body?.kind === 'too-deep') return body
  return body === undefined
    ? { kind: 'unsupported', what: 'an empty lambda', at }
    : { kind: 'lambda', parameters, body, at }
}

/** The parameters of a `def` or lambda; annotations are ignored. */
export function parseParameters(source: ParsedText, cursor: TreeCursor): PythonParameter[] {
  const parameters: PythonParameter[] = []
  let starred = false
  let isDefault = false
  eachChild(cursor, () => {
    const { name } = cursor
    if (name === '*' || name === '**') starred = true
    else if (name === 'AssignOp') isDefault = true
    else if (isDefault) {
      const literal = name === 'None' || name === 'Number' || name === 'String' || name === 'Boolean'
      const last = parameters.pop()
      if (last !== undefined) parameters.push({ ...last, hasDefault: true, plain: last.plain && literal })
      isDefault = false
    } else if (name === 'VariableName') {
      const at = source.base + cursor.from
      parameters.push({ name: textOf(source, cursor), plain: !starred, hasDefault: false, at })
      starred = false
    }
  })
  return parameters
}

function parseMember(source: ParsedText, cursor: TreeCursor, at: number): Expression {
  const parts: string[] = []
  eachChild(cursor, () => parts.push(cursor.name))
  const text = textOf(source, cursor)
  const dot = text.indexOf('.')
  if (parts.join(' ') !== 'VariableName . PropertyName')
    return { kind: 'unsupported', what: 'an attribute or index', at }
  return { kind: 'member', object: text.slice(0, dot).trim(), property: text.slice(dot + 1).trim(), at }
}
