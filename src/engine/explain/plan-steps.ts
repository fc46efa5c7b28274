// The operands of the steps of a plan.

import {
  type Plan,
  ROWS,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_WIDTH,
} from '../../plan/plan.ts'

/** The slots of the callee and of the arguments of a step. */
export interface StepOperands {
  readonly callee: number
  readonly args: readonly number[]
}

/** The operands of each step, by the slot of its result. */
export function readSteps(plan: Plan): Map<number, StepOperands> {
  const found = new Map<number, StepOperands>()
  for (const sort of ROWS) {
    const steps = plan.steps[sort]
    for (let at = 0; at < steps.length; at += STEP_WIDTH) {
      const raw = steps[at + STEP_RAW]!
      const first = at + STEP_ARGUMENTS
      const args = plan.longArguments.get(raw) ?? steps.subarray(first, first + steps[at + STEP_ARGUMENT_COUNT]!)
      found.set(raw, { callee: steps[at + STEP_CALLEE]!, args: [...args] })
    }
  }
  return found
}
