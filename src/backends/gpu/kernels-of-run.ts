// The kernels of a run: their calls, which plans need one that a device refuses, and whether there are enough of them for families.

import type { Unit } from '../backend.ts'
import type { DeviceFacts } from './chunk/chunk-device.ts'
import type { RowRange, ScheduledPlan } from './chunk/chunk.ts'
import { COPY_KERNEL, kernelNumber } from './shaders/device-state.ts'
import type { FamilyChoice } from './shaders/families.ts'
import { kernelNames } from './shaders/kernel-arity.ts'

/** The kernels of a run from which on they run in families on a GPU. */
const LEAST_FOR_FAMILIES = 40

/** The kernels of primitives with their numbers on the device. */
const kernelNumbers = kernelNames.flatMap((kernel): [string, number][] =>
  kernel === COPY_KERNEL ? [] : [[kernel, kernelNumber(kernel)]],
)

/** Adds the calls of a chunk, by kernel number, to a sum by name. */
export function addCalls(sum: Record<string, number>, calls: Int32Array): void {
  for (const [kernel, number] of kernelNumbers)
    if (calls[number]! > 0) sum[kernel] = (sum[kernel] ?? 0) + calls[number]!
}

export class KernelsOfRun {
  readonly #plans: readonly ScheduledPlan[]
  readonly #units: readonly Unit[]
  /** The kernels of all plans, once counted. */
  #count: number | undefined

  constructor(plans: readonly ScheduledPlan[], units: readonly Unit[]) {
    this.#plans = plans
    this.#units = units
  }

  /**
   * A family compiles all of its kernels, which is worth it where many of them are needed. Large ones take minutes without a sign of the driver:
   * too long for a page in a browser, which does not tell the API of its adapter. No card has compiled any yet.
   */
  familiesOn({ kind, adapter }: DeviceFacts): FamilyChoice {
    if (kind === 'software') return 'none'
    this.#count ??= new Set(
      this.#plans.flatMap(({ schedule }) => schedule.rounds.flatMap(({ kernels }) => [...kernels.keys()])),
    ).size
    if (this.#count < LEAST_FOR_FAMILIES) return 'none'
    return adapter.backend === '' ? 'small' : 'large'
  }

  /** A refused kernel that rows need; undefined if they need none. */
  refusedFor({ unit }: RowRange, refused: ReadonlyMap<string, string>): string | undefined {
    if (refused.size === 0) return undefined
    const { rounds } = this.#plans[this.#units[unit]!.plan]!.schedule
    return [...refused.keys()].find((kernel) => rounds.some((round) => round.kernels.has(kernel)))
  }

  /** Whether a kernel belongs to a plan; every chunk needs the kernels of the scheduler. */
  has(kernel: string): boolean {
    return this.#plans.some(({ schedule }) => schedule.rounds.some((round) => round.kernels.has(kernel)))
  }
}
