// The prediction of the cost model for a batch, by route.

import { type Places, choosePlaces } from '../../backends/auto/choose.ts'
import { type Costs, countRows, estimate, kernelsIn } from '../../backends/auto/cost-model.ts'
import { deviceTime } from '../../backends/auto/device-time.ts'
import type { Unit } from '../../backends/backend.ts'
import type { Choice } from '../../backends/plan-choice.ts'
import { schedulePlan } from '../../backends/gpu/schedule/schedule.ts'
import { samplesOf } from '../../data/task.ts'
import type { RouteName } from './bench-report.ts'
import type { PlannedBatch } from './measure-routes.ts'

/** The places that are predicted, and how costs of kernels are found. */
export interface PredictOptions extends Pick<Places, 'workers' | 'device'> {
  readonly costs: (kernels: ReadonlySet<string>) => Promise<Costs>
  /** The choices of the last pass of the automatic route, if it was measured. */
  readonly chosen: readonly Choice[] | undefined
}

/**
 * Milliseconds of a warm pass, without start and compilation. The model knows WebAssembly on one thread and on workers, and a
 * device with the resident route; the automatic route takes the time of the places that it chose.
 */
export async function predictBatch(
  { groups, dataset }: PlannedBatch,
  { costs: measure, workers, device, chosen }: PredictOptions,
): Promise<Partial<Record<RouteName, number>>> {
  const parts = groups.flatMap((group) =>
    group.parts.map(({ plan }, k) => {
      const units = group.tasks.map((t): Unit => {
        const task = dataset.tasks[t]!
        return { plan: k, task, from: 0, to: samplesOf(task).length }
      })
      return { plan, schedule: schedulePlan(plan), rows: countRows(units) }
    }),
  )
  const costs = await measure(kernelsIn(parts.map(({ schedule }) => schedule)))
  const estimates = parts.map((part) => estimate(part, part.rows, costs))
  const plans = parts.map(({ plan, rows }, k) => {
    const warmParts = { ...estimates[k]!.parts, compiling: 0 }
    const warm = { ...estimates[k]!, gpu: deviceTime(warmParts), parts: warmParts }
    return { estimate: warm, programs: plan.programs.length, samples: rows.samples }
  })
  const choices = choosePlaces(plans, { workers, workerMs: 0, device, allowSoftware: true })
  const sum = (place: keyof Choice['ms']) => choices.reduce((total, { ms }) => total + (ms[place] ?? 0), 0)
  return {
    sequential: sum('cpu'),
    ...(workers > 1 ? { workers: sum('workers') } : {}),
    ...(device === undefined ? {} : { 'gpu-resident': sum('gpu') }),
    ...(chosen === undefined ? {} : { auto: sumChosen(chosen, choices) }),
  }
}

/** The warm times of the chosen places. */
function sumChosen(chosen: readonly Choice[], warm: readonly Choice[]): number {
  return chosen.reduce((total, { place, ms }, k) => total + (warm[k]?.ms[place] ?? ms[place] ?? 0), 0)
}
