// The devices of a backend: opened on first use, opened again after a loss, counted in the report.

import { EnvironmentError, MegabattError, UserError } from '../../language/errors.ts'
import { defer } from '../deferred.ts'
import type { Work } from '../evaluator.ts'
import type { ChunkDevice, DeviceWork } from './chunk/chunk-device.ts'
import { addTransfers } from './device/transfers.ts'
import { type DeviceReport, type GpuReport, addFallback } from '../gpu-report.ts'
import { reportDevice } from './report-device.ts'

/** The maximum number of times that a lost device is opened again. */
const MOST_REOPENINGS = 2
const OPENING_MS = 90_000
const CLOSING_MS = 5000

/** A place for one device: the open device, if any, and the number of openings. */
export interface DeviceSlot {
  device: ChunkDevice | undefined
  report: DeviceReport | undefined
  openings: number
  /** By kernel that the device does not compile, the error message. */
  readonly refused: Map<string, string>
  readonly open: () => Promise<ChunkDevice>
}

export class DevicePool {
  readonly slots: readonly DeviceSlot[]
  readonly #report: GpuReport
  readonly #onNotice: ((text: string) => void) | undefined
  /** By device its work at the last count. */
  readonly #counted = new Map<ChunkDevice, DeviceWork>()
  /** Devices that were given up and not counted yet. */
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

  /** The device of a slot, opened if necessary; undefined if it can no longer be opened. */
  async deviceOf(slot: DeviceSlot): Promise<ChunkDevice | undefined> {
    if (slot.device !== undefined) return slot.device
    if (slot.openings > MOST_REOPENINGS) return undefined
    slot.openings++
    slot.refused.clear()
    try {
      slot.device = await within(OPENING_MS, slot.open())
      if (this.#isClosed) await this.close()
    } catch (error) {
      // The user must correct wrong use; without a device the run continues on the CPU.
      if (!(error instanceof MegabattError) || error instanceof UserError) throw error
      slot.openings = MOST_REOPENINGS + 1
      const reason = error.code === 'gpu-untrusted' ? 'untrusted' : 'no-device'
      addFallback(this.#report, reason, error.message, 0)
      const advice = error.advice === undefined ? '' : `\n  ${error.advice}`
      this.#onNotice?.(`${error.message}; the run continues without this device${advice}`)
      return undefined
    }
    if (slot.device === undefined) return undefined
    this.#counted.set(slot.device, structuredClone(slot.device.work))
    slot.report = reportDevice(slot.device.facts)
    this.#report.devices.push(slot.report)
    return slot.device
  }

  /** Gives up a device; with `mayReopen` it may be opened again. */
  async drop(slot: DeviceSlot, fate: string, mayReopen: boolean): Promise<void> {
    const { device, report } = slot
    slot.device = undefined
    if (!mayReopen) slot.openings = MOST_REOPENINGS + 1
    if (device === undefined) return
    if (report !== undefined) report.fate = fate
    this.#onNotice?.(`${device.facts.name}: ${fate}`)
    this.#gone.push(device)
    // A device that hangs may never close.
    await within(CLOSING_MS, device.close()).catch(() => undefined)
  }

  /** Adds the work of all devices since the last count. */
  countWork(work: Work): void {
    const open = this.slots.flatMap(({ device }) => device ?? [])
    for (const device of [...this.#gone, ...open]) {
      const now = structuredClone(device.work)
      const before = this.#counted.get(device)!
      addTransfers(work, before.transfers, now.transfers)
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

/** The promise, or a rejection with `gpu-hung` after the timeout. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = defer<never>()
  const timer = setTimeout(
    () => late.reject(new EnvironmentError('gpu-hung', `A device did not answer within ${ms / 1000} s`)),
    ms,
  )
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
