// The parts of a group that are run on a task, and the places of programs among them.

import type { Task } from '../../data/task.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import type { PlannedGroup } from './plan-groups.ts'

/** The place of a program. */
export interface Place {
  /** The position of its part among those that are run, and the number of the program in its plan. */
  readonly part: number
  readonly index: number
  readonly planned: PlannedProgram
}

/** The parts of a group that are run on a task. */
export interface TaskParts {
  /** The numbers of their plans in the run. */
  readonly plans: readonly number[]
  /** The number of programs that are run. */
  readonly programCount: number
  /** For each program of the group its place; undefined where it is in none of the parts. */
  readonly places: readonly (Place | undefined)[]
}

/** The parts of groups by task. What is the same on all tasks of a group is found once. */
export class PartFinder {
  readonly #groups: readonly PlannedGroup[]
  readonly #firstPlans: Int32Array
  readonly #everywhere: (TaskParts | undefined)[] = []

  constructor(groups: readonly PlannedGroup[]) {
    this.#groups = groups
    this.#firstPlans = new Int32Array(groups.length)
    let next = 0
    for (let k = 0; k < groups.length; k++) {
      this.#firstPlans[k] = next
      next += groups[k]!.parts.length
    }
  }

  /** The parts of a group, by its number, that are run on one of its tasks. */
  partsOn(number: number, task: Task): TaskParts {
    const known = this.#everywhere[number]
    if (known !== undefined) return known
    const group = this.#groups[number]!
    const isEverywhere = group.parts.every(({ tasks }) => tasks === undefined)
    const found = findParts(group, this.#firstPlans[number]!, task)
    if (isEverywhere) this.#everywhere[number] = found
    return found
  }
}

function findParts({ programs, parts }: PlannedGroup, firstPlan: number, task: Task): TaskParts {
  const plans: number[] = []
  const places: (Place | undefined)[] = programs.map(() => undefined)
  let programCount = 0
  for (let k = 0; k < parts.length; k++) {
    const { positions, plan, tasks } = parts[k]!
    if (tasks?.has(task) === false) continue
    const part = plans.length
    plans.push(firstPlan + k)
    programCount += positions.length
    for (let index = 0; index < positions.length; index++)
      places[positions[index]!] = { part, index, planned: plan.programs[index]! }
  }
  return { plans, programCount, places }
}
