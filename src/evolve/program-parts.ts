// Programs of a search: taken apart into calls, put together again in one canonical form.

import { BattStatements, spellOperand } from '../batts/batt-statements.ts'
import { translateOperand } from '../batts/batt-dialect.ts'
import type { DialectId } from '../language/dialects.ts'
import type { Operand, Program, Statement } from '../language/program.ts'

/** The input grid. */
export const INPUT: Operand = { kind: 'input', name: 'I' }

/**
 * The strict program that returns an operand: only the calls that it depends on, each after its arguments and before the calls
 * that come later in the text, with the names x1, x2, … Equal programs have equal statements.
 */
export function programOf(batt: BattStatements, result: Operand, name = 'solve'): Program {
  const statements: Statement[] = []
  const places = new Map<number, Operand>()
  const place = (operand: Operand): Operand => {
    if (operand.kind !== 'statement') return operand
    const known = places.get(operand.index)
    if (known !== undefined) return known
    const { callee, args } = batt.statements[operand.index]!
    const placed = { callee: place(callee), args: args.map(place) }
    const index = statements.length
    statements.push({ name: `x${index + 1}`, ...placed, place: { line: index + 1, column: 1 } })
    const own: Operand = { kind: 'statement', index }
    places.set(operand.index, own)
    return own
  }
  const placed = place(result)
  return { name, mode: 'strict', dialect: batt.dialect, file: '', statements, result: placed, outputs: [] }
}

/** The spelling of a program; programs of one dialect with the same one are equal but for names. */
export function spellProgram({ statements, result }: Program): string {
  const calls = statements.map(({ callee, args }) => [callee, ...args].map(spellOperand).join(','))
  return `${calls.join(';')}>${spellOperand(result!)}`
}

/** Adds the calls of a program to statements, in the dialect of these; `grid` takes the place of I. Returns each call's operand. */
export function addCalls(batt: BattStatements, program: Program, grid: Operand = INPUT): Operand[] {
  const values: Operand[] = []
  for (const { callee, args } of program.statements) {
    const place = (operand: Operand): Operand => placeOperand(operand, values, grid, batt.dialect)
    values.push(batt.call(place(callee), args.map(place)))
  }
  return values
}

/** Adds a program to statements and returns the operand of its result. */
export function addProgram(batt: BattStatements, program: Program, grid: Operand = INPUT): Operand {
  return placeOperand(program.result!, addCalls(batt, program, grid), grid, batt.dialect)
}

function placeOperand(operand: Operand, values: readonly Operand[], grid: Operand, dialect: DialectId): Operand {
  if (operand.kind === 'statement') return values[operand.index]!
  if (operand.kind === 'input') return operand.name === 'I' ? grid : operand
  return translateOperand(operand, dialect)
}

/** The program that applies a differ to the output of a program and C. */
function appendDiffer(program: Program, differ: Program): Program {
  const batt = new BattStatements(program.dialect)
  return programOf(batt, addProgram(batt, differ, addProgram(batt, program)))
}

/** Each program with each differ appended, program by program: their values are those of the differs on the outputs. */
export function appendDiffers(programs: readonly Program[], differs: readonly Program[]): Program[] {
  return programs.flatMap((program) => differs.map((differ) => appendDiffer(program, differ)))
}

/** A program in canonical form and in another dialect. */
export function normalizeProgram(program: Program, dialect: DialectId): Program {
  const batt = new BattStatements(dialect)
  return programOf(batt, addProgram(batt, program))
}

/** The number of calls of a program, by which short programs are preferred. */
export function sizeOf({ statements }: Program): number {
  return statements.length
}
