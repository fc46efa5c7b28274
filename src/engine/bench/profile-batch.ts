// Where the time of a benchmark goes: phases of each route, primitives on the CPU, kernels on the device.

import { GpuBackend } from '../../backends/gpu/gpu-backend.ts'
import { profilePrograms } from '../profile/profile-programs.ts'
import type { Profile } from '../profile/profile-report.ts'
import { runPass } from '../run/run-pass.ts'
import type { BenchProfile, KernelTime, RoutePhases } from './bench-report.ts'
import type { MeasureRequest, PlannedBatch, RouteMeasurement } from './measure-routes.ts'

/** The batch that is profiled is the largest of which a sequential pass takes no longer. */
const LONGEST_MS = 1000

/** Profiles one of the batches that were measured; `measured` has the sequential route first. */
export async function profileBatch(
  request: MeasureRequest,
  measured: readonly RouteMeasurement[],
  batches: readonly PlannedBatch[],
): Promise<BenchProfile> {
  const chosen = chooseBatch(measured[0]!.results.map(({ ms }) => ms.median))
  const batch = batches[chosen]!
  const { programs, pairing, settings, keepUnused } = request
  const { profile } = await profilePrograms({ programs, dataset: batch.dataset, pairing, settings, keepUnused })
  const kernels = await timeKernels(request, batch, measured)
  return {
    samples: batch.samples,
    routes: measured.map((route) =>
      splitPhases(route, route.results[chosen]!.ms.median, batch.planMs, profile, kernels),
    ),
    primitives: profile.byPrimitive.map(({ primitive, calls, ms, share }) => ({ primitive, calls, ms, share })),
    kernels,
  }
}

/** The index of the largest batch that is short enough, by the sequential times; the first if none is. */
export function chooseBatch(sequentialMs: readonly number[]): number {
  return Math.max(
    0,
    sequentialMs.findLastIndex((ms) => ms <= LONGEST_MS),
  )
}

function splitPhases(
  { route, openMs, firstMs }: RouteMeasurement,
  medianMs: number,
  planMs: number,
  { parts, time }: Profile,
  kernels: readonly KernelTime[],
): RoutePhases {
  const before: RoutePhases['phases'] = [
    { phase: 'plan', ms: planMs },
    { phase: 'start', ms: openMs + firstMs },
  ]
  if (route === 'sequential') {
    // The profile is of its fastest pass.
    const scale = medianMs / time.runMs
    return {
      route,
      phases: [
        ...before,
        { phase: 'inputs', ms: scale * parts.inputsMs },
        { phase: 'calling', ms: scale * parts.callingMs },
        { phase: 'kernels', ms: scale * parts.kernelsMs },
        { phase: 'judging', ms: scale * parts.judgingMs },
      ],
    }
  }
  const onDevice = route === 'gpu-resident' ? kernels.reduce((sum, { ms }) => sum + ms, 0) : 0
  const known = Math.min(onDevice, medianMs)
  return {
    route,
    phases: [
      ...before,
      ...(known > 0 ? [{ phase: 'kernels' as const, ms: known }] : []),
      { phase: 'run', ms: medianMs - known },
    ],
  }
}

/** A pass of the resident route with clocks; empty without that route, and where the device has no timestamps. */
async function timeKernels(
  { programs, pairing, settings }: MeasureRequest,
  { dataset, groups }: PlannedBatch,
  measured: readonly RouteMeasurement[],
): Promise<KernelTime[]> {
  const backend = measured.find(({ route }) => route === 'gpu-resident')?.backend
  if (!(backend instanceof GpuBackend)) return []
  const times = new Map<string, { dispatches: number; ns: number }>()
  backend.onTimes = (chunk) => {
    for (const [name, { dispatches, ns }] of chunk) {
      const own = times.get(name) ?? { dispatches: 0, ns: 0 }
      times.set(name, { dispatches: own.dispatches + dispatches, ns: own.ns + ns })
    }
  }
  const before = { ...backend.gpu.calls }
  try {
    await runPass({ programs, dataset, groups, pairing, settings, backend, skip: 0, onPair: () => undefined })
  } finally {
    backend.onTimes = undefined
  }
  const { calls } = backend.gpu
  return Array.from(times, ([kernel, { dispatches, ns }]) => ({
    kernel,
    calls: (calls[kernel] ?? 0) - (before[kernel] ?? 0),
    dispatches,
    ms: ns / 1e6,
  })).toSorted((a, b) => b.ms - a.ms)
}
