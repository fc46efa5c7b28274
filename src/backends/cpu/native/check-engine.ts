// The self-check of an engine: calls of all primitives, compared with WebAssembly word by word, with the work that is counted.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import type { Word } from '../../../kernel/words.ts'
import { gridFromRows } from '../../../data/grid-rows.ts'
import { mergePrograms } from '../../../plan/graph.ts'
import { type Plan, countSteps, lowerGraph } from '../../../plan/plan.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import { checkPrograms } from '../../trial-calls.ts'
import { CpuEvaluator } from '../cpu-evaluator.ts'
import { type Engine, wasmEngine } from '../engine.ts'
import { PlanRun } from '../plan-run.ts'

const BUDGETS = [1 << 24, 60, 7]
const FIRST_HEAP_WORDS = 1 << 12

/** Compares calls on an engine with the same calls in WebAssembly; returns their number, and throws at the first difference. */
export function checkEngine(engine: Engine): number {
  let count = 0
  for (const layout of ['a', 't'] as const) {
    const plan = planOfAll(layout)
    for (const budget of BUDGETS) {
      const expected = record(wasmEngine, plan, budget)
      const found = record(engine, plan, budget)
      const differs = expected.findIndex((word, k) => word !== found[k])
      if (differs >= 0 || expected.length !== found.length)
        throw new Error(
          `layout ${layout}, budget ${budget}: word ${differs} is ${found[differs]}, not ${expected[differs]}`,
        )
      count += countSteps(plan)
    }
  }
  return count
}

/** One plan with calls of all primitives of a layout. */
function planOfAll(layout: CellLayout): Plan {
  const own = primitives.filter(({ declarations: { a, r, t } }) => (layout === 't' ? t : (a ?? r)) !== undefined)
  return lowerGraph(mergePrograms(own.flatMap((primitive) => checkPrograms(primitive, layout))))
}

/** Everything that a plan leaves: results, work and tops step by step, then the same in one call, then the words of the heap. */
function record(engine: Engine, plan: Plan, budget: number): Word[] {
  const words: Word[] = []
  const heap = engine.newHeap(FIRST_HEAP_WORDS, plan.layout)
  const observer = {
    beginSteps: () => undefined,
    endStep: (slot: number, result: Word) => words.push(slot, result, heap.work, heap.top),
  }
  runPlan(new PlanRun(plan, heap, new CpuEvaluator(budget), { observer }))
  const evaluator = new CpuEvaluator(budget)
  runPlan(new PlanRun(plan, heap, evaluator))
  words.push(evaluator.work.onCpu)
  for (let a = 0; a < heap.top; a++) words.push(heap.words[a]!)
  return words
}

function runPlan(run: PlanRun): void {
  run.startTask([])
  run.runSample(gridFromRows([[1]]), undefined)
}
