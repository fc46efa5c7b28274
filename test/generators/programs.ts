// Programs as data: strict and guarded ones, of every sort of operand.

import fc from 'fast-check'
import { type DialectId, dialectIds, dialectOf } from '../../src/language/dialects.ts'
import { constants } from '../../src/language/values/constants.ts'
import type { DifferOutput, Operand, Program, SolverOutput, Statement } from '../../src/language/program.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'

const PLACE = { line: 0, column: 0 }

/** A program without what depends on the file it was read from. */
export function withoutPlaces(program: Program): Program {
  return {
    ...program,
    file: '',
    statements: program.statements.map((statement) => ({ ...statement, place: PLACE })),
  }
}

const integer = fc.oneof(fc.integer({ min: -12, max: 12 }), fc.constantFrom(-1073741824, 1073741823))
const { value: literal } = fc.letrec<{ value: Notation }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    integer,
    fc.boolean(),
    fc.record({ t: fc.array(tie('value'), { maxLength: 4 }) }),
    fc.record({ s: fc.array(tie('value'), { maxLength: 3 }) }),
  ),
}))
const constant: fc.Arbitrary<Operand> = fc.oneof(
  fc.constantFrom(...constants).map(([name, value]): Operand => ({ kind: 'constant', value, name })),
  literal.map((value): Operand => ({ kind: 'constant', value })),
)
function primitiveOf(dialect: DialectId): fc.Arbitrary<Operand> {
  const own = [...dialectOf(dialect).primitives.values()]
  return fc.constantFrom(...own).map((primitive): Operand => ({ kind: 'primitive', key: primitive.key }))
}
const input: fc.Arbitrary<Operand> = fc.constantFrom('I', 'S', 'C').map((name) => ({ kind: 'input', name }))

function operandBefore(index: number, dialect: DialectId): fc.Arbitrary<Operand> {
  const primitive = primitiveOf(dialect)
  if (index === 0) return fc.oneof(constant, primitive, input)
  const earlier = fc.nat({ max: index - 1 }).map((k): Operand => ({ kind: 'statement', index: k }))
  return fc.oneof(earlier, earlier, constant, primitive, input)
}

function statement(index: number, prefix: string, dialect: DialectId): fc.Arbitrary<Statement> {
  const args = fc.array(operandBefore(index, dialect), { maxLength: 4 })
  const call = fc.tuple(operandBefore(index, dialect), args, fc.integer({ min: 0, max: 5 }))
  const name = `${prefix}${index + 1}`
  return call.map(([callee, operands, die]) => {
    const plain = { name, callee, args: operands, place: PLACE }
    return die === 0 ? { ...plain, inner: true } : plain
  })
}

function output(count: number, dialect: DialectId): fc.Arbitrary<SolverOutput | DifferOutput> {
  const number = fc.nat({ max: 10_000 })
  const text = fc.string({ unit: 'binary', maxLength: 8 })
  const value = operandBefore(count, dialect)
  return fc.oneof(
    fc.record({ kind: fc.constant('o' as const), number, mutated: fc.boolean(), solver: text, value }),
    fc.record({ kind: fc.constant('s' as const), number, owner: text, differ: text, value }),
  )
}

function programOf(count: number, kind: string, prefix: string, id: DialectId): fc.Arbitrary<Program> {
  const file = fc.constant('')
  const dialect = fc.constant(id)
  const statements = fc.tuple(...Array.from({ length: count }, (_, k) => statement(k, prefix, id)))
  if (kind === 'batt') {
    const outputs = fc.array(output(count, id), { maxLength: 4 })
    return fc.record({ name: fc.constant(kind), mode: fc.constant('guarded'), dialect, file, statements, outputs })
  }
  return fc.record({
    name: fc.constant(`${kind}_ab12cd34`),
    task: fc.constant('ab12cd34'),
    mode: fc.constant('strict'),
    dialect,
    file,
    statements,
    result: operandBefore(count, id),
    outputs: fc.constant([]),
  })
}

/** The program with only those inner calls that are used once, which is what makes them a part of another call. */
function keepUsedOnce(program: Program): Program {
  const { statements, outputs, result } = program
  const operands = statements.flatMap(({ callee, args }) => [callee, ...args])
  operands.push(...outputs.map(({ value }) => value), ...(result === undefined ? [] : [result]))
  const usesOf = (k: number) => operands.filter((o) => o.kind === 'statement' && o.index === k).length
  const kept = statements.map((own, k): Statement => {
    const { inner, ...plain } = own
    return inner === true && usesOf(k) !== 1 ? plain : own
  })
  return { ...program, statements: kept }
}

/** Programs of every dialect, of up to twelve statements; most of their calls can only fail, which is nothing to a reader. */
export const anyProgram: fc.Arbitrary<Program> = fc
  .tuple(
    fc.nat({ max: 12 }),
    fc.constantFrom('solve', 'verify', 'batt'),
    fc.constantFrom('x', 't', 'größe_'),
    fc.constantFrom(...dialectIds),
  )
  .chain((choice) => programOf(...choice))
  .map(keepUsedOnce)

/** The same without inner calls: every statement has a name, which Python keeps. */
export const anyFlatProgram: fc.Arbitrary<Program> = anyProgram.map((program) => ({
  ...program,
  statements: program.statements.map(({ name, callee, args, place }) => ({ name, callee, args, place })),
}))
