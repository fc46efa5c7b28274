// What a GPU backend says about its work: where every call ran, what crossed, and what did not go as planned.

/** Counts what was compiled. */
export interface CompileWork {
  pipelines: number
  ms: number
}

/** Why rows were done by the CPU, or a chunk again. */
export type FallbackReason =
  | 'data-chosen' // a call whose length only the data knew
  | 'work' // a call that is too long for the device, or a map whose calls would have used its budget many times over
  | 'room' // one row did not fit into the device's memory
  | 'memory' // a program of the row may exceed its memory allowance, which only the CPU counts exactly
  | 'kernel-refused' // a pipeline did not compile
  | 'device-lost'
  | 'device-hung'
  | 'device-failed' // anything else that the device or its driver would not do
  | 'no-device'
  | 'untrusted' // it did not pass its self-check

/** A statement by numbers: of the plan, of the program in it, of the statement in that. */
export interface StatementPlace {
  readonly plan: number
  readonly program: number
  readonly statement: number
}

/** What the CPU did in the device's place, by reason; for calls that the data chose also the statement that was to blame. */
export interface Fallback {
  readonly reason: FallbackReason
  readonly detail: string
  readonly place?: StatementPlace
  /** The names of the program and of the statement, once someone has looked them up. */
  readonly program?: string
  readonly statement?: string
  /** Samples of plans. */
  rows: number
}

export interface DeviceReport {
  readonly name: string
  readonly software: boolean
  chunks: number
  rows: number
  /** What became of it, unless it worked to the end. */
  fate?: string
}

export interface GpuReport {
  route: string
  devices: DeviceReport[]
  /** Kernels compiled, and the time that took. */
  compiled: CompileWork
  /** Rounds of all chunks: in each, one dispatch a kernel. */
  rounds: number
  /** Calls on devices by kernel. */
  calls: Record<string, number>
  /** Chunks that were cut in two, and chunks that were run again with other sizes. */
  splits: number
  repeats: number
  fallbacks: Fallback[]
  /** Rows that a second backend ran beside, and words in which it differed. */
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
    fallbacks: [],
    verified: 0,
  }
}

/** Counts rows that the CPU did. */
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

/** What was reported since an earlier state of the report. */
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
    // A device that was opened earlier and is still at work is listed again, with what it did since.
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
    fallbacks,
    verified: now.verified - before.verified,
  }
}
