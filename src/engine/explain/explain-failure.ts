// Explains the failure of a program on one sample: the failed statement, the call inside it that fails, and the reason.

import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { PlanRun } from '../../backends/cpu/plan-run.ts'
import type { GridData, Pair } from '../../data/task.ts'
import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import { DEFAULT_BUDGET, Heap } from '../../kernel/heap.ts'
import { isError } from '../../kernel/words.ts'
import type { Program } from '../../language/program.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { withinMemory } from '../trace/within-memory.ts'
import { FailureExplainer, type FailureExplanation } from './failure-explainer.ts'

/** The sample, the limits, and the statement to explain. */
export interface ExplainOptions {
  readonly demos: readonly Pair[]
  readonly input: GridData
  /** C; default: None, as while solving. */
  readonly candidate?: GridData | undefined
  /** The most counted work of one statement; default: 16,777,216. */
  readonly budget?: number | undefined
  /** The most heap words of the program; default: 67,108,864. */
  readonly allowance?: number | undefined
  /** The index of the statement to explain; default: the first that fails. */
  readonly statement?: number | undefined
  /** Runs the statements, too, that nothing depends on. */
  readonly keepUnused?: boolean | undefined
}

/**
 * Runs the program on the CPU and explains its first failed statement, or the given one; undefined if it does not fail. A
 * failure on any backend has the same explanation.
 */
export function explainFailure(
  program: Program,
  { demos, input, candidate, statement, ...options }: ExplainOptions,
): FailureExplanation | undefined {
  const limits = { budget: options.budget ?? DEFAULT_BUDGET, allowance: options.allowance ?? DEFAULT_ALLOWANCE }
  const plan = lowerGraph(mergePrograms([program], { keepUnused: options.keepUnused === true }))
  const heap = new Heap(1 << 18, undefined, plan.layout)
  const run = new PlanRun(plan, heap, new CpuEvaluator(limits.budget), { allowance: limits.allowance })
  withinMemory(() => {
    run.startTask(demos)
    run.runSample(input, candidate)
  })
  const explainer = new FailureExplainer(program, run, limits)
  const { statements, slots } = plan.programs[0]!
  if (statement !== undefined) return explainer.explain(statements.indexOf(statement))
  let words = 0
  for (const [k, slot] of slots.entries()) {
    words += run.costs[slot]!
    if (isError(run.slots[slot]!)) return explainer.explain(k)
    // The allowance of a batt counts for each of its outputs.
    if (program.mode === 'strict' && words > limits.allowance) return explainer.explainMemory(k)
  }
  return undefined
}
