// The schedule of a plan on a device: the round in which each step begins, and the kernels that each round may need. A step
// begins when its inputs are ready, so steps of all depths share the dispatches of a round.

import { Heap } from '../../../kernel/heap.ts'
import { safeDefaultOfType } from '../../../language/values/safe-default.ts'
import type { Rows } from '../../../plan/graph.ts'
import {
  NO_SLOT,
  type Plan,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from '../../../plan/plan.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import { storeConstants } from '../../input-slots.ts'
import { familyOf } from '../shaders/families.ts'
import { CallProfiler, type Profile } from './call-profile.ts'
import { NO_FUNCTIONS, ShapeTable, type Shapes } from './function-shapes.ts'

/** A step of the plan. */
export interface Site {
  readonly raw: number
  readonly safe: number
  readonly callee: number
  readonly args: Int32Array
  readonly rows: Rows
}

/** The number of calls of a kernel in a round: per row of each sort, or unknown where a map calls it. */
export interface KernelUse {
  readonly perRow: Record<Rows, number>
  isMapped: boolean
}

/** One round. */
export interface Round {
  readonly sites: Site[]
  readonly kernels: Map<string, KernelUse>
  /** Whether maps may start their calls in this round. */
  spawns: boolean
}

/** A step that may not end on the device; the CPU then runs the row. */
export interface OpenStep {
  readonly slot: number
  readonly reason: string
}

/** The number of steps that may call a kernel, by the sort of their rows: once per row, or once per element of a map. */
export interface StepCounts {
  readonly once: Record<Rows, number>
  readonly mapped: Record<Rows, number>
}

export interface Schedule {
  readonly rounds: readonly Round[]
  readonly counts: ReadonlyMap<string, StepCounts>
  readonly open: readonly OpenStep[]
}

/** A new family weighs more than all kernels of a round. */
const NEW_FAMILY = 1000

const ROWS: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']

/** Schedules all steps of a plan. `familyIn` names the family that a kernel shares a dispatch with. */
export function schedulePlan(
  plan: Plan,
  familyIn: (kernel: string) => string = (kernel) => familyOf(kernel, plan.layout, 'large') ?? kernel,
): Schedule {
  const steps = followSteps(plan)
  const scheduler = new Scheduler(plan.slotCount, findLatest(steps, plan.slotCount), familyIn)
  for (const step of steps) scheduler.add(step)
  const open = steps.flatMap(({ site, profile }) =>
    profile.open === undefined ? [] : [{ slot: site.raw, reason: profile.open }],
  )
  return { rounds: scheduler.rounds, counts: scheduler.counts, open }
}

/** A step and its profile. */
interface FollowedStep {
  readonly site: Site
  readonly profile: Profile
  /** Rounds from its start until its result can be used. */
  readonly length: number
}

/** All steps with their profiles, each after its inputs. */
function followSteps(plan: Plan): FollowedStep[] {
  const shapes = new ShapeTable()
  const profiler = new CallProfiler(shapes)
  const heap = new Heap(1 << 12, undefined, plan.layout)
  /** By slot the functions that its value may be or contain. */
  const held: Shapes[] = []
  storeConstants(heap, plan, (slot, word) => (held[slot] = shapes.ofWord(heap, word)))
  // The default in place of a function that could not be made.
  const standIn = shapes.ofWord(heap, safeDefaultOfType('Callable'))
  const followed: FollowedStep[] = []
  for (const rows of ROWS) {
    const steps = plan.steps[rows]
    for (let at = 0; at < steps.length; at += STEP_WIDTH) {
      const site = readSite(plan, steps, at, rows)
      const args = Array.from(site.args, (arg) => held[arg] ?? NO_FUNCTIONS)
      const profile = profiler.profileOf(held[site.callee] ?? NO_FUNCTIONS, args)
      held[site.raw] = profile.result
      if (site.safe !== NO_SLOT) held[site.safe] = shapes.union([profile.result, standIn])
      // A frame passes its result on in the round after its last kernel.
      const length = Math.max(1, profile.last + (profile.isFramed === 'never' ? 0 : 1))
      followed.push({ site, profile, length })
    }
  }
  return followed
}

/** By step the latest round in which it can begin without adding a round to the schedule. */
function findLatest(steps: readonly FollowedStep[], slotCount: number): Int32Array {
  const ready = new Int32Array(slotCount)
  let total = 0
  for (const { site, length } of steps) {
    const end = earliest(site, ready) + length
    setSlots(site, ready, end)
    total = Math.max(total, end)
  }
  const neededBy = new Int32Array(slotCount).fill(total)
  const latest = new Int32Array(steps.length)
  for (let k = steps.length - 1; k >= 0; k--) {
    const { site, length } = steps[k]!
    const end = Math.min(neededBy[site.raw]!, site.safe === NO_SLOT ? total : neededBy[site.safe]!)
    latest[k] = end - length
    for (const slot of [site.callee, ...site.args]) neededBy[slot] = Math.min(neededBy[slot]!, latest[k]!)
  }
  return latest
}

/** The first round in which all inputs of a step are ready. */
function earliest({ callee, args }: Site, ready: Int32Array): number {
  let start = ready[callee]!
  for (const arg of args) start = Math.max(start, ready[arg]!)
  return start
}

function setSlots({ raw, safe }: Site, ready: Int32Array, round: number): void {
  ready[raw] = round
  if (safe !== NO_SLOT) ready[safe] = round
}

function readSite(plan: Plan, steps: Int32Array, at: number, rows: Rows): Site {
  const raw = steps[at + STEP_RAW]!
  const count = steps[at + STEP_ARGUMENT_COUNT]!
  const args = plan.longArguments.get(raw) ?? steps.slice(at + STEP_ARGUMENTS, at + STEP_ARGUMENTS + count)
  return { raw, safe: steps[at + STEP_SAFE]!, callee: steps[at + STEP_CALLEE]!, args, rows }
}

class Scheduler {
  readonly rounds: Round[] = []
  readonly counts = new Map<string, StepCounts>()
  /** By slot the round from which it can be used. */
  readonly #ready: Int32Array
  readonly #latest: Int32Array
  readonly #known = new Map<Profile, ReadonlySet<string>>()
  readonly #familyOf: (kernel: string) => string
  /** By round the families of its kernels, where a GPU runs them. */
  readonly #families: Set<string>[] = []
  #added = 0

  constructor(slotCount: number, latest: Int32Array, familyIn: (kernel: string) => string) {
    this.#familyOf = familyIn
    this.#ready = new Int32Array(slotCount)
    this.#latest = latest
  }

  /** Places a step in the first of the rounds in which it adds the fewest dispatches. */
  add({ site, profile, length }: FollowedStep): void {
    const first = earliest(site, this.#ready)
    const last = this.#latest[this.#added++]!
    let start = first
    let fewest = Infinity
    for (let round = first; round <= last && fewest > 0; round++) {
      const added = this.#countNew(profile, round)
      if (added < fewest) [start, fewest] = [round, added]
    }
    this.#place(site, start, profile)
    // The frames of the last calls need one more round.
    this.#round(start + length - 1)
    setSlots(site, this.#ready, start + length)
  }

  /** The number of dispatches that a step would add if it began in this round: first in families, then without them. */
  #countNew(profile: Profile, start: number): number {
    let added = 0
    for (const [k, kernels] of profile.kernels.entries()) {
      const known = this.rounds[start + k]?.kernels
      const families = this.#families[start + k]
      let fresh: Set<string> | undefined
      for (const kernel of kernels) {
        if (known?.has(kernel) === true) continue
        const family = this.#familyOf(kernel)
        added++
        if (families?.has(family) === true || fresh?.has(family) === true) continue
        ;(fresh ??= new Set()).add(family)
        added += NEW_FAMILY
      }
    }
    return added
  }

  #place(site: Site, start: number, profile: Profile): void {
    this.#round(start).sites.push(site)
    for (const [k, kernels] of profile.kernels.entries()) {
      const round = this.#round(start + k)
      for (const kernel of kernels) {
        let use = round.kernels.get(kernel)
        if (use === undefined) {
          ;(this.#families[start + k] ??= new Set()).add(this.#familyOf(kernel))
          use = { perRow: noRows(), isMapped: false }
          round.kernels.set(kernel, use)
        }
        use.perRow[site.rows]++
        if (profile.spawns.size > 0 && k > 0) use.isMapped = true
      }
    }
    for (const round of profile.spawns) this.#round(start + round).spawns = true
    // A call that may need a kernel in several rounds calls it in one of them.
    for (const kernel of this.#kernelsOf(profile)) {
      let counts = this.counts.get(kernel)
      if (counts === undefined) this.counts.set(kernel, (counts = { once: noRows(), mapped: noRows() }))
      const isMapped = profile.spawns.size > 0 && !kernelsOfMaps.has(kernel)
      counts[isMapped ? 'mapped' : 'once'][site.rows]++
    }
  }

  /** All kernels of a profile; equal calls share theirs. */
  #kernelsOf(profile: Profile): ReadonlySet<string> {
    let kernels = this.#known.get(profile)
    if (kernels === undefined) {
      kernels = new Set(profile.kernels.flatMap((own) => [...own]))
      this.#known.set(profile, kernels)
    }
    return kernels
  }

  #round(number: number): Round {
    while (this.rounds.length <= number) this.rounds.push({ sites: [], kernels: new Map(), spawns: false })
    return this.rounds[number]!
  }
}

function noRows(): Record<Rows, number> {
  return { constant: 0, task: 0, sample: 0, candidate: 0 }
}

/** The kernels of the maps themselves, not of the functions they call. */
const kernelsOfMaps = new Set(
  primitives.flatMap((primitive) =>
    primitive.sort === 'higher-order' ? [primitive.kernelName, primitive.callsName] : [],
  ),
)
