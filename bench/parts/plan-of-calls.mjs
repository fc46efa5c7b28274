// A plan that makes one call many times, on a heap: the host calls it once, so that its own cost is not in the figure.

import {
  PLAN_ALLOWANCE,
  PLAN_BUDGET,
  PLAN_COSTS,
  PLAN_HEADER_WORDS,
  PLAN_SLOTS,
  PLAN_STOP_AT,
} from '../../dist/backends/cpu/run-steps.js'
import { DEFAULT_ALLOWANCE } from '../../dist/kernel/heap-growth.js'
import { DEFAULT_BUDGET } from '../../dist/kernel/heap.js'
import {
  NO_SLOT,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from '../../dist/plan/step-layout.js'

/** Puts the plan at the top of the heap; returns a function that runs it, on a heap that is as it was before. */
export function planCalls(heap, evaluator, fn, args, count) {
  const plan = heap.top
  const slots = plan + PLAN_HEADER_WORDS
  const firstResult = 1 + args.length
  const costs = slots + firstResult + count
  const from = costs + firstResult + count
  const end = from + STEP_WIDTH * count
  const { words } = heap
  words.fill(0, plan, end)
  words[plan + PLAN_SLOTS] = slots
  words[plan + PLAN_COSTS] = costs
  words[plan + PLAN_BUDGET] = DEFAULT_BUDGET
  words[plan + PLAN_ALLOWANCE] = DEFAULT_ALLOWANCE
  words[plan + PLAN_STOP_AT] = 0x7fffffff
  words.set([fn, ...args], slots)
  for (let k = 0; k < count; k++) {
    const step = from + STEP_WIDTH * k
    words[step + STEP_RAW] = firstResult + k
    words[step + STEP_SAFE] = NO_SLOT
    words[step + STEP_CALLEE] = 0
    words[step + STEP_ARGUMENT_COUNT] = args.length
    for (let a = 0; a < args.length; a++) words[step + STEP_ARGUMENTS + a] = 1 + a
  }
  return () => {
    heap.top = end
    heap.scratchTop = 0
    evaluator.runSteps(heap, plan, from, end)
    return words.subarray(slots + firstResult, slots + firstResult + count)
  }
}
