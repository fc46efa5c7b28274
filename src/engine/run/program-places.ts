// The places of programs among the parts of their group that are run on a task.

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
  /** As indexes into the parts of the group. */
  readonly parts: readonly number[]
  /** For each program of the group its place; undefined where it is in none of the parts. */
  readonly places: readonly (Place | undefined)[]
}

const known = new WeakMap<PlannedGroup, TaskParts>()

/** The parts of a group that are run on a task; found once where all parts are run on all tasks. */
export function partsOn(group: PlannedGroup, task: Task): TaskParts {
  const found = known.get(group)
  if (found !== undefined) return found
  const isRun = group.parts.map(({ tasks }) => tasks?.has(task) !== false)
  const parts = [...group.parts.keys()].filter((part) => isRun[part])
  const made = { parts, places: placesOf(group, parts) }
  if (group.parts.every(({ tasks }) => tasks === undefined)) known.set(group, made)
  return made
}

function placesOf({ programs, parts }: PlannedGroup, chosen: readonly number[]): (Place | undefined)[] {
  const places = programs.map((): Place | undefined => undefined)
  for (const [part, number] of chosen.entries()) {
    const { positions, plan } = parts[number]!
    for (const [index, position] of positions.entries())
      places[position] = { part, index, planned: plan.programs[index]! }
  }
  return places
}
