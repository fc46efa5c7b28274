// The outputs of a batt: `o.append((number, mutated, solver, value))` and `s.append((number, owner, differ, value))`.

import type { FunctionScope } from '../function-scope.ts'
import type { DifferOutput, Operand, SolverOutput } from '../program.ts'
import type { Expression } from './python-syntax.ts'
import { readAssigned, readInteger } from './read-expression.ts'

const FORMS = {
  o: "o.append((number, mutated, 'solver', value))",
  s: "s.append((number, 'owner', 'differ', value))",
} as const

/** Reads the entry of an appended tuple; solver entries can lack one of the three fields before the value. */
export function readEntry(
  scope: FunctionScope,
  list: 'o' | 's',
  fields: readonly Expression[],
  at: number,
): SolverOutput | DifferOutput | undefined {
  const [number, second, third] = fields
  const value = fields.at(-1)
  if (list === 'o' && (fields.length === 3 || fields.length === 4)) {
    if (fields.length === 3) return readShortEntry(scope, fields, at)
    const mutated = truthOf(second!)
    if (number!.kind === 'number' && mutated !== undefined && third!.kind === 'string') {
      return readSolverEntry(scope, number, mutated, third.value, value!)
    }
  }
  if (list === 's' && fields.length === 4 && number!.kind === 'number') {
    const owner = second!.kind === 'none' ? 'None' : textOf(second!)
    const differ = textOf(third!)
    if (owner !== undefined && differ !== undefined) {
      const t = readInteger(scope, number.text, number.at)
      const operand = readValue(scope, value!, `s_${number.text.replace('-', '')}`)
      return t === undefined || operand === undefined
        ? undefined
        : { kind: 's', number: t, owner, differ, value: operand }
    }
  }
  return scope.fail({
    code: 'bad-entry',
    at,
    message: `Not an entry of ${list}`,
    advice: `The form is ${FORMS[list]}.`,
  })
}

/** An entry of three fields: the value is the field that is not a literal, or the last; the kinds identify the others. */
function readShortEntry(scope: FunctionScope, fields: readonly Expression[], at: number): SolverOutput | undefined {
  const value = fields.find((field) => fieldKind(field) === undefined) ?? fields.at(-1)!
  const others = fields.filter((field) => field !== value)
  const number = others.find((field) => field.kind === 'number')
  const solver = others.find((field) => field.kind === 'string')
  const mutated = others.find((field) => truthOf(field) !== undefined)
  if ([number, solver, mutated].filter((field) => field !== undefined).length !== 2) {
    return scope.fail({ code: 'bad-entry', at, message: 'Not an entry of o', advice: `The form is ${FORMS.o}.` })
  }
  const own = value.kind === 'name' ? /^t(\d{1,9})$/.exec(value.name)?.[1] : undefined
  const numeral: Expression & { kind: 'number' } = number ?? { kind: 'number', text: own ?? '0', at }
  return readSolverEntry(scope, numeral, mutated !== undefined && truthOf(mutated)!, solver?.value ?? '', value)
}

function readSolverEntry(
  scope: FunctionScope,
  numeral: Expression & { kind: 'number' },
  mutated: boolean,
  solver: string,
  expression: Expression,
): SolverOutput | undefined {
  const number = readInteger(scope, numeral.text, numeral.at)
  const value = readValue(scope, expression, `o_${numeral.text.replace('-', '')}`)
  return number === undefined || value === undefined ? undefined : { kind: 'o', number, mutated, solver, value }
}

/** Reads the value of an entry. A call becomes a statement with a generated name. */
function readValue(scope: FunctionScope, expression: Expression, base: string): Operand | undefined {
  if (expression.kind === 'name') return scope.lookUp(expression.name, expression.at)
  return readAssigned(scope, expression, scope.nameFor(base), expression.at)
}

function fieldKind(field: Expression): 'number' | 'truth' | 'string' | undefined {
  if (field.kind === 'number' || field.kind === 'string') return field.kind
  return truthOf(field) === undefined ? undefined : 'truth'
}

function truthOf(field: Expression): boolean | undefined {
  if (field.kind === 'boolean') return field.value
  return field.kind === 'name' && (field.name === 'T' || field.name === 'F') ? field.name === 'T' : undefined
}

function textOf(field: Expression): string | undefined {
  return field.kind === 'string' ? field.value : undefined
}
