// The schedule of a plan on a device: in which round each step is begun, and which kernels each round may need. A step is
// begun as soon as all that it uses is there, so steps of all depths share the dispatches of a round.

import { Heap } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE } from '../../kernel/words.ts'
import { safeDefaultOfType } from '../../language/safe-default.ts'
import type { Rows } from '../../plan/graph.ts'
import {
  NO_SLOT,
  type Plan,
  SLOT_OF,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from '../../plan/plan.ts'
import { primitives } from '../../primitives/registry.generated.ts'
import { encodeConstant } from '../encode-constant.ts'
import { CallProfiler, type Profile } from './call-profile.ts'
import { NO_FUNCTIONS, ShapeTable, type Shapes } from './function-shapes.ts'

/** A step of the plan as the device begins it. */
export interface Site {
  readonly raw: number
  readonly safe: number
  readonly callee: number
  readonly args: Int32Array
  readonly rows: Rows
}

/** How often a kernel may run in a round: once a row of these sorts, or, called by maps, as often as the data says. */
export interface KernelUse {
  readonly perRow: Record<Rows, number>
  isMapped: boolean
}

/** What one round does. */
export interface Round {
  readonly sites: Site[]
  readonly kernels: Map<string, KernelUse>
  /** Whether maps may start their calls in it. */
  spawns: boolean
}

/** A step that may not come to its end on the device: then the CPU does its row. */
export interface OpenStep {
  readonly slot: number
  readonly reason: string
}

/** By kernel how many steps may call it, by the sort of their rows: once a row, or once an element of a map. */
export interface StepCounts {
  readonly once: Record<Rows, number>
  readonly mapped: Record<Rows, number>
}

export interface Schedule {
  readonly rounds: readonly Round[]
  readonly counts: ReadonlyMap<string, StepCounts>
  readonly open: readonly OpenStep[]
}

const ROWS: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']

/** Works out when what is run. */
export function schedulePlan(plan: Plan): Schedule {
  const scheduler = new Scheduler(plan)
  for (const rows of ROWS) {
    const steps = plan.steps[rows]
    for (let at = 0; at < steps.length; at += STEP_WIDTH) scheduler.add(readSite(plan, steps, at, rows))
  }
  return { rounds: scheduler.rounds, counts: scheduler.counts, open: scheduler.open }
}

function readSite(plan: Plan, steps: Int32Array, at: number, rows: Rows): Site {
  const raw = steps[at + STEP_RAW]!
  const count = steps[at + STEP_ARGUMENT_COUNT]!
  const args = plan.longArguments.get(raw) ?? steps.slice(at + STEP_ARGUMENTS, at + STEP_ARGUMENTS + count)
  return { raw, safe: steps[at + STEP_SAFE]!, callee: steps[at + STEP_CALLEE]!, args, rows }
}

class Scheduler {
  readonly rounds: Round[] = []
  readonly open: OpenStep[] = []
  readonly counts = new Map<string, StepCounts>()
  readonly #shapes = new ShapeTable()
  readonly #profiler = new CallProfiler(this.#shapes)
  /** By slot the round from which on it can be used, and the functions that it may be or hold. */
  readonly #ready: Int32Array
  readonly #held: Shapes[] = []

  constructor(plan: Plan) {
    this.#ready = new Int32Array(plan.slotCount)
    const heap = new Heap(1 << 12)
    let slot = SLOT_OF.C + 1
    for (const constant of plan.constants)
      this.#held[slot++] = this.#shapes.ofWord(heap, encodeConstant(heap, constant))
    for (const word of plan.primitives) this.#held[slot++] = this.#shapes.primitive(word - PRIMITIVE_BASE)
  }

  add(site: Site): void {
    let start = this.#ready[site.callee]!
    for (const arg of site.args) start = Math.max(start, this.#ready[arg]!)
    const callee = this.#heldBy(site.callee)
    const profile = this.#profiler.profileOf(
      callee,
      Array.from(site.args, (arg) => this.#heldBy(arg)),
    )
    if (profile.open !== undefined) this.open.push({ slot: site.raw, reason: profile.open })
    this.#place(site, start, profile)
    const end = start + Math.max(1, profile.ends.at(-1)! + (profile.isFramed ? 1 : 0))
    // The frames of the last calls are gone on with in one more round.
    this.#round(end - 1)
    for (const slot of [site.raw, site.safe]) {
      if (slot === NO_SLOT) continue
      this.#ready[slot] = end
      this.#held[slot] =
        slot === site.raw ? profile.result : this.#shapes.union([profile.result, defaults(this.#shapes)])
    }
  }

  #heldBy(slot: number): Shapes {
    return this.#held[slot] ?? NO_FUNCTIONS
  }

  #place(site: Site, start: number, profile: Profile): void {
    this.#round(start).sites.push(site)
    for (const [k, kernels] of profile.kernels.entries()) {
      const round = this.#round(start + k)
      for (const kernel of kernels) {
        let use = round.kernels.get(kernel)
        if (use === undefined) {
          use = { perRow: noRows(), isMapped: false }
          round.kernels.set(kernel, use)
        }
        use.perRow[site.rows]++
        if (profile.spawns.size > 0 && k > 0) use.isMapped = true
      }
    }
    for (const round of profile.spawns) this.#round(start + round).spawns = true
    // A call that may meet a kernel in several rounds meets it in one of them.
    for (const kernel of new Set(profile.kernels.flatMap((kernels) => [...kernels]))) {
      let counts = this.counts.get(kernel)
      if (counts === undefined) this.counts.set(kernel, (counts = { once: noRows(), mapped: noRows() }))
      const isMapped = profile.spawns.size > 0 && !kernelsOfMaps.has(kernel)
      counts[isMapped ? 'mapped' : 'once'][site.rows]++
    }
  }

  #round(number: number): Round {
    while (this.rounds.length <= number) this.rounds.push({ sites: [], kernels: new Map(), spawns: false })
    return this.rounds[number]!
  }
}

function noRows(): Record<Rows, number> {
  return { constant: 0, task: 0, sample: 0, candidate: 0 }
}

/** The two halves of maps themselves, as against what they call. */
const kernelsOfMaps = new Set(
  primitives.flatMap((primitive) =>
    primitive.sort === 'higher-order' ? [primitive.kernelName, primitive.callsName] : [],
  ),
)

/** The function that stands in for one that could not be made. */
function defaults(shapes: ShapeTable): Shapes {
  const heap = new Heap(1 << 4)
  return shapes.ofWord(heap, safeDefaultOfType('Callable'))
}
