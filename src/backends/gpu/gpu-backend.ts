// The GPU backend: rows of plans go to devices in chunks, and every row comes out, on a device or, where that cannot be, on
// the CPU.

import type { Plan } from '../../plan/plan.ts'
import { type Backend, type Crash, type Evaluations, type RunSettings, type Unit, newBackendWork } from '../backend.ts'
import type { ChunkDevice } from './chunk/chunk-device.ts'
import { ChunkSizer } from './chunk/chunk-sizes.ts'
import { DevicePool } from './device-pool.ts'
import type { DispatchTimes } from './device/dispatch-clock.ts'
import { GpuRun } from './gpu-run.ts'
import { type GpuReport, newGpuReport } from '../gpu-report.ts'
import { type Schedule, schedulePlan } from './schedule/schedule.ts'
import type { TunedChoice } from './shaders/tuned/index.ts'
import type { Verify } from './verify-rows.ts'

export interface GpuBackendOptions {
  /** Opens the devices; each entry is opened again a few times if it is lost. None: the CPU does everything. */
  readonly open: readonly (() => Promise<ChunkDevice>)[]
  /** Runs the CPU beside on some rows or on all, and throws a MismatchError at the first word that differs. */
  readonly verify?: Verify
  /** Which kernels are used in their tuned form; of a GPU all and of a software device none, if nothing is said. */
  readonly tuned?: TunedChoice
  /**
   * The most counted work of one kernel call on a device; the CPU does rows with longer ones. 100,000 on a GPU, where one
   * lane would keep all others waiting, and no limit on a software device, if nothing is said.
   */
  readonly callLimit?: number
  /** How long a device may go without a sign of life: two minutes, a software device ten, if nothing is said. */
  readonly watchdogMs?: number
  /** Hears how many of the kernels that are needed have been compiled. */
  readonly onCompile?: (done: number, total: number) => void
  /** Hears what the dispatches of each chunk took on the device itself; asking for it makes runs a little slower. */
  readonly onTimes?: (times: DispatchTimes) => void
  /** Hears in words of what did not go as planned. */
  readonly onNotice?: (text: string) => void
}

/** Runs plans on one device or several, all values staying there from the upload of a chunk to its read-back. */
export class GpuBackend implements Backend {
  readonly name = 'gpu'
  readonly work = newBackendWork()
  readonly crashes: readonly Crash[] = []
  readonly gpu: GpuReport = newGpuReport('resident')
  readonly #options: Required<Pick<GpuBackendOptions, 'verify'>> & GpuBackendOptions
  readonly #pool: DevicePool
  readonly #sizer = new ChunkSizer()
  readonly #schedules = new WeakMap<Plan, Schedule>()

  constructor(options: GpuBackendOptions) {
    this.#options = { verify: 'off', ...options }
    this.#pool = new DevicePool(options.open, this.gpu, options.onNotice)
  }

  /** The devices that were used. */
  get device(): string | undefined {
    const names = new Set(this.gpu.devices.map(({ name, software }) => `${name}${software ? ' (software)' : ''}`))
    return names.size === 0 ? undefined : [...names].join(', ')
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    const scheduled = plans.map((plan) => ({ plan, schedule: this.#scheduleOf(plan) }))
    const run = new GpuRun(scheduled, units, settings, {
      pool: this.#pool,
      sizer: this.#sizer,
      report: this.gpu,
      work: this.work,
      ...this.#options,
    })
    const working = run.work()
    // What goes wrong is thrown where the units are waited for.
    working.catch(() => undefined)
    try {
      for (const [number] of units.entries())
        yield await Promise.race([run.unit(number), working.then(() => run.unit(number))])
      await working
    } finally {
      run.stop()
      await working.catch(() => undefined)
      this.#pool.countWork(this.work)
    }
  }

  #scheduleOf(plan: Plan): Schedule {
    let schedule = this.#schedules.get(plan)
    if (schedule === undefined) this.#schedules.set(plan, (schedule = schedulePlan(plan)))
    return schedule
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}
