// The GPU backend: runs the rows of plans on devices in chunks, and on the CPU where no device can.

import type { Plan } from '../../plan/plan.ts'
import { type Backend, type Crash, type Evaluations, type RunSettings, type Unit, newBackendWork } from '../backend.ts'
import type { ChunkDevice } from './chunk/chunk-device.ts'
import { ImageBuilder } from './chunk/chunk-image.ts'
import { ChunkSizer } from './chunk/chunk-sizes.ts'
import { DevicePool } from './device-pool.ts'
import type { DispatchTimes } from './device/device.ts'
import { GpuRun } from './gpu-run.ts'
import { type GpuReport, newGpuReport } from '../gpu-report.ts'
import { ScheduleCache } from './schedule/schedule-cache.ts'
import type { FamilyChoice } from './shaders/families.ts'
import type { TunedCalls, TunedChoice } from './shaders/tuned-kernels.ts'
import type { Verify } from './verify-rows.ts'

export interface GpuBackendOptions {
  /** Opens the devices; a lost device is opened again a few times. Without entries the CPU runs all rows. */
  readonly open: readonly (() => Promise<ChunkDevice>)[]
  /** Compares some or all rows with the CPU; throws a MismatchError at the first word that differs. Default: off. */
  readonly verify?: Verify
  /** The kernels that are used in their tuned form. Default: all on a GPU, else none. */
  readonly tuned?: TunedChoice
  /** The calls for which tuned forms are used. Default: long ones. */
  readonly tunedCalls?: TunedCalls
  /** Whether kernels share pipelines, so that a round has few dispatches. Default: on a GPU, in runs of many kernels. */
  readonly families?: FamilyChoice
  /**
   * The maximum counted work of a kernel call that one lane makes; the CPU runs programs with longer calls. Default: 2^18 on a
   * GPU, where all lanes wait for the longest call; no limit on a software device.
   */
  readonly callLimit?: number
  /** The most words of each of the two heaps of the CPU: for rows that devices leave, and for verification. */
  readonly heapWords?: number | undefined
  /** Watchdog timeout for progress of a device. Default: two minutes, ten for a software device. */
  readonly watchdogMs?: number
  /** Callback for the number of compiled kernels. */
  readonly onCompile?: (done: number, total: number) => void
  /** Callback for messages about failed devices. */
  readonly onNotice?: (text: string) => void
}

/** Runs plans on one or several devices; values stay on the device from the upload of a chunk to its read-back. */
export class GpuBackend implements Backend {
  readonly name = 'gpu'
  readonly work = newBackendWork()
  readonly crashes: readonly Crash[] = []
  readonly gpu: GpuReport = newGpuReport('resident')
  /** Callback for the times of the dispatches of each chunk of the runs that follow; timing makes them slightly slower. */
  onTimes: ((times: DispatchTimes) => void) | undefined
  readonly #options: Required<Pick<GpuBackendOptions, 'verify'>> & GpuBackendOptions
  readonly #pool: DevicePool
  readonly #sizer = new ChunkSizer()
  readonly #images = new ImageBuilder()
  readonly #schedules = new ScheduleCache()

  constructor(options: GpuBackendOptions) {
    this.#options = { verify: 'off', ...options }
    this.#pool = new DevicePool(options.open, this.gpu, options.onNotice)
  }

  /** The names of the devices in use so far. */
  get device(): string | undefined {
    const names = new Set(this.gpu.devices.map(({ name, software }) => `${name}${software ? ' (software)' : ''}`))
    return names.size === 0 ? undefined : [...names].join(', ')
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    const scheduled = plans.map((plan) => ({ plan, schedule: this.#schedules.scheduleOf(plan) }))
    const run = new GpuRun(scheduled, units, settings, {
      pool: this.#pool,
      sizer: this.#sizer,
      images: this.#images,
      report: this.gpu,
      work: this.work,
      ...this.#options,
      ...(this.onTimes === undefined ? {} : { onTimes: this.onTimes }),
    })
    const working = run.work()
    // Errors are thrown where the units are awaited.
    working.catch(() => undefined)
    try {
      for (let number = 0; number < units.length; number++) {
        // The units of a chunk are finished together: only the first of them is waited for.
        yield run.takeReady(number) ?? (await Promise.race([run.unit(number), working.then(() => run.unit(number))]))
      }
      await working
    } finally {
      run.stop()
      await working.catch(() => undefined)
      this.#pool.countWork(this.work)
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}
