// Prints programs in Python syntax; reading the output returns the same programs, except for source places.

import { nameOfKey } from '../names.ts'
import { recognizeProgram } from '../recognize-dialect.ts'
import { constants } from '../values/constants.ts'
import { type DialectId, layoutOf } from '../dialects.ts'
import type { DifferOutput, Operand, Program, SolverOutput } from '../program.ts'
import { isPythonName } from '../program-names.ts'
import { printStringLiteral } from './string-literal.ts'
import type { Notation } from '../values/value-notation.ts'

const FAILURES = '(TypeError, AttributeError, ValueError, IndexError, KeyError)'

/**
 * Prints a program as a function: a guarded program as a batt, a verifier with annotations, any other as a solver. A
 * dialect that could not be recognised is declared by a comment.
 */
export function printProgram(program: Program): string {
  return printPrograms([program])
}

function printFunction(program: Program): string {
  const { calls, callees, names, show } = spellCalls(program)
  const lines = [printHead(program)]
  const guarded = program.mode === 'guarded'
  if (guarded) lines.push('    s = []', '    o = []')
  const { outputs } = program
  let printed = 0
  // An entry stands as early as its value and its place among the entries allow.
  const printOutputs = (statementCount: number): void => {
    while (printed < outputs.length && isBefore(outputs[printed]!.value, statementCount))
      lines.push(`    ${printOutput(outputs[printed++]!, show)}`)
  }
  printOutputs(0)
  for (const [k, { inner }] of program.statements.entries()) {
    if (inner === true) continue
    const line = `${names[k]} = ${calls[k]}`
    if (guarded) {
      lines.push('    try:', `        ${line}`, `    except ${FAILURES}:`)
      lines.push(`        ${names[k]} = _get_safe_default(${callees[k]})`)
    } else lines.push(`    ${line}`)
    printOutputs(k + 1)
  }
  printOutputs(program.statements.length)
  if (guarded) lines.push('    return o, s')
  else if (program.result !== undefined) lines.push(`    return ${show(program.result)}`)
  return `${lines.join('\n')}\n`
}

/** Whether an operand is known after a number of statements. */
function isBefore(operand: Operand, statementCount: number): boolean {
  return operand.kind !== 'statement' || operand.index < statementCount
}

/** The call of each statement, as in `printProgram`. */
export function printCalls(program: Program): string[] {
  return spellCalls(program).calls
}

function spellCalls(program: Program) {
  const names = nameStatements(program)
  // The text of a statement as an operand: its name, or the call itself for an inner statement.
  const spellings = [...names]
  const show = (operand: Operand) => printOperand(operand, spellings)
  const callees: string[] = []
  const calls = program.statements.map(({ callee, args, inner }, k) => {
    // A called number needs parentheses: otherwise a sign would apply to the result of the call.
    const isNumber = callee.kind === 'constant' && typeof callee.value === 'number'
    callees.push(isNumber ? `(${show(callee)})` : show(callee))
    // Concatenation instead of join: nested ropes share memory.
    const call = `${callees[k]}(${args.reduce((text, arg, a) => text + (a === 0 ? '' : ', ') + show(arg), '')})`
    if (inner === true) spellings[k] = call
    return call
  })
  return { calls, callees, names, show }
}

/** Prints a program file, with blank lines between the programs. */
export function printPrograms(programs: readonly Program[]): string {
  const layouts = new Set(programs.map(({ dialect }) => layoutOf(dialect)))
  const isDeclared = layouts.size > 1 || programs.some((program) => recognizeProgram(program) !== program.dialect)
  let before: DialectId | undefined
  const parts = programs.map((program) => {
    const head = isDeclared && program.dialect !== before ? `# dialect: ${program.dialect}\n` : ''
    before = program.dialect
    return head + printFunction(program)
  })
  return parts.join('\n\n')
}

function printHead(program: Program): string {
  if (program.mode === 'guarded') return `def ${program.name}(task_id, S, I, C, log_path):`
  const used = new Set<string>()
  for (const { callee, args } of program.statements) for (const operand of [callee, ...args]) addInput(operand, used)
  if (program.result !== undefined) addInput(program.result, used)
  const onlyI = !used.has('S') && !used.has('C')
  if (onlyI && program.name.startsWith('verify_')) return `def ${program.name}(I: Grid) -> Grid:`
  return `def ${program.name}(${onlyI ? 'I' : 'S, I, C'}):`
}

function addInput(operand: Operand, used: Set<string>): void {
  if (operand.kind === 'input') used.add(operand.name)
}

function printOutput(output: SolverOutput | DifferOutput, show: (operand: Operand) => string): string {
  const value = show(output.value)
  if (output.kind === 'o') {
    const mutated = output.mutated ? 'True' : 'False'
    return `o.append((${output.number}, ${mutated}, ${printStringLiteral(output.solver)}, ${value}))`
  }
  const { number, owner, differ } = output
  return `s.append((${number}, ${printStringLiteral(owner)}, ${printStringLiteral(differ)}, ${value}))`
}

/** Prints an operand; `names` has the name of each statement. */
export function printOperand(operand: Operand, names: readonly string[]): string {
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
      return isNamed ? name : printValue(value)
    }
    default:
      return operand satisfies never
  }
}

/** Prints a value as a literal, a primitive as its name, a closure as the call of its combinator. */
function printValue(value: Notation): string {
  if (value === null) return 'None'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if ('t' in value) return printTuple(value.t.map(printValue))
  if ('s' in value) return value.s.length === 0 ? 'frozenset()' : `frozenset({${value.s.map(printValue).join(', ')}})`
  if ('g' in value) return printTuple(value.g.map((row) => printTuple([...row])))
  if ('f' in value) return nameOfKey(value.f)
  return `${nameOfKey(value.call)}(${value.args.map(printValue).join(', ')})`
}

function printTuple(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`
}

// Names that printed functions use themselves.
const RESERVED = {
  strict: new Set('I S C frozenset _'.split(' ')),
  guarded: new Set('I S C o s task_id log_path frozenset _ _get_safe_default batch_process_samples_gpu'.split(' ')),
}

/** Statement names; names that are invalid in Python or ambiguous in this program are replaced. */
function nameStatements({ mode, statements, outputs, result }: Program): string[] {
  const used = new Set<string>()
  for (const { callee, args } of statements) for (const operand of [callee, ...args]) addWellKnown(operand, used)
  for (const { value } of outputs) addWellKnown(value, used)
  if (result !== undefined) addWellKnown(result, used)
  const wanted = new Set(statements.map((statement) => statement.name))
  const taken = new Set<string>()
  let next = 1
  return statements.map(({ name }) => {
    let own = name
    while (!isPythonName(own) || RESERVED[mode].has(own) || used.has(own) || taken.has(own)) {
      do own = `x${next++}`
      while (wanted.has(own))
    }
    taken.add(own)
    return own
  })
}

function addWellKnown(operand: Operand, used: Set<string>): void {
  if (operand.kind === 'primitive') used.add(nameOfKey(operand.key))
  if (operand.kind !== 'constant') return
  if (operand.name !== undefined) used.add(operand.name)
  for (const [, name] of JSON.stringify(operand.value).matchAll(/"(?:f|call)":"(\w+)/g)) used.add(name!)
}
