// A benchmark from open routes to its report.

import { samplesOf } from '../../data/task.ts'
import { settleSettings } from '../run/run-pass.ts'
import type { RunRequest } from '../run/run-programs.ts'
import type {
  BenchMachine,
  BenchReport,
  BenchRoute,
  BenchWorkload,
  LeftOutRoute,
  MeasuredRoute,
} from './bench-report.ts'
import { routeNames } from './bench-report.ts'
import { findBreakEven } from './break-even.ts'
import { type MeasureRequest, type RouteMeasurement, measureRoutes } from './measure-routes.ts'
import { profileBatch } from './profile-batch.ts'
import { pairedTasks } from './take-batch.ts'
import { hashWorkload } from './workload-hash.ts'

/** What is measured, on which routes, and what the report says of the machine. */
export interface BenchRequest
  extends
    Required<Pick<RunRequest, 'programs' | 'dataset' | 'pairing' | 'settings' | 'keepUnused'>>,
    Pick<MeasureRequest, 'sizes' | 'passes' | 'routes' | 'predict' | 'onProgress'> {
  readonly source: BenchWorkload['source']
  readonly leftOut: readonly LeftOutRoute[]
  readonly date: string
  readonly versions: BenchReport['versions']
  /** Called before and after the measurements. */
  readonly describeMachine: () => Omit<BenchMachine, 'load'> & { readonly load: number }
}

/** Measures everything and makes the report. */
export async function runBench(request: BenchRequest): Promise<BenchReport> {
  const { programs, dataset, pairing, leftOut, date, versions } = request
  const { load: before, ...machine } = request.describeMachine()
  const tasks = pairedTasks(programs, dataset.tasks, pairing)
  const sizes = [...new Set(request.sizes)].toSorted((a, b) => a - b)
  const measuring: MeasureRequest = { ...request, tasks, sizes }
  const { measured, batches } = await measureRoutes(measuring)
  const profile = await profileBatch(measuring, measured, batches)
  const routes: BenchRoute[] = [...measured.map(describeRoute), ...leftOut]
  const { budget, allowance, measure } = settleSettings(request.settings, pairing)
  return {
    format: 'megabatt bench',
    version: 1,
    date,
    machine: { ...machine, load: { before, after: request.describeMachine().load } },
    versions,
    workload: {
      hash: hashWorkload(request),
      source: request.source,
      programs: new Set(batches.at(-1)!.groups.flatMap((group) => group.programs)).size,
      tasks: tasks.length,
      samples: tasks.reduce((sum, task) => sum + samplesOf(task).length, 0),
      pairing,
      sizes,
      settings: { budget, allowance, measure },
    },
    routes: routes.toSorted((a, b) => routeNames.indexOf(a.route) - routeNames.indexOf(b.route)),
    profile,
  }
}

function describeRoute({ route, backend, openMs, firstMs, results }: RouteMeasurement): MeasuredRoute {
  const { gpu, device, engine } = backend
  return {
    route,
    isMeasured: true,
    engine: engine ?? null,
    device: device ?? null,
    startMs: openMs + firstMs,
    compiled: gpu === undefined ? null : { ...gpu.compiled },
    breakEven: route === 'sequential' ? null : findBreakEven(results),
    results,
  }
}
