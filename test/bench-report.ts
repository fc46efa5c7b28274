// Reports of benchmarks for tests, made of the times of passes.

import {
  type BenchReport,
  type LeftOutRoute,
  type MeasuredRoute,
  type RouteName,
  type RouteResult,
} from '../src/engine/bench/bench-report.ts'
import { findBreakEven } from '../src/engine/bench/break-even.ts'
import { spreadOf } from '../src/engine/bench/statistics.ts'

type Passes = Pick<RouteResult, 'samples' | 'passesMs'> & Partial<RouteResult>

/** A report of these routes; the sequential one is among them. */
export function sampleBench(
  passes: Partial<Record<RouteName, readonly Passes[]>>,
  leftOut: readonly LeftOutRoute[] = [],
): BenchReport {
  const sequential = passes.sequential!
  const routes = Object.entries(passes).map(([route, own]) => {
    const results = own.map((one) =>
      makeResult(
        one,
        sequential.find(({ samples }) => samples === one.samples)!,
      ),
    )
    return makeRoute(route as RouteName, results)
  })
  return {
    format: 'megabatt bench',
    version: 1,
    date: '2026-11-17T00:00:00.000Z',
    machine: {
      cpu: 'a processor',
      cores: 2,
      memoryBytes: 2 ** 33,
      platform: 'linux x64',
      load: { before: 0.5, after: 1 },
    },
    versions: { megabatt: '0.1.0', node: '20.19.0', v8: '11.3' },
    workload: {
      hash: '0123456789abcdef0123456789abcdef',
      source: 'files',
      programs: 3,
      tasks: 2,
      samples: 6,
      pairing: 'own',
      sizes: sequential.map(({ samples }) => samples),
      settings: { budget: 1, allowance: 1, measure: false },
    },
    routes: [...routes, ...leftOut],
    profile: {
      samples: sequential[0]!.samples,
      routes: routes.map(({ route, startMs, results }) => ({
        route,
        phases: [
          { phase: 'plan', ms: 1 },
          { phase: 'start', ms: startMs },
          { phase: 'run', ms: results[0]!.ms.median },
        ],
      })),
      primitives: [
        { primitive: 'objects', calls: 10, ms: 4, share: 0.4 },
        { primitive: 'fill', calls: 20, ms: 1, share: 0.1 },
      ],
      kernels: [],
    },
  }
}

function makeRoute(route: RouteName, results: readonly RouteResult[]): MeasuredRoute {
  const isGpu = route.startsWith('gpu')
  return {
    route,
    isMeasured: true,
    engine: isGpu ? null : { name: 'wasm', reason: 'asked for' },
    device: isGpu ? 'a card' : null,
    startMs: 12.5,
    compiled: isGpu ? { pipelines: 4, ms: 100 } : null,
    breakEven: route === 'sequential' ? null : findBreakEven(results),
    results,
  }
}

function makeResult({ samples, passesMs, ...others }: Passes, sequential: Passes): RouteResult {
  const ms = spreadOf(passesMs)
  const evaluations = 3 * samples
  return {
    samples,
    evaluations,
    passesMs,
    runsPerPass: 1,
    ms,
    evaluationsPerSecond: (1000 * evaluations) / ms.median,
    ratio: spreadOf(sequential.passesMs).median / ms.median,
    gpuShare: 0,
    dispatches: 0,
    upload: { count: 0, bytes: 0 },
    download: { count: 0, bytes: 0 },
    correct: { count: evaluations, of: evaluations },
    predictedMs: null,
    ...others,
  }
}
