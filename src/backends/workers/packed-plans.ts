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
  /** The different constants of all plans: a message copies each of them. */
  readonly constants: readonly Notation[]
}

const LAYOUTS: readonly CellLayout[] = ['a', 't']
const MODES: readonly PlannedProgram['mode'][] = ['strict', 'guarded']
const FIRST_NUMBERS = 1 << 12

/** Puts plans into shared memory. */
export function packPlans(plans: readonly Plan[]): PackedPlans {
  const starts = new Int32Array(new SharedArrayBuffer(4 * plans.length))
  const writer = new PlanWriter()
  for (let k = 0; k < plans.length; k++) {
    starts[k] = writer.length
    writer.writePlan(plans[k]!)
  }
  const numbers = new Int32Array(new SharedArrayBuffer(4 * writer.length))
  numbers.set(writer.written)
  return { numbers, starts, constants: writer.constants }
}

/** Writes numbers one behind the other. */
class PlanWriter {
  length = 0
  readonly constants: Notation[] = []
  /** The graph of a run has one object for equal constants. */
  readonly #constantNumbers = new Map<Notation, number>()
  #numbers = new Int32Array(FIRST_NUMBERS)

  /** All numbers so far. */
  get written(): Int32Array {
    return this.#numbers.subarray(0, this.length)
  }

  writePlan({
    layout,
    slotCount,
    readsSamples,
    constants,
    primitives,
    steps,
    longArguments,
    labellings,
    programs,
  }: Plan): void {
    this.#write(LAYOUTS.indexOf(layout))
    this.#write(slotCount)
    this.#write(readsSamples ? 1 : 0)
    this.#write(constants.length)
    for (let k = 0; k < constants.length; k++) this.#write(this.#numberOf(constants[k]!))
    this.#writeList(primitives)
    this.#writeList(steps.constant)
    this.#writeList(steps.task)
    this.#writeList(steps.sample)
    this.#writeList(steps.candidate)
    this.#write(longArguments.size)
    for (const [slot, args] of longArguments) {
      this.#write(slot)
      this.#writeList(args)
    }
    this.#write(labellings.length)
    for (const { gridSlot, slots, selectors } of labellings) {
      this.#write(gridSlot)
      this.#writeList(slots)
      this.#writeList(selectors)
    }
    this.#write(programs.length)
    for (let p = 0; p < programs.length; p++) this.#writeProgram(programs[p]!)
  }

  #writeProgram(program: PlannedProgram): void {
    this.#write(MODES.indexOf(program.mode))
    this.#write(program.result)
    this.#write(program.twin)
    this.#writeList(program.statements)
    this.#writeList(program.slots)
    this.#writeList(program.guarded)
    this.#writeList(program.guardedSlots)
    this.#writeList(program.outputs)
    this.#writeList(program.candidates)
  }

  #numberOf(constant: Notation): number {
    let number = this.#constantNumbers.get(constant)
    if (number === undefined) {
      number = this.constants.length
      this.constants.push(constant)
      this.#constantNumbers.set(constant, number)
    }
    return number
  }

  #writeList(list: Int32Array): void {
    this.#reserve(1 + list.length)
    const numbers = this.#numbers
    numbers[this.length++] = list.length
    for (let k = 0; k < list.length; k++) numbers[this.length++] = list[k]!
  }

  #write(number: number): void {
    this.#reserve(1)
    this.#numbers[this.length++] = number
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#numbers.length) return
    const larger = new Int32Array(2 * (this.length + count))
    larger.set(this.#numbers)
    this.#numbers = larger
  }
}

// Most plans have none of these.
const NO_NUMBERS = new Int32Array()
const NO_LONG_ARGUMENTS: Plan['longArguments'] = new Map()
const NO_LABELLINGS: readonly PlannedLabelling[] = []

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
      layout: LAYOUTS[this.#read()]!,
      slotCount: this.#read(),
      readsSamples: this.#read() === 1,
      constants: this.#readConstants(),
      primitives: this.#readList(),
      steps: {
        constant: this.#readList(),
        task: this.#readList(),
        sample: this.#readList(),
        candidate: this.#readList(),
      },
      longArguments: this.#readLongArguments(),
      labellings: this.#readLabellings(),
      programs: this.#readPrograms(),
    }
  }

  #readConstants(): Notation[] {
    const constants: Notation[] = []
    for (let left = this.#read(); left > 0; left--) constants.push(this.#packed.constants[this.#read()]!)
    return constants
  }

  #readLongArguments(): Plan['longArguments'] {
    const count = this.#read()
    if (count === 0) return NO_LONG_ARGUMENTS
    const longArguments = new Map<number, Int32Array>()
    for (let k = 0; k < count; k++) {
      const slot = this.#read()
      longArguments.set(slot, this.#readList())
    }
    return longArguments
  }

  #readLabellings(): readonly PlannedLabelling[] {
    const count = this.#read()
    if (count === 0) return NO_LABELLINGS
    const labellings: PlannedLabelling[] = []
    for (let k = 0; k < count; k++)
      labellings.push({ gridSlot: this.#read(), slots: this.#readList(), selectors: this.#readList() })
    return labellings
  }

  #readPrograms(): PlannedProgram[] {
    const programs: PlannedProgram[] = []
    for (let left = this.#read(); left > 0; left--)
      programs.push({
        mode: MODES[this.#read()]!,
        result: this.#read(),
        twin: this.#read(),
        statements: this.#readList(),
        slots: this.#readList(),
        guarded: this.#readList(),
        guardedSlots: this.#readList(),
        outputs: this.#readList(),
        candidates: this.#readList(),
      })
    return programs
  }

  #readList(): Int32Array {
    const length = this.#read()
    if (length === 0) return NO_NUMBERS
    const { buffer, byteOffset } = this.#packed.numbers
    const list = new Int32Array(buffer, byteOffset + 4 * this.#at, length)
    this.#at += length
    return list
  }

  #read(): number {
    return this.#packed.numbers[this.#at++]!
  }
}
