// The backend that chooses: each plan runs in the place where the cost model predicts the shortest time.

import type { Plan } from '../../plan/plan.ts'
import {
  type Backend,
  type Crash,
  type Evaluations,
  type RunSettings,
  type Unit,
  addWork,
  newBackendWork,
} from '../backend.ts'
import type { DeviceKind } from '../gpu/device/device.ts'
import { schedulePlan } from '../gpu/schedule/schedule.ts'
import type { Choice, Place } from '../plan-choice.ts'
import { choosePlaces } from './choose.ts'
import { type Costs, countRows, estimate, kernelsIn } from './cost-model.ts'

/** Time to find and open a device, in microseconds. */
const LOOKING = 250_000

/** A device that can be opened. */
export interface FoundDevice {
  readonly name: string
  readonly kind: DeviceKind
}

export interface AutoBackendOptions {
  readonly workers: number
  /** Finds the device, if any; called only if the CPU would take longer than the search. */
  readonly findDevice: () => Promise<FoundDevice | undefined>
  /** Also considers a software device. Default: false, because it computes on the same cores. */
  readonly allowSoftware?: boolean
  /** The costs of these kernels on the CPU and on the device, if given; measures missing ones. */
  readonly costs: (kernels: ReadonlySet<string>, device: FoundDevice | undefined) => Promise<Costs>
  /** Opens a backend; `tuned` are the kernels to use in their tuned form on a device. */
  readonly open: (place: Place, tuned: ReadonlySet<string>) => Promise<Backend>
  /** Callback for the choices and their reasons. */
  readonly onChoice?: (choices: readonly Choice[]) => void
}

/** Runs every plan in the place chosen for it, all places concurrently. */
export class AutoBackend implements Backend {
  readonly name = 'auto'
  readonly work = newBackendWork()
  readonly #options: AutoBackendOptions
  readonly #backends = new Map<Place, Promise<Backend>>()
  readonly #opened: Backend[] = []
  #tuned: ReadonlySet<string> = new Set()
  #choices: readonly Choice[] = []
  #found: Promise<FoundDevice | undefined> | undefined

  constructor(options: AutoBackendOptions) {
    this.#options = options
  }

  get device(): string | undefined {
    return this.#opened.find(({ device }) => device !== undefined)?.device
  }

  get crashes(): readonly Crash[] {
    return this.#opened.flatMap(({ crashes }) => crashes)
  }

  /** The choices of the last run. */
  get choices(): readonly Choice[] {
    return this.#choices
  }

  get gpu(): Backend['gpu'] {
    return this.#opened.find(({ gpu }) => gpu !== undefined)?.gpu
  }

  async *run(plans: readonly Plan[], units: readonly Unit[], settings: RunSettings): AsyncGenerator<Evaluations> {
    const choices = await this.#choose(plans, units)
    this.#choices = choices
    this.#options.onChoice?.(choices)
    const places = [...new Set(units.map((unit) => choices[unit.plan]!.place))]
    const before = structuredClone(this.#sumWork())
    const streams = new Map<Place, AsyncIterator<Evaluations>>()
    for (const place of places) {
      const backend = await this.#open(place)
      const own = units.filter((unit) => choices[unit.plan]!.place === place)
      streams.set(place, backend.run(plans, own, settings)[Symbol.asyncIterator]())
    }
    // All places start at once: each is asked for its first unit.
    const next = new Map(Array.from(streams, ([place, stream]) => [place, stream.next()]))
    for (const answer of next.values()) answer.catch(() => undefined)
    try {
      for (const unit of units) {
        const { place } = choices[unit.plan]!
        const { value } = await next.get(place)!
        const following = streams.get(place)!.next()
        following.catch(() => undefined)
        next.set(place, following)
        yield value as Evaluations
      }
      await Promise.all(next.values())
    } finally {
      for (const stream of streams.values()) await stream.return?.()
      addWork(this.work, this.#sumWork(), before)
    }
  }

  async #choose(plans: readonly Plan[], units: readonly Unit[]): Promise<Choice[]> {
    const { workers, findDevice, allowSoftware = false, costs: measure } = this.#options
    const scheduled = plans.map((plan) => ({ plan, schedule: schedulePlan(plan) }))
    const kernels = kernelsIn(scheduled.map(({ schedule }) => schedule))
    const rows = plans.map((_, number) => countRows(units.filter((unit) => unit.plan === number)))
    const estimateAll = (costs: Costs) => scheduled.map((own, k) => estimate(own, rows[k]!, costs))
    let costs = await measure(kernels, undefined)
    let estimates = estimateAll(costs)
    let device: FoundDevice | undefined
    if (estimates.reduce((sum, { cpu }) => sum + cpu, 0) > LOOKING) {
      // Once: the search opens a device.
      device = await (this.#found ??= findDevice())
      const isConsidered = device !== undefined && (device.kind === 'hardware' || allowSoftware)
      if (isConsidered) costs = await measure(kernels, device)
      estimates = estimateAll(costs)
    }
    this.#tuned = costs.tuned
    const parts = estimates.map((own, k) => ({
      estimate: own,
      programs: plans[k]!.programs.length,
      samples: rows[k]!.samples,
    }))
    return choosePlaces(parts, { workers, workerMs: costs.worker / 1000, device, allowSoftware })
  }

  #open(place: Place): Promise<Backend> {
    let backend = this.#backends.get(place)
    if (backend === undefined) {
      backend = this.#options.open(place, this.#tuned).then((opened) => {
        this.#opened.push(opened)
        return opened
      })
      this.#backends.set(place, backend)
    }
    return backend
  }

  #sumWork(): Backend['work'] {
    const sum = newBackendWork()
    for (const { work } of this.#opened) addWork(sum, work)
    return sum
  }

  async close(): Promise<void> {
    for (const backend of this.#opened) await backend.close()
  }
}
