// Chooses the place for each plan, with a reason.

import type { DeviceKind } from '../gpu/device/device.ts'
import type { Choice, Place } from '../plan-choice.ts'
import type { Estimate } from './cost-model.ts'
import { type DeviceTimeParts, longestPart } from './device-time.ts'

/** The available places. */
export interface Places {
  readonly workers: number
  readonly workerMs: number
  /** The device; undefined if there is none or it is not trusted. */
  readonly device: { readonly name: string; readonly kind: DeviceKind } | undefined
  /** Also considers a software device. */
  readonly allowSoftware: boolean
}

/** The speed that one more worker adds, as a share of a core. */
const WORKER_GAIN = 0.7

/** Chooses the fastest place for each plan. Workers are started once for all plans. */
export function choosePlaces(
  plans: readonly { readonly estimate: Estimate; readonly programs: number; readonly samples: number }[],
  places: Places,
): Choice[] {
  const { device, workers, workerMs } = places
  const usesGpu = device !== undefined && (device.kind === 'hardware' || places.allowSoftware)
  const speed = 1 + (workers - 1) * WORKER_GAIN
  // Threads are started once: the total time of all plans on the CPU decides.
  const onCpu = plans.reduce((sum, { estimate }) => {
    const { cpu, gpu } = estimate
    return sum + (usesGpu && gpu < cpu / speed ? 0 : cpu / 1000)
  }, 0)
  // The thread of the caller is one of them and computes while the others start.
  const spread = (onCpu + workerMs * (workers - 1)) / speed
  const host: Place = workers > 1 && spread < onCpu ? 'workers' : 'cpu'
  const hostReason =
    host === 'workers'
      ? `${workers} threads take ${format(spread)}, one takes ${format(onCpu)}`
      : workers > 1
        ? `starting ${workers - 1} more takes longer than the run on one, ${format(onCpu)}`
        : 'one core'
  return plans.map(({ estimate, programs, samples }, plan) => {
    const cpu = estimate.cpu / 1000
    const gpu = estimate.gpu / 1000
    const hostMs = host === 'workers' ? cpu / speed : cpu
    const ms = { cpu, ...(workers > 1 ? { workers: cpu / speed } : {}), ...(usesGpu ? { gpu } : {}) }
    const base = { plan, programs, samples, ms, ...(usesGpu ? { parts: inMilliseconds(estimate.parts) } : {}) }
    if (device === undefined) return { ...base, place: host, reason: `no device; ${hostReason}` }
    if (!usesGpu)
      return {
        ...base,
        place: host,
        reason: `${device.name} is software and computes on the same cores; ${hostReason}`,
      }
    const most = describeLongest(estimate.parts, gpu)
    if (gpu < hostMs)
      return { ...base, place: 'gpu', reason: `${format(gpu)} on ${device.name}${most}; ${format(hostMs)} on the CPU` }
    return { ...base, place: host, reason: `${format(gpu)} on ${device.name}${most}; ${hostReason}` }
  })
}

function inMilliseconds(parts: DeviceTimeParts): Record<string, number> {
  return Object.fromEntries(Object.entries(parts).map(([name, microseconds]) => [name, microseconds / 1000]))
}

const PART_NAMES: Readonly<Record<keyof DeviceTimeParts, string>> = {
  computing: 'kernels',
  waiting: 'waiting for long calls',
  launching: 'dispatches',
  transfer: 'transfers',
  host: 'work of the host',
  compiling: 'compiling',
}

/** The part that takes more than half of the time on the device. */
function describeLongest(parts: DeviceTimeParts, ms: number): string {
  const name = longestPart(parts)
  const own = parts[name] / 1000
  return own > ms / 2 ? `, most of it ${PART_NAMES[name]} (${format(own)})` : ''
}

function format(ms: number): string {
  return ms < 10 ? `${ms.toFixed(2)} ms` : ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
