// The devices of a backend: opened when first needed, opened again after a loss, counted in the report.

import { EnvironmentError, MegabattError, UserError } from '../../language/errors.ts'
import { defer } from '../deferred.ts'
import type { Work } from '../evaluator.ts'
import type { ChunkDevice, DeviceWork } from './chunk/chunk-device.ts'
import { type DeviceReport, type GpuReport, addFallback } from '../gpu-report.ts'

/** How often a device that was lost is opened again. */
const MOST_REOPENINGS = 2
const OPENING_MS = 90_000
const CLOSING_MS = 5000

/** A place for a device: the one that is open there, if any, and how often one was opened. */
export interface DeviceSlot {
  device: ChunkDevice | undefined
  report: DeviceReport | undefined
  openings: number
  /** The kernels that it does not compile, and why. */
  readonly refused: Map<string, string>
  readonly open: () => Promise<ChunkDevice>
}

export class DevicePool {
  readonly slots: readonly DeviceSlot[]
  readonly #report: GpuReport
  readonly #onNotice: ((text: string) => void) | undefined
  /** What each device had done when it was last counted. */
  readonly #counted = new Map<ChunkDevice, DeviceWork>()
  /** Devices that were given up, until they are counted. */
  readonly #gone: ChunkDevice[] = []
  #isClosed = false

  constructor(
    open: readonly (() => Promise<ChunkDevice>)[],
    report: GpuReport,
    onNotice: ((text: string) => void) | undefined,
  ) {
    this.slots = open.map((opener) => ({
      device: undefined,
      report: undefined,
      openings: 0,
      refused: new Map(),
      open: opener,
    }))
    this.#report = report
    this.#onNotice = onNotice
  }

  /** The device of a slot, opened if need be; undefined where none can be had any more. */
  async deviceOf(slot: DeviceSlot): Promise<ChunkDevice | undefined> {
    if (slot.device !== undefined) return slot.device
    if (slot.openings > MOST_REOPENINGS) return undefined
    slot.openings++
    slot.refused.clear()
    try {
      slot.device = await within(OPENING_MS, slot.open())
      if (this.#isClosed) await this.close()
    } catch (error) {
      // Wrong use is for the user to mend; that there is no device is not.
      if (!(error instanceof MegabattError) || error instanceof UserError) throw error
      slot.openings = MOST_REOPENINGS + 1
      const reason = error.code === 'gpu-untrusted' ? 'untrusted' : 'no-device'
      addFallback(this.#report, reason, error.message, 0)
      this.#onNotice?.(`${error.message}; going on without it`)
      return undefined
    }
    if (slot.device === undefined) return undefined
    this.#counted.set(slot.device, structuredClone(slot.device.work))
    const { name, kind } = slot.device.facts
    slot.report = { name, software: kind === 'software', chunks: 0, rows: 0 }
    this.#report.devices.push(slot.report)
    return slot.device
  }

  /** Gives a device up; another one may be opened in its place, unless it is not worth it. */
  async drop(slot: DeviceSlot, fate: string, mayReopen: boolean): Promise<void> {
    const { device, report } = slot
    slot.device = undefined
    if (!mayReopen) slot.openings = MOST_REOPENINGS + 1
    if (device === undefined) return
    if (report !== undefined) report.fate = fate
    this.#onNotice?.(`${device.facts.name}: ${fate}`)
    this.#gone.push(device)
    // One that hangs may never be closed; nobody waits for it for long.
    await within(CLOSING_MS, device.close()).catch(() => undefined)
  }

  /** Adds what devices have done since the last time. */
  countWork(work: Work): void {
    const open = this.slots.flatMap(({ device }) => device ?? [])
    for (const device of [...this.#gone, ...open]) {
      const now = structuredClone(device.work)
      const before = this.#counted.get(device)!
      for (const way of ['upload', 'download'] as const) {
        work[way].count += now.transfers[way].count - before.transfers[way].count
        work[way].bytes += now.transfers[way].bytes - before.transfers[way].bytes
      }
      this.#report.compiled.pipelines += now.compiled.pipelines - before.compiled.pipelines
      this.#report.compiled.ms += now.compiled.ms - before.compiled.ms
      this.#counted.set(device, now)
    }
    for (const device of this.#gone.splice(0)) this.#counted.delete(device)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const open = this.slots.flatMap(({ device }) => device ?? [])
    for (const slot of this.slots) slot.device = undefined
    await Promise.all(open.map((device) => within(CLOSING_MS, device.close()).catch(() => undefined)))
  }
}

/** The promise, or `gpu-hung` where it has not settled in time. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = defer<never>()
  const timer = setTimeout(
    () => late.reject(new EnvironmentError('gpu-hung', `A device has not answered for ${ms / 1000} s`)),
    ms,
  )
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
