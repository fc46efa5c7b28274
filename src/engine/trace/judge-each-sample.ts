// The verdict on a program for each sample of a task, to find the sample to trace.

import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { PlanRun } from '../../backends/cpu/plan-run.ts'
import { WasmHeap } from '../../backends/cpu/wasm-heap.ts'
import { isGridOf } from '../../backends/grid-data.ts'
import { type Pair, type Task, samplesOf } from '../../data/task.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { isError } from '../../kernel/words.ts'
import type { Program } from '../../language/program.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { withinMemory } from './within-memory.ts'
import { type PlannedProgram, lowerGraph } from '../../plan/plan.ts'

/** The verdict on one sample: `unknown` if the expected output is. Of a batt, the best candidate counts. */
export type TracedVerdict = 'right' | 'wrong' | 'error' | 'unknown'

/** The options of the run. */
export interface JudgeOptions {
  /** Gives C the expected output. */
  readonly measure?: boolean
  readonly budget?: number | undefined
}

/** Runs the program on all samples of the task, in their order. Unused statements do not run. */
export function judgeEachSample(
  program: Program,
  task: Task,
  { measure = false, budget = DEFAULT_BUDGET }: JudgeOptions = {},
): TracedVerdict[] {
  const plan = lowerGraph(mergePrograms([program]))
  const run = new PlanRun(plan, new WasmHeap(1 << 20, plan.layout), new CpuEvaluator(budget))
  return withinMemory(() => {
    run.startTask(task.train)
    return samplesOf(task).map((sample) => {
      run.runSample(sample.input, measure ? sample.output : undefined)
      return judge(run, plan.programs[0]!, sample)
    })
  })
}

function judge({ heap, slots }: PlanRun, program: PlannedProgram, { output }: Pair): TracedVerdict {
  const isStrict = program.mode === 'strict'
  if (isStrict && [...program.slots, program.result].some((slot) => isError(slots[slot]!))) return 'error'
  if (output === undefined) return 'unknown'
  const results = isStrict ? [program.result] : Array.from(program.candidates, (k) => program.outputs[k]!)
  return results.some((slot) => isGridOf(heap, slots[slot]!, output)) ? 'right' : 'wrong'
}

/** The index of the first sample that is an error or wrong; the first sample if there is none. */
export function firstFailing(verdicts: readonly TracedVerdict[]): number {
  return Math.max(
    0,
    verdicts.findIndex((verdict) => verdict === 'error' || verdict === 'wrong'),
  )
}
