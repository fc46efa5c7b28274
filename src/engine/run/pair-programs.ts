// Pairs programs with tasks.

import type { Task } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import { taskFinder } from '../../language/program-task.ts'

/** `own`: a program runs on the task that it declares, else on the one whose id its name ends with. `all`: every program runs on every task. */
export type Pairing = 'own' | 'all'

/** Programs that run on the same tasks and are merged; both are indexes. */
export interface Group {
  readonly programs: readonly number[]
  readonly tasks: readonly number[]
  /** Of a group of a shard: its place in the whole run. */
  readonly whole?: {
    /** The positions of the programs in the group of the whole run, which has `programCount` programs. */
    readonly positions: readonly number[]
    readonly programCount: number
    /** For each task, the number of the first pair of the whole group on it. */
    readonly firstPairs: readonly number[]
  }
}

/** The groups in the order of the tasks. Programs without a task and tasks without a program are in none. */
export function pairPrograms(programs: readonly Program[], tasks: readonly Task[], pairing: Pairing): Group[] {
  if (pairing === 'all') {
    if (programs.length === 0 || tasks.length === 0) return []
    return [{ programs: [...programs.keys()], tasks: [...tasks.keys()] }]
  }
  const { indexOf, findTask } = taskIndexOf(tasks)
  const programsOf = new Map<number, number[]>()
  let isSorted = true
  let last = -1
  for (let p = 0; p < programs.length; p++) {
    const task = findTask(programs[p]!)
    if (task === undefined) continue
    const t = indexOf.get(task)!
    const own = programsOf.get(t)
    if (own !== undefined) {
      own.push(p)
      continue
    }
    programsOf.set(t, [p])
    isSorted &&= t > last
    last = t
  }
  const groups = Array.from(programsOf, ([t, own]): Group => ({ programs: own, tasks: [t] }))
  // Programs are often in the order of their tasks.
  return isSorted ? groups : groups.sort((a, b) => a.tasks[0]! - b.tasks[0]!)
}

interface TaskIndex {
  readonly indexOf: ReadonlyMap<string, number>
  readonly findTask: ReturnType<typeof taskFinder>
}

/** A search makes thousands of short runs on the same tasks. */
const taskIndexes = new WeakMap<readonly Task[], TaskIndex>()

function taskIndexOf(tasks: readonly Task[]): TaskIndex {
  let index = taskIndexes.get(tasks)
  if (index === undefined) {
    const indexOf = new Map(tasks.map(({ id }, t) => [id, t]))
    index = { indexOf, findTask: taskFinder(indexOf.keys()) }
    taskIndexes.set(tasks, index)
  }
  return index
}
