// The schedules of a backend: plans of the same calls share one, also where a later run has planned them again.

import type { Plan } from '../../../plan/plan.ts'
import { ROWS } from '../../../plan/plan.ts'
import { type Schedule, schedulePlan } from './schedule.ts'

/** The number of plans whose equals are found. */
const MOST_KEPT = 16

interface Scheduled {
  readonly plan: Plan
  /** The constants as text. */
  readonly constants: string
  readonly schedule: Schedule
}

export class ScheduleCache {
  readonly #byPlan = new WeakMap<Plan, Schedule>()
  /** The last ones, the newest first. */
  readonly #kept: Scheduled[] = []

  /** The schedule of a plan. */
  scheduleOf(plan: Plan): Schedule {
    let schedule = this.#byPlan.get(plan)
    if (schedule === undefined) this.#byPlan.set(plan, (schedule = this.#findOrMake(plan)))
    return schedule
  }

  #findOrMake(plan: Plan): Schedule {
    const constants = JSON.stringify(plan.constants)
    const known = this.#kept.find((other) => other.constants === constants && isSamePlan(other.plan, plan))
    if (known !== undefined) return known.schedule
    const schedule = schedulePlan(plan)
    this.#kept.unshift({ plan, constants, schedule })
    if (this.#kept.length > MOST_KEPT) this.#kept.pop()
    return schedule
  }
}

/** Whether plans with the same constants have the same calls in the same slots. Programs do not matter to a schedule. */
function isSamePlan(a: Plan, b: Plan): boolean {
  if (a.layout !== b.layout || a.slotCount !== b.slotCount || a.longArguments.size !== b.longArguments.size)
    return false
  if (!isEqual(a.primitives, b.primitives)) return false
  for (const sort of ROWS) if (!isEqual(a.steps[sort], b.steps[sort])) return false
  for (const [slot, args] of a.longArguments) {
    const own = b.longArguments.get(slot)
    if (own === undefined || !isEqual(args, own)) return false
  }
  return true
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false
  return true
}
