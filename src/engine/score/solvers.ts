// Solvers: a strict program is one solver, and so is each candidate of a batt.

import type { Operand, Program } from '../../language/program.ts'
import { programLabels } from '../run/program-labels.ts'

/** A solver and the place of its output. */
export interface Solver {
  /** The index of its program. */
  readonly program: number
  /** The index of its output: 0 for a strict program, the index among the outputs for a batt. */
  readonly output: number
  /** Unique: the name of the program, or the id of the solver with the name of its batt. */
  readonly name: string
  /** The id of the solver in a batt, and the number of its statement; null for a strict program. */
  readonly id: string | null
  readonly number: number | null
  readonly mutated: boolean
  /** The number of statements that its output depends on. */
  readonly size: number
}

/** All solvers in the order of the programs and of their outputs. */
export function listSolvers(programs: readonly Program[]): Solver[] {
  const labelOf = programLabels(programs)
  return programs.flatMap((program, p) => listSolversOf(program, p, labelOf(program)))
}

function listSolversOf(program: Program, p: number, label: string): Solver[] {
  if (program.mode === 'strict') {
    const size = program.result === undefined ? 0 : countStatements(program, program.result)
    return [{ program: p, output: 0, name: label, id: null, number: null, mutated: false, size }]
  }
  const uses = new Map<string, number>()
  for (const output of program.outputs)
    if (output.kind === 'o') uses.set(output.solver, (uses.get(output.solver) ?? 0) + 1)
  return program.outputs.flatMap((output, k): Solver[] => {
    if (output.kind !== 'o') return []
    const { solver: id, number, mutated, value } = output
    const name = `${id}${uses.get(id)! > 1 ? ` #${number}` : ''} in ${label}`
    return [{ program: p, output: k, name, id, number, mutated, size: countStatements(program, value) }]
  })
}

/** The program of one solver alone: a strict one as it is, a batt with this candidate as its only output. */
export function isolateSolver(programs: readonly Program[], { program, output }: Solver): Program {
  const whole = programs[program]!
  return whole.mode === 'strict' ? whole : { ...whole, outputs: [whole.outputs[output]!] }
}

/** The number of statements that a value depends on. */
function countStatements({ statements }: Program, value: Operand): number {
  const seen = new Set<number>()
  const waiting = [value]
  while (waiting.length > 0) {
    const operand = waiting.pop()!
    if (operand.kind !== 'statement' || seen.has(operand.index)) continue
    seen.add(operand.index)
    const { callee, args } = statements[operand.index]!
    waiting.push(callee, ...args)
  }
  return seen.size
}
