// The outputs of a batt: `o.append((number, mutated, solver, value))` and `s.append((number, owner, differ, value))`.
//
// Entries of other lengths and orders occur as well. The kinds of the fields tell them apart: the value is the field that
// is no literal, numbers and booleans are what they are, and texts stand in their usual order.

import type { DifferOutput, Operand, SolverOutput } from '../program.ts'
import type { PythonScope } from './python-scope.ts'
import type { Expression } from './python-syntax.ts'
import { readAssigned, readInteger } from './read-expression.ts'

const FORMS = {
  o: "o.append((number, mutated, 'solver', value))",
  s: "s.append((number, 'owner', 'differ', value))",
} as const

const MIN_FIELDS = 2
const MAX_FIELDS = 5

/** Reads the entry of an appended tuple of two to five fields. */
export function readEntry(
  scope: PythonScope,
  list: 'o' | 's',
  fields: readonly Expression[],
  at: number,
): SolverOutput | DifferOutput | undefined {
  const sorted = sortFields(fields)
  if (sorted === undefined) {
    const advice = `The form is ${FORMS[list]}.`
    return scope.fail({ code: 'bad-entry', at, message: `Not an entry of ${list}`, advice })
  }
  const { value, texts, truth } = sorted
  const own = value.kind === 'name' ? /^t(\d{1,9})$/.exec(value.name)?.[1] : undefined
  const numeral = sorted.number ?? { text: own ?? '0', at }
  const number = readInteger(scope, numeral.text, numeral.at)
  const operand = readValue(scope, value, `${list}_${numeral.text.replace('-', '').slice(0, 12)}`)
  if (number === undefined || operand === undefined) return undefined
  if (list === 'o') return { kind: 'o', number, mutated: truth ?? false, solver: texts[0] ?? '', value: operand }
  const [owner, differ] = texts.length > 1 ? texts : ['None', texts[0] ?? '']
  return { kind: 's', number, owner: owner!, differ: differ!, value: operand }
}

interface Fields {
  readonly value: Expression
  readonly number?: { readonly text: string; readonly at: number }
  readonly truth?: boolean
  readonly texts: readonly string[]
}

/** The fields by their meaning; undefined if there is more than one value, or no other field. */
function sortFields(fields: readonly Expression[]): Fields | undefined {
  if (fields.length < MIN_FIELDS || fields.length > MAX_FIELDS) return undefined
  const values = fields.filter((field) => !isLiteral(field))
  if (values.length > 1) return undefined
  // Where all fields are literals, the last one is the value.
  const value = values[0] ?? fields.at(-1)!
  const others = fields.filter((field) => field !== value)
  const number = others.find((field) => field.kind === 'number')
  const truth = others.map(truthOf).find((found) => found !== undefined)
  const texts = others.map(textOf).filter((text) => text !== undefined)
  return { value, texts, ...(number === undefined ? {} : { number }), ...(truth === undefined ? {} : { truth }) }
}

function isLiteral(field: Expression): boolean {
  return field.kind === 'number' || truthOf(field) !== undefined || textOf(field) !== undefined
}

/** Reads the value of an entry. A call becomes a statement with a generated name. */
function readValue(scope: PythonScope, expression: Expression, base: string): Operand | undefined {
  if (expression.kind === 'name') return scope.lookUp(expression.name, expression.at)
  return readAssigned(scope, expression, scope.nameFor(base), expression.at)
}

function truthOf(field: Expression): boolean | undefined {
  if (field.kind === 'boolean') return field.value
  return field.kind === 'name' && (field.name === 'T' || field.name === 'F') ? field.name === 'T' : undefined
}

function textOf(field: Expression): string | undefined {
  if (field.kind === 'none') return 'None'
  return field.kind === 'string' ? field.value : undefined
}
