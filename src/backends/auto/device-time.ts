// The time of a run on a device from its parts: the model that `--backend auto` calibrates by measurement, and that bench/gpu.mjs
// computes predictions for cards with.

/** The parts of the time of a run on a device, all in the same unit. */
export interface DeviceTimeParts {
  /** Lanes at work, and lanes that wait for the longest call of their workgroup. */
  readonly computing: number
  readonly waiting: number
  /** Dispatches, rounds and chunks. */
  readonly launching: number
  readonly transfer: number
  /** Images, evaluations, and programs that the CPU runs in place of the device. */
  readonly host: number
  readonly compiling: number
}

/** The share of the shorter of computing and waiting that does not overlap with the longer. */
export const OVERLAP = 0.3

/** The predicted time: the host works beside the device, and kernels are compiled before. */
export function deviceTime(parts: DeviceTimeParts, overlap = OVERLAP): number {
  const { computing, waiting, launching, transfer, host, compiling } = parts
  const kernels = Math.max(computing, waiting) + overlap * Math.min(computing, waiting)
  return compiling + Math.max(kernels + launching + transfer, host)
}

/** The name of the longest part. */
export function longestPart(parts: DeviceTimeParts): keyof DeviceTimeParts {
  const names = Object.keys(parts) as (keyof DeviceTimeParts)[]
  return names.reduce((longest, name) => (parts[name] > parts[longest] ? name : longest))
}
