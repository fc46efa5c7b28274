// A batt under construction: adds lines, entries and mutations.

import type { Random } from '../data/random.ts'
import type { DifferOutput, Operand, SolverOutput } from '../language/program.ts'
import { printOperand } from '../language/python/print-python.ts'
import { translateOperand } from './batt-dialect.ts'
import type { BattStatements } from './batt-statements.ts'
import { mutateTyped } from './mutate-typed.ts'
import { mutateUntyped } from './mutate-untyped.ts'
import type { Mutation } from './mutation.ts'
import type { ProgramLines, StatementOperand } from './program-lines.ts'
import { hintedParameters } from './value-kinds.ts'

/** How often and how arguments are mutated. */
interface MutationSettings {
  /** The probability per argument. */
  readonly rate: number
  readonly typed: boolean
  readonly random: Random
}

type MutatedArgument = Pick<Mutation, 'argument' | 'parameter' | 'kind' | 'from' | 'to'>

const I: Operand = { kind: 'input', name: 'I' }
// Rates are compared as integers, so that every machine draws the same.
const RATE_STEPS = 1_000_000

/** Adds to the statements of a batt and collects its outputs. */
export class CardBuilder {
  readonly batt: BattStatements
  readonly outputs: (SolverOutput | DifferOutput)[] = []
  readonly mutations: Mutation[] = []
  lines = 0
  readonly #settings: MutationSettings

  constructor(batt: BattStatements, settings: MutationSettings) {
    this.batt = batt
    this.#settings = settings
  }

  /** Adds the next line of a solver, mutated at the rate. */
  addLine(solver: ProgramLines): void {
    const line = solver.takeLine()
    const place = (operand: Operand): Operand => this.#place(operand, solver, I)
    const callee = place(line.callee)
    const { args, mutated } = this.#mutateArguments(callee, line.args.map(place))
    const value = this.#call(callee, args)
    solver.setValue(line, value)
    if (mutated.length > 0) solver.isMutated = true
    const record = { solver: solver.id, line: line.line, name: line.name, statement: spell(value) }
    for (const mutation of mutated) this.mutations.push({ ...record, ...mutation })
  }

  /** Adds the entry of a solver whose last line is added. */
  addCandidate({ id, result, isMutated }: ProgramLines): void {
    this.outputs.push({ kind: 'o', number: result.index + 1, mutated: isMutated, solver: id, value: result })
  }

  /** Adds all lines of a differ with a grid in the place of I, and its entry. */
  addDiffer(differ: ProgramLines, owner: string, grid: Operand): void {
    while (!differ.isDone) {
      const line = differ.takeLine()
      const place = (operand: Operand): Operand => this.#place(operand, differ, grid)
      differ.setValue(line, this.#call(place(line.callee), line.args.map(place)))
    }
    const { id, result } = differ
    this.outputs.push({ kind: 's', number: result.index + 1, owner, differ: id, value: result })
  }

  #call(callee: Operand, args: readonly Operand[]): StatementOperand {
    this.lines++
    return this.batt.call(callee, args)
  }

  /** An operand of a program in terms of the batt. */
  #place(operand: Operand, program: ProgramLines, grid: Operand): Operand {
    if (operand.kind === 'statement') return program.valueOf(operand.index)
    if (operand.kind === 'input') return operand.name === 'I' ? grid : operand
    return translateOperand(operand, this.batt.dialect)
  }

  #mutateArguments(callee: Operand, given: readonly Operand[]): { args: Operand[]; mutated: MutatedArgument[] } {
    const { rate, typed, random } = this.#settings
    const threshold = Math.round(rate * RATE_STEPS)
    const mutate = typed ? mutateTyped : mutateUntyped
    const args = [...given]
    const mutated: MutatedArgument[] = []
    if (threshold === 0) return { args, mutated }
    const parameters = callee.kind === 'primitive' ? hintedParameters(callee.key, this.batt.dialect) : []
    for (const [argument, from] of given.entries()) {
      if (random.below(RATE_STEPS) >= threshold) continue
      const replacement = mutate({ batt: this.batt, callee, args, argument, random })
      if (replacement === undefined) continue
      const { kind, operand } = replacement
      args[argument] = operand
      const parameter = parameters[argument]?.name ?? null
      mutated.push({ argument: argument + 1, parameter, kind, from: spell(from), to: spell(operand) })
    }
    return { args, mutated }
  }
}

function spell(operand: Operand): string {
  return operand.kind === 'statement' ? `t${operand.index + 1}` : printOperand(operand, [])
}
