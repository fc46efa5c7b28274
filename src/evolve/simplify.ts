// Simplifies programs: calls that change no output on the demos are taken out, and the shorter program is verified there.

import { BattStatements } from '../batts/batt-statements.ts'
import type { Task } from '../data/task.ts'
import type { Operand, Program } from '../language/program.ts'
import { type CountedWork, type Judgement, type ProgramEvaluator, addCounts } from './evaluate.ts'
import { INPUT, programOf, sizeOf, spellProgram } from './program-parts.ts'

/** Each round takes out at least one call, and programs of a search are short. */
const MAX_ROUNDS = 200

/**
 * The shortest program that can be made by replacing calls by their arguments, by the input or by other calls before them, with
 * the same outputs on all demos of the tasks.
 */
export async function simplifyProgram(
  program: Program,
  tasks: readonly Task[],
  evaluator: ProgramEvaluator,
): Promise<{ program: Program; work: CountedWork }> {
  const work: CountedWork = { evaluations: 0, calls: 0 }
  let best = program
  let wanted: Judgement | undefined
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const shorter = shorterPrograms(best)
    if (shorter.length === 0) break
    const programs = wanted === undefined ? [best, ...shorter] : shorter
    const result = await evaluator.evaluate({ tasks, programs })
    addCounts(work, result.work)
    wanted ??= result.judgements[0]!
    const { behaviour } = wanted
    // Shortest first; of equal ones the first.
    const found = programs.filter((one, k) => one !== best && result.judgements[k]!.behaviour === behaviour)
    const [next] = found.toSorted((a, b) => sizeOf(a) - sizeOf(b))
    if (next === undefined) break
    best = next
  }
  return { program: best, work }
}

/** Programs with fewer calls: one call of the program is replaced by an operand that it or an earlier call has. */
function shorterPrograms(program: Program): Program[] {
  const programs = new Map<string, Program>()
  for (const [at, { callee, args }] of program.statements.entries()) {
    const earlier = Array.from({ length: at }, (_, index): Operand => ({ kind: 'statement', index }))
    for (const operand of [...args, callee, ...earlier, INPUT]) {
      const made = replaceCall(program, at, operand)
      if (sizeOf(made) < sizeOf(program)) programs.set(spellProgram(made), made)
    }
  }
  return [...programs.values()]
}

function replaceCall(program: Program, at: number, operand: Operand): Program {
  const batt = new BattStatements(program.dialect)
  const values: Operand[] = []
  const place = (own: Operand): Operand => (own.kind === 'statement' ? values[own.index]! : own)
  for (const [k, { callee, args }] of program.statements.entries())
    values.push(k === at ? place(operand) : batt.call(place(callee), args.map(place)))
  return programOf(batt, place(program.result!))
}
