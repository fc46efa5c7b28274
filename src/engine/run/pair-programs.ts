// Pairs programs with tasks.

import type { Task } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'

/** `own`: a program runs on the task whose id its name ends with. `all`: every program runs on every task. */
export type Pairing = 'own' | 'all'

/** Programs that run on the same tasks and are merged; both are indexes. */
export interface Group {
  readonly programs: readonly number[]
  readonly tasks: readonly number[]
}

/** The groups in the order of the tasks. Programs without a task and tasks without a program are in none. */
export function pairPrograms(programs: readonly Program[], tasks: readonly Task[], pairing: Pairing): Group[] {
  if (pairing === 'all') {
    if (programs.length === 0 || tasks.length === 0) return []
    return [{ programs: [...programs.keys()], tasks: [...tasks.keys()] }]
  }
  const byId = new Map(tasks.map(({ id }, t) => [id, t]))
  const lengths = [...new Set(tasks.map(({ id }) => id.length))].sort((a, b) => b - a)
  const programsOf: number[][] = tasks.map(() => [])
  for (const [p, { name }] of programs.entries()) {
    // The longest id counts where one ends with another.
    const length = lengths.find((count) => count > 0 && byId.has(name.slice(-count)))
    if (length !== undefined) programsOf[byId.get(name.slice(-length))!]!.push(p)
  }
  return programsOf.flatMap((own, t) => (own.length === 0 ? [] : [{ programs: own, tasks: [t] }]))
}
