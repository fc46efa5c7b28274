// The report of a benchmark: what `megabatt bench --json` prints and docs/schema/bench-1.json describes.

import type { EngineReport, RunSettings } from '../../backends/backend.ts'
import type { Pairing } from '../run/pair-programs.ts'
import type { BreakEven } from './break-even.ts'
import type { Spread } from './statistics.ts'

/** The ways to run a workload, in the order of tables. All are compared with the first. */
export const routeNames = [
  'sequential',
  'workers',
  'native',
  'native-workers',
  'gpu-per-op',
  'gpu-grouped',
  'gpu-resident',
  'auto',
] as const
export type RouteName = (typeof routeNames)[number]

/** How often data crossed to or from a device in one pass, and how many bytes. */
export interface Crossing {
  readonly count: number
  readonly bytes: number
}

/** A route at one batch size. Times are in milliseconds; counts are of one pass. */
export interface RouteResult {
  readonly samples: number
  readonly evaluations: number
  /** The time of each pass that counts; a short pass is the mean of `runsPerPass` runs. */
  readonly passesMs: readonly number[]
  readonly runsPerPass: number
  readonly ms: Spread
  readonly evaluationsPerSecond: number
  /** The median time of the sequential route divided by that of this one. */
  readonly ratio: number
  /** The share of kernel calls that ran on a device, from 0 to 1. */
  readonly gpuShare: number
  readonly dispatches: number
  readonly upload: Crossing
  readonly download: Crossing
  /** Evaluations that are equal to those of the sequential route. */
  readonly correct: { readonly count: number; readonly of: number }
  /** The prediction of the cost model; null where it has none. */
  readonly predictedMs: number | null
}

/** A route that was measured. */
export interface MeasuredRoute {
  readonly route: RouteName
  readonly isMeasured: true
  readonly engine: EngineReport | null
  readonly device: string | null
  /** Opening it and the first pass at the smallest size: threads start, kernels are compiled. */
  readonly startMs: number
  /** Kernels compiled for devices, and their time; null without a device. */
  readonly compiled: { readonly pipelines: number; readonly ms: number } | null
  /** Null for the sequential route. */
  readonly breakEven: BreakEven | null
  readonly results: readonly RouteResult[]
}

/** A route that was not measured, and why. */
export interface LeftOutRoute {
  readonly route: RouteName
  readonly isMeasured: false
  readonly reason: string
}

export type BenchRoute = MeasuredRoute | LeftOutRoute

/** The time of a route from its opening to the end of one pass, by phase. */
export interface RoutePhases {
  readonly route: RouteName
  readonly phases: readonly { readonly phase: PhaseName; readonly ms: number }[]
}

/** `run` is the part of a pass that is not known by phase. */
export const phaseNames = ['plan', 'start', 'inputs', 'calling', 'kernels', 'judging', 'run'] as const
export type PhaseName = (typeof phaseNames)[number]

/** The cost of a primitive in one sequential pass. */
export interface PrimitiveCost {
  readonly primitive: string
  readonly calls: number
  readonly ms: number
  /** Of the whole pass, from 0 to 1. */
  readonly share: number
}

/** The time of a kernel on the device in one pass of the resident route. */
export interface KernelTime {
  readonly kernel: string
  readonly calls: number
  readonly dispatches: number
  readonly ms: number
}

/** Where the time goes, at one batch size. */
export interface BenchProfile {
  readonly samples: number
  readonly routes: readonly RoutePhases[]
  /** The longest time first. */
  readonly primitives: readonly PrimitiveCost[]
  /** Empty without a device that has timestamps. */
  readonly kernels: readonly KernelTime[]
}

/** The machine of a benchmark. */
export interface BenchMachine {
  readonly cpu: string
  readonly cores: number
  readonly memoryBytes: number
  readonly platform: string
  /** Running processes, averaged over a minute, before and after. */
  readonly load: { readonly before: number; readonly after: number }
}

/** The workload of a benchmark. */
export interface BenchWorkload {
  /** Benchmarks with different hashes are not comparable. */
  readonly hash: string
  readonly source: 'gallery' | 'files'
  readonly programs: number
  readonly tasks: number
  /** Different samples; larger batches repeat them. */
  readonly samples: number
  readonly pairing: Pairing
  readonly sizes: readonly number[]
  readonly settings: Pick<RunSettings, 'budget' | 'allowance' | 'measure'>
}

/** The report of a benchmark. */
export interface BenchReport {
  readonly format: 'megabatt bench'
  readonly version: 1
  readonly date: string
  readonly machine: BenchMachine
  readonly versions: { readonly megabatt: string; readonly node: string; readonly v8: string }
  readonly workload: BenchWorkload
  readonly routes: readonly BenchRoute[]
  readonly profile: BenchProfile
}

/** The routes that were measured. */
export function measuredRoutes({ routes }: Pick<BenchReport, 'routes'>): MeasuredRoute[] {
  return routes.filter((route) => route.isMeasured)
}

/** The routes that were left out, by reason. */
export function groupLeftOut({ routes }: Pick<BenchReport, 'routes'>): { routes: RouteName[]; reason: string }[] {
  const byReason = new Map<string, RouteName[]>()
  for (const route of routes) {
    if (route.isMeasured) continue
    byReason.set(route.reason, [...(byReason.get(route.reason) ?? []), route.route])
  }
  return Array.from(byReason, ([reason, alike]) => ({ routes: alike, reason }))
}

/** Whether every evaluation of every route equals that of the sequential route. */
export function isAllCorrect(report: Pick<BenchReport, 'routes'>): boolean {
  return measuredRoutes(report).every(({ results }) => results.every(({ correct }) => correct.count === correct.of))
}
