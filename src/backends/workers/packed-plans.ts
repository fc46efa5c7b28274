// Plans in shared memory: their numbers are one array, from which a thread makes the plans that it needs.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { Plan, PlannedLabelling, PlannedProgram } from '../../plan/plan.ts'

/** Plans without objects but their constants. */
export interface PackedPlans {
  /** The numbers of all plans. Lists have their length in front. */
  readonly numbers: Int32Array
  /** Where the numbers of each plan begin. */
  readonly starts: Int32Array
  readonly constants: readonly (readonly Notation[])[]
}

const LAYOUTS: readonly CellLayout[] = ['a', 't']
const MODES: readonly PlannedProgram['mode'][] = ['strict', 'guarded']

/** Puts plans into shared memory. */
export function packPlans(plans: readonly Plan[]): PackedPlans {
  const counter = new PlanWriter(undefined)
  for (const plan of plans) counter.writePlan(plan)
  const numbers = new Int32Array(new SharedArrayBuffer(4 * counter.length))
  const starts = new Int32Array(new SharedArrayBuffer(4 * plans.length))
  const writer = new PlanWriter(numbers)
  for (const [k, plan] of plans.entries()) {
    starts[k] = writer.length
    writer.writePlan(plan)
  }
  return { numbers, starts, constants: plans.map(({ constants }) => constants) }
}

/** Writes numbers one behind the other; without memory it only counts them. */
class PlanWriter {
  length = 0
  readonly #numbers: Int32Array | undefined

  constructor(numbers: Int32Array | undefined) {
    this.#numbers = numbers
  }

  writePlan({ layout, slotCount, primitives, steps, longArguments, labellings, programs, readsSamples }: Plan): void {
    this.#write(LAYOUTS.indexOf(layout))
    this.#write(slotCount)
    this.#write(readsSamples ? 1 : 0)
    this.#writeLists([primitives, steps.constant, steps.task, steps.sample, steps.candidate])
    this.#write(longArguments.size)
    for (const [slot, args] of longArguments) {
      this.#write(slot)
      this.#writeLists([args])
    }
    this.#write(labellings.length)
    for (const { gridSlot, slots, selectors } of labellings) {
      this.#write(gridSlot)
      this.#writeLists([slots, selectors])
    }
    this.#write(programs.length)
    for (const program of programs) this.#writeProgram(program)
  }

  #writeProgram(program: PlannedProgram): void {
    const { mode, result, twin, statements, slots, guarded, guardedSlots, outputs, candidates } = program
    this.#write(MODES.indexOf(mode))
    this.#write(result)
    this.#write(twin)
    this.#writeLists([statements, slots, guarded, guardedSlots, outputs, candidates])
  }

  #writeLists(lists: readonly Int32Array[]): void {
    for (const list of lists) {
      this.#write(list.length)
      this.#numbers?.set(list, this.length)
      this.length += list.length
    }
  }

  #write(number: number): void {
    if (this.#numbers !== undefined) this.#numbers[this.length] = number
    this.length++
  }
}

/** The plans of a run as a thread has them: each is made when it is first asked for, of views of the shared memory. */
export class UnpackedPlans {
  readonly #packed: PackedPlans
  readonly #plans: (Plan | undefined)[] = []
  #at = 0

  constructor(packed: PackedPlans) {
    this.#packed = packed
  }

  /** Plan number `k`. */
  plan(k: number): Plan {
    return (this.#plans[k] ??= this.#readPlan(k))
  }

  #readPlan(k: number): Plan {
    this.#at = this.#packed.starts[k]!
    // In the order in which they were written.
    return {
      constants: this.#packed.constants[k]!,
      layout: LAYOUTS[this.#read()]!,
      slotCount: this.#read(),
      readsSamples: this.#read() === 1,
      primitives: this.#readList(),
      steps: {
        constant: this.#readList(),
        task: this.#readList(),
        sample: this.#readList(),
        candidate: this.#readList(),
      },
      longArguments: new Map(this.#readMany(() => [this.#read(), this.#readList()] as const)),
      labellings: this.#readMany((): PlannedLabelling => ({
        gridSlot: this.#read(),
        slots: this.#readList(),
        selectors: this.#readList(),
      })),
      programs: this.#readMany(() => this.#readProgram()),
    }
  }

  #readProgram(): PlannedProgram {
    return {
      mode: MODES[this.#read()]!,
      result: this.#read(),
      twin: this.#read(),
      statements: this.#readList(),
      slots: this.#readList(),
      guarded: this.#readList(),
      guardedSlots: this.#readList(),
      outputs: this.#readList(),
      candidates: this.#readList(),
    }
  }

  #readMany<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.#read() }, read)
  }

  #readList(): Int32Array {
    const length = this.#read()
    const { buffer, byteOffset } = this.#packed.numbers
    const list = new Int32Array(buffer, byteOffset + 4 * this.#at, length)
    this.#at += length
    return list
  }

  #read(): number {
    return this.#packed.numbers[this.#at++]!
  }
}
