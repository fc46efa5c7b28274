// The parts of a group that are run on a task, and the places of programs among them.

import type { Task } from '../../data/task.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import type { PlannedGroup, PlannedPart } from './plan-groups.ts'

/** The place of a program. */
export interface Place {
  /** The position of its part among those that are run, and the number of the program in its plan. */
  readonly part: number
  readonly index: number
  readonly planned: PlannedProgram
}

/** The parts of a group that are run on a task. */
export class TaskParts {
  /** The numbers of their plans in the run. */
  readonly plans: readonly number[]
  readonly #parts: readonly PlannedPart[]
  readonly #groupSize: number
  #places: readonly (Place | undefined)[] | undefined

  /** `groupSize` is the number of programs of the group. */
  constructor(plans: readonly number[], parts: readonly PlannedPart[], groupSize: number) {
    this.plans = plans
    this.#parts = parts
    this.#groupSize = groupSize
  }

  /** The number of programs that are run. */
  get programCount(): number {
    let count = 0
    for (let k = 0; k < this.#parts.length; k++) count += this.#parts[k]!.positions.length
    return count
  }

  /**
   * For each program of the group its place; undefined where it is in none of the parts. Found when results are collected: threads
   * wait for the units of a run, not for these.
   */
  get places(): readonly (Place | undefined)[] {
    return (this.#places ??= findPlaces(this.#parts, this.#groupSize))
  }
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
  const own: PlannedPart[] = []
  for (let k = 0; k < parts.length; k++) {
    if (parts[k]!.tasks?.has(task) === false) continue
    plans.push(firstPlan + k)
    own.push(parts[k]!)
  }
  return new TaskParts(plans, own, programs.length)
}

function findPlaces(parts: readonly PlannedPart[], groupSize: number): (Place | undefined)[] {
  const places: (Place | undefined)[] = []
  for (let k = 0; k < groupSize; k++) places.push(undefined)
  for (let part = 0; part < parts.length; part++) {
    const { positions, plan } = parts[part]!
    for (let index = 0; index < positions.length; index++)
      places[positions[index]!] = { part, index, planned: plan.programs[index]! }
  }
  return places
}
