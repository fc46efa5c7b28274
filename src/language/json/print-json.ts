// Prints programs as JSON; reading the output returns the same programs, except for source places.

import { withNames } from '../dialects.ts'
import { nameOfKey } from '../names.ts'
import { recognizeProgram } from '../recognize-dialect.ts'
import { constants } from '../values/constants.ts'
import { housekeepingNames } from '../function-scope.ts'
import type { DifferOutput, Operand, Program, SolverOutput } from '../program.ts'
import { isProgramName, taskOfName } from '../program-names.ts'
import type { Notation } from '../values/value-notation.ts'

/** Prints a program file in JSON, one statement per line; docs/programs.md describes the format. */
export function printJsonPrograms(programs: readonly Program[]): string {
  if (programs.length === 0) return '{"programs": []}\n'
  return `{"programs": [\n${programs.map(printJsonProgram).join(',\n')}\n]}\n`
}

/** Prints one program in JSON, which is also a valid program file. */
export function printJsonProgram(program: Program): string {
  const names = nameStatements(program)
  const show = (operand: Operand) => toJson(operand, names)
  const { name, task, mode, dialect } = program
  const members = [`"name": ${JSON.stringify(name)}`]
  if (task !== undefined && task !== taskOfName(name)) members.push(`"task": ${JSON.stringify(task)}`)
  members.push(`"mode": ${JSON.stringify(mode)}`)
  if (dialect !== 'a' || recognizeProgram(program) !== 'a') members.push(`"dialect": ${JSON.stringify(dialect)}`)
  const statements = program.statements.map(({ callee, args, inner }, k) => {
    const statement = { name: names[k], call: show(callee), args: args.map(show), ...(inner ? { inner } : {}) }
    return print(statement)
  })
  members.push(`"statements": ${printList(statements)}`)
  if (program.result !== undefined) members.push(`"result": ${print(show(program.result))}`)
  if (mode === 'guarded') {
    members.push(`"outputs": ${printList(program.outputs.map((output) => printOutput(output, show)))}`)
  }
  return `{${members.join(', ')}}`
}

function printOutput(output: SolverOutput | DifferOutput, show: (operand: Operand) => Json): string {
  return print({ ...output, value: show(output.value) })
}

function printList(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n  ${lines.join(',\n  ')}\n]`
}

type Json = string | Notation

/** Prints a value on one line, with a blank after commas and colons. */
function print(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(print).join(', ')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  return `{${Object.entries(json)
    .map(([key, value]) => `${JSON.stringify(key)}: ${print(value)}`)
    .join(', ')}}`
}

function toJson(operand: Operand, names: readonly string[]): Json {
  switch (operand.kind) {
    case 'statement':
      return names[operand.index]!
    case 'input':
      return operand.name
    case 'primitive':
      return nameOfKey(operand.key)
    case 'constant': {
      const { name, value } = operand
      const isNamed = name !== undefined && JSON.stringify(constants.get(name)) === JSON.stringify(value)
      return isNamed ? name : withNames(value)
    }
    default:
      return operand satisfies never
  }
}

/** Statement names; invalid or ambiguous names are replaced. */
function nameStatements({ statements, outputs, result }: Program): string[] {
  const wellKnown = new Set<string>(['I', 'S', 'C', ...housekeepingNames])
  const used = new Set<number>()
  const note = (operand: Operand): void => {
    if (operand.kind === 'statement') used.add(operand.index)
    else if (operand.kind === 'primitive') wellKnown.add(nameOfKey(operand.key))
    else if (operand.name !== undefined) wellKnown.add(operand.name)
  }
  for (const { callee, args } of statements) for (const operand of [callee, ...args]) note(operand)
  for (const { value } of outputs) note(value)
  if (result !== undefined) note(result)
  const taken = new Set(statements.map(({ name }) => name))
  const given = new Set<string>()
  let next = 1
  return statements.map(({ name }, k) => {
    // `_` cannot be used as an operand, so any number of statements can have this name.
    if (name === '_' && !used.has(k)) return name
    let own = name
    while (own === '_' || !isProgramName(own) || wellKnown.has(own) || given.has(own)) {
      do own = `x${next++}`
      while (taken.has(own))
    }
    given.add(own)
    return own
  })
}
