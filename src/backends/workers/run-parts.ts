// The plans and tasks of a run in shared memory, packed part by part: threads begin on the first part while the others are packed.

import type { Plan } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import type { PartMessage, PlanPart, RunData, TaskPart } from './messages.ts'
import { UnpackedPlans, packPlans } from './packed-plans.ts'
import { PackedTask, countTasks, packTasks } from './packed-tasks.ts'
import { type Schedule, countBatches, reachOf } from './schedule.ts'

/** Each part has the data of this number of times the batches of the part before. */
const PART_GROWTH = 2

/** Packs the plans and tasks that a run refers to by their numbers, in the order of the batches that need them. */
export class RunPacker {
  readonly data: RunData
  /** All batches below this one have their data. */
  readyBatches = 0
  readonly #plans: readonly Plan[]
  readonly #tasks: readonly Unit['task'][]
  readonly #schedule: Schedule
  #planEnd: number
  #taskEnd: number
  #partBatches = 1

  /** The data may have parts already. */
  constructor(plans: readonly Plan[], tasks: readonly Unit['task'][], schedule: Schedule, data: RunData) {
    this.#plans = plans
    this.#tasks = tasks
    this.#schedule = schedule
    this.data = data
    this.#planEnd = planEndOf(data.plans.at(-1))
    this.#taskEnd = taskEndOf(data.tasks.at(-1))
    if (this.#isWhole) this.readyBatches = countBatches(schedule)
  }

  get isDone(): boolean {
    return this.readyBatches === countBatches(this.#schedule) && this.#isWhole
  }

  get #isWhole(): boolean {
    return this.#planEnd === this.#plans.length && this.#taskEnd === this.#tasks.length
  }

  /** Packs the data of some more batches. With the last ones it packs all that is left, which another run may need. */
  packPart(): PartMessage {
    const batchCount = countBatches(this.#schedule)
    const end = Math.min(batchCount, this.readyBatches + this.#partBatches)
    const reach =
      end === batchCount
        ? { plan: this.#plans.length, task: this.#tasks.length }
        : reachOf(this.#schedule, this.readyBatches, end)
    const plans = this.#packPlans(reach.plan)
    const tasks = this.#packTasks(reach.task)
    this.readyBatches = end
    this.#partBatches *= PART_GROWTH
    return { kind: 'part', plans, tasks }
  }

  #packPlans(end: number): PlanPart | undefined {
    const first = this.#planEnd
    if (end <= first) return undefined
    const part = { first, packed: packPlans(this.#plans.slice(first, end)) }
    this.data.plans.push(part)
    this.#planEnd = end
    return part
  }

  #packTasks(end: number): TaskPart | undefined {
    const first = this.#taskEnd
    if (end <= first) return undefined
    const part = { first, packed: packTasks(this.#tasks.slice(first, end)) }
    this.data.tasks.push(part)
    this.#taskEnd = end
    return part
  }
}

/** The plans and tasks of a run as a thread has them. Parts that are missing are received when they are needed. */
export class ReceivedRun {
  readonly data: RunData
  readonly #receive: () => PartMessage
  readonly #unpacked: UnpackedPlans[] = []

  constructor(data: RunData, receive: () => PartMessage) {
    this.data = data
    this.#receive = receive
  }

  /** Adds a part that has arrived. */
  add({ plans, tasks }: PartMessage): void {
    if (plans !== undefined) this.data.plans.push(plans)
    if (tasks !== undefined) this.data.tasks.push(tasks)
  }

  /** Plan number `k`. */
  plan(k: number): Plan {
    const { plans } = this.data
    while (k >= planEndOf(plans.at(-1))) this.add(this.#receive())
    let number = plans.length - 1
    while (k < plans[number]!.first) number--
    const { first, packed } = plans[number]!
    return (this.#unpacked[number] ??= new UnpackedPlans(packed)).plan(k - first)
  }

  /** Task number `t`. */
  task(t: number): PackedTask {
    const { tasks } = this.data
    while (t >= taskEndOf(tasks.at(-1))) this.add(this.#receive())
    return findTask(tasks, t)
  }
}

/** Task number `t`, which is packed. */
export function findTask(tasks: readonly TaskPart[], t: number): PackedTask {
  let number = tasks.length - 1
  while (t < tasks[number]!.first) number--
  const { first, packed } = tasks[number]!
  return new PackedTask(packed, t - first)
}

function planEndOf(last: PlanPart | undefined): number {
  return last === undefined ? 0 : last.first + last.packed.starts.length
}

function taskEndOf(last: TaskPart | undefined): number {
  return last === undefined ? 0 : last.first + countTasks(last.packed)
}
