// Extracts one solver's candidate or one differ of a batt as a program of its own.

import { closestName } from '../language/closest-name.ts'
import { UserError } from '../language/errors.ts'
import { findLiveStatements } from '../language/live-statements.ts'
import type { DifferOutput, Operand, Program, SolverOutput, Statement } from '../language/program.ts'
import { taskOfName } from '../language/program-names.ts'

type Output = SolverOutput | DifferOutput

/** How an output is extracted. */
export interface CutOptions {
  /** A strict program instead of a batt with one output. Default: false. */
  readonly strict?: boolean
  /** The number of the entry, where several have the same name. */
  readonly number?: number
}

const MAX_NAME_LENGTH = 180
const MAX_LISTED = 10

/**
 * Extracts the entry of a batt with this name: the id of a solver, or `owner/differ`. The program has the same value on
 * every input; a strict one has it wherever none of its statements takes a default, and fails elsewhere.
 */
export function cutProgram(batt: Program, name: string, { strict = false, number }: CutOptions = {}): Program {
  if (batt.mode !== 'guarded') throw new UserError('cut-batt', `${batt.name} is not a batt`)
  const output = findOutput(batt, name, number)
  const isLive = findLiveStatements({ ...batt, outputs: [output] })
  const indexes = new Map<number, number>()
  for (const k of batt.statements.keys()) if (isLive[k]!) indexes.set(k, indexes.size)
  const place = (operand: Operand): Operand =>
    operand.kind === 'statement' ? { kind: 'statement', index: indexes.get(operand.index)! } : operand
  const statements = [...indexes.keys()].map((k): Statement => {
    const { inner, ...statement } = batt.statements[k]!
    const moved = { ...statement, callee: place(statement.callee), args: statement.args.map(place) }
    return inner === true && !strict ? { ...moved, inner } : moved
  })
  const value = place(output.value)
  const { dialect, file } = batt
  const base = { dialect, file, statements }
  if (!strict) return { ...base, name: `batt_${nameOf(output)}`, mode: 'guarded', outputs: [{ ...output, value }] }
  const own = strictName(output)
  const task = taskOfName(own)
  return { ...base, name: own, ...(task === undefined ? {} : { task }), mode: 'strict', result: value, outputs: [] }
}

/** The names by which the entries of a batt can be cut. */
function cutNames({ outputs }: Program): string[] {
  return [...new Set(outputs.map(labelOf))]
}

function labelOf(output: Output): string {
  return output.kind === 'o' ? output.solver : `${output.owner}/${output.differ}`
}

function findOutput(batt: Program, name: string, number: number | undefined): Output {
  const named = batt.outputs.filter((output) => labelOf(output) === name)
  if (named.length === 0) throw unknownOutput(batt, name)
  const chosen = number === undefined ? named : named.filter((output) => output.number === number)
  // Entries with one value are one output.
  const [first] = chosen
  if (first !== undefined && chosen.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value))) {
    return first
  }
  const numbers = [...new Set(named.map((output) => output.number))]
  const advice = `Add the number of one of them, as in --number ${numbers[0]}: ${list(numbers.map(String))}`
  const message =
    first === undefined
      ? `No entry of ${batt.name} named ${name} has the number ${number}`
      : `${chosen.length} entries of ${batt.name} have the name ${name}`
  throw new UserError('unknown-id', message, { advice })
}

function unknownOutput(batt: Program, name: string): UserError {
  const names = cutNames(batt)
  const message = `${batt.name} has no solver or differ ${JSON.stringify(name.slice(0, 100))}`
  const suggestion = closestName(name, names) ?? closestName(name.replace(/^(?:solve|verify)_/, ''), names)
  if (suggestion !== undefined) return new UserError('unknown-id', message, { advice: `Did you mean ${suggestion}?` })
  const solvers = batt.outputs.flatMap((output) => (output.kind === 'o' ? [output.solver] : []))
  const differs = batt.outputs.flatMap((output) => (output.kind === 's' ? [labelOf(output)] : []))
  const kinds = [solvers, differs].filter((own) => own.length > 0).map((own) => list([...new Set(own)]))
  return new UserError('unknown-id', message, { advice: `Names of entries: ${kinds.join('; ')}` })
}

function list(names: readonly string[]): string {
  return names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ', …' : '')
}

/** The name of an entry as a part of the name of a program. */
function nameOf(output: Output): string {
  const text = output.kind === 'o' ? output.solver : `${output.owner}_${output.differ}`
  return text.replaceAll(/[^\p{XID_Continue}]/gu, '_').slice(0, MAX_NAME_LENGTH) || 'output'
}

function strictName(output: Output): string {
  const name = nameOf(output)
  if (output.kind === 's') return `differ_${name}`
  return /^(?:solve|verify)_./.test(name) ? name : `solve_${name}`
}
