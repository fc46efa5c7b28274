// The report of a GPU backend: devices, compiled kernels, calls, and the rows that the CPU ran instead.

/** The number of compiled pipelines and their time. */
export interface CompileWork {
  pipelines: number
  ms: number
}

/** The reason why the CPU ran rows, or a chunk was repeated. */
export type FallbackReason =
  | 'data-chosen' // a call whose length depends on the data
  | 'work' // a call that is too long for the device, or a map whose calls exceed its budget many times over
  | 'room' // one row did not fit into the device's memory
  | 'memory' // a program of the row may exceed its memory allowance, which only the CPU counts exactly
  | 'kernel-refused' // a pipeline did not compile
  | 'device-lost'
  | 'device-hung'
  | 'device-failed' // any other error of the device or its driver
  | 'no-device'
  | 'untrusted' // the device failed its self-check

/** A statement by numbers: of the plan, of the program in it, of the statement in that. */
export interface StatementPlace {
  readonly plan: number
  readonly program: number
  readonly statement: number
}

/** Rows that the CPU ran instead of a device, by reason; where one statement is the reason, with its place. */
export interface Fallback {
  readonly reason: FallbackReason
  readonly detail: string
  readonly place?: StatementPlace
  /** The names of the program and of the statement, in reports of runs. */
  readonly program?: string
  readonly statement?: string
  /** Samples of plans. */
  rows: number
}

export interface DeviceReport {
  readonly name: string
  readonly software: boolean
  /** The API that reaches it. */
  readonly api: 'webgpu' | 'opencl'
  /** Why it was chosen, where that was automatic. */
  readonly reason?: string
  chunks: number
  rows: number
  /** The error that ended the device; undefined if it worked to the end. */
  fate?: string
}

export interface GpuReport {
  route: string
  devices: DeviceReport[]
  /** Since the devices were opened here. */
  compiled: CompileWork
  /** Rounds of all chunks: in each, one dispatch a kernel. */
  rounds: number
  /** Calls on devices by kernel. */
  calls: Record<string, number>
  /** Chunks that were split, runs of chunks in vain, and further read-backs of a chunk: transfers beyond one each way per chunk. */
  splits: number
  repeats: number
  rereads: number
  fallbacks: Fallback[]
  /** Rows that the CPU ran again for comparison. */
  verified: number
}

export function newGpuReport(route: string): GpuReport {
  return {
    route,
    devices: [],
    compiled: { pipelines: 0, ms: 0 },
    rounds: 0,
    calls: {},
    splits: 0,
    repeats: 0,
    rereads: 0,
    fallbacks: [],
    verified: 0,
  }
}

/** Counts rows that the CPU ran. */
export function addFallback(
  report: GpuReport,
  reason: FallbackReason,
  detail: string,
  rows: number,
  place?: StatementPlace,
): void {
  const fallback = { reason, detail, rows, ...(place === undefined ? {} : { place }) }
  const known = report.fallbacks.find((other) => isSame(other, fallback))
  if (known === undefined) report.fallbacks.push(fallback)
  else known.rows += rows
}

function isSame(a: Fallback, b: Fallback): boolean {
  const spell = ({ reason, detail, place }: Fallback) => JSON.stringify([reason, detail, place])
  return spell(a) === spell(b)
}

/** The difference between two states of a report: the counts of one run. */
export function reportSince(now: GpuReport, before: GpuReport): GpuReport {
  const calls: Record<string, number> = {}
  for (const [kernel, count] of Object.entries(now.calls)) {
    const own = count - (before.calls[kernel] ?? 0)
    if (own > 0) calls[kernel] = own
  }
  const fallbacks = now.fallbacks.flatMap((fallback) => {
    const known = before.fallbacks.find((other) => isSame(other, fallback))
    const rows = fallback.rows - (known?.rows ?? 0)
    return known !== undefined && rows === 0 ? [] : [{ ...fallback, rows }]
  })
  return {
    route: now.route,
    // A device that stays open is listed for each run, with the counts of that run.
    devices: now.devices.map((device, k) => ({
      ...device,
      chunks: device.chunks - (before.devices[k]?.chunks ?? 0),
      rows: device.rows - (before.devices[k]?.rows ?? 0),
    })),
    compiled: {
      pipelines: now.compiled.pipelines - before.compiled.pipelines,
      ms: now.compiled.ms - before.compiled.ms,
    },
    rounds: now.rounds - before.rounds,
    calls,
    splits: now.splits - before.splits,
    repeats: now.repeats - before.repeats,
    rereads: now.rereads - before.rereads,
    fallbacks,
    verified: now.verified - before.verified,
  }
}
