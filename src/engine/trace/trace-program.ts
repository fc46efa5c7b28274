// Traces one program on one sample, statement by statement: values, errors, defaults.

import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { PlanRun } from '../../backends/cpu/plan-run.ts'
import { isDefaulted } from '../../backends/guarded-result.ts'
import { limitMemory } from '../../backends/memory-limits.ts'
import type { GridData, Pair } from '../../data/task.ts'
import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import { DEFAULT_BUDGET, Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import { printCalls } from '../../language/python/print-python.ts'
import { type Program, shownName } from '../../language/program.ts'
import { safeDefaultOf } from '../../language/values/safe-default.ts'
import { type Notation, NotationError, decodeNotation } from '../../language/values/value-notation.ts'
import { FailureExplainer, type FailureExplanation, formatExplanation } from '../explain/failure-explainer.ts'
import { findCones } from '../../plan/cones.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { readSteps } from '../explain/plan-steps.ts'
import { withinMemory } from './within-memory.ts'

/** The outcome of a statement. */
export interface TracedStatement {
  readonly name: string
  /** The call, as a program file has it. */
  readonly call: string
  readonly line: number
  /** The value, or the default that replaces it; undefined if there is none, or if it is too large for the notation. */
  readonly value?: Notation
  /** The kind and the reason of a failure, in one line. */
  readonly error?: string
  /** The explanation of a failure: the call inside the statement that fails, and the calls around it. */
  readonly failure?: FailureExplanation
  /** Whether the value is the safe default. */
  readonly isDefault: boolean
}

/** The trace of a program on one sample. */
export interface Trace {
  readonly statements: readonly TracedStatement[]
  /** The result of a strict program. */
  readonly result?: Notation
  /** The outputs of a batt: the name of the solver or differ, and the value. */
  readonly outputs: readonly { readonly name: string; readonly kind: 'o' | 's'; readonly value?: Notation }[]
}

/** The inputs of the program. */
export interface TraceInputs {
  readonly demos: readonly Pair[]
  readonly input: GridData
  /** C; default: None, as while solving. */
  readonly candidate?: GridData | undefined
  readonly budget?: number | undefined
  /** The most heap words of the program, or of an output of a batt. */
  readonly allowance?: number | undefined
}

/** Runs all statements, unused ones too; a strict program ends with its first error. */
export function traceProgram(
  program: Program,
  { demos, input, candidate, budget = DEFAULT_BUDGET, allowance = DEFAULT_ALLOWANCE }: TraceInputs,
): Trace {
  const plan = lowerGraph(mergePrograms([program], { keepUnused: true }))
  const planned = plan.programs[0]!
  const heap = new Heap(1 << 18, undefined, plan.layout)
  const run = new PlanRun(plan, heap, new CpuEvaluator(budget), { allowance })
  withinMemory(() => {
    run.startTask(demos)
    run.runSample(input, candidate)
  })
  const calls = printCalls(program)
  const explainer = new FailureExplainer(program, run, { budget, allowance })
  const limits = limitMemory(plan, findCones(plan), run.costs, allowance)
  const cut = program.mode === 'strict' ? limits.cutOf(0, 0) : -1
  const steps = readSteps(plan)
  const statements: TracedStatement[] = []
  for (const [k, statement] of program.statements.entries()) {
    const { place, inner } = statement
    const raw = run.slots[planned.slots[k]!]!
    const isDefault = isDefaulted(raw) && program.mode === 'guarded' && inner !== true
    const failure = k === cut ? explainer.explainMemory(k) : isError(raw) ? explainer.explain(k) : undefined
    const value = isDefault ? safeDefaultOf(run.slots[steps.get(planned.slots[k]!)!.callee]!) : raw
    statements.push({
      name: shownName(statement),
      call: calls[k]!,
      line: place.line,
      ...(k === cut ? {} : toValue(heap, value)),
      ...(failure === undefined ? {} : { error: formatExplanation(failure), failure }),
      isDefault,
    })
    if (failure !== undefined && program.mode === 'strict') return { statements, outputs: [] }
  }
  const outputs = program.outputs.map((output, k) => ({
    kind: output.kind,
    name: output.kind === 'o' ? output.solver : `${output.owner}/${output.differ}`,
    ...(limits.cutOf(0, k) < 0 ? toValue(heap, run.slots[planned.outputs[k]!]!) : {}),
  }))
  const result = program.result === undefined ? {} : toValue(heap, run.slots[planned.result]!)
  return { statements, outputs, ...(result.value === undefined ? {} : { result: result.value }) }
}

function toValue(heap: Heap, word: Word): { value?: Notation } {
  if (isError(word)) return {}
  try {
    return { value: decodeNotation(heap, word) }
  } catch (error) {
    if (error instanceof NotationError) return {}
    throw error
  }
}
