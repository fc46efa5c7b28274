// Interprets the tables for evaluations on the CPU, as a device does: blocks, programs, checks, defaults and rows for the host.

import { NO_GRID } from '../../src/backends/mismatch.ts'
import { CORRECT, FAILED, LIMITED, NEAR, UNSCORED, WRONG } from '../../src/backends/verdicts.ts'
import {
  BATT,
  BLOCK,
  CHECK,
  DEFAULTS,
  EVALUATION,
  PLAN,
  PROGRAM_WORDS,
  STRICT,
} from '../../src/backends/gpu/device-code/evaluation-layout.ts'
import { TABLE } from '../../src/backends/gpu/device-code/table-layout.ts'
import { PENDING, isLimitError } from '../../src/kernel/errors.ts'
import { isError } from '../../src/kernel/words.ts'

/** The memories of a device, and the value of a slot in a row. */
export interface EvaluatedMemory {
  readonly arena: Int32Array
  readonly tables: Int32Array
  readonly counters: Int32Array
  valueAt(slot: number, row: number, tasks: number): number
  /** The number of cells of a grid. */
  cellsOf(grid: number): number
}

interface Block {
  readonly plan: number
  readonly row: number
  readonly rowCount: number
  readonly area: number
  readonly verdicts: number
  readonly programCount: number
}

/** Makes the evaluations of a chunk. */
export class EvaluationInterpreter {
  readonly #memory: EvaluatedMemory
  readonly #head: number

  constructor(memory: EvaluatedMemory) {
    this.#memory = memory
    this.#head = memory.tables[TABLE.evaluations]!
  }

  /** Writes verdicts, differences, errors, statements and candidates; marks rows for the host. */
  evaluate(): void {
    if (this.#head === 0) return
    for (const block of this.#blocks()) {
      // Lines of brief verdicts are whole words.
      const line = this.#isBrief ? Math.ceil(block.rowCount / 4) * 4 : block.rowCount
      const verdicts = new Uint8Array(Math.ceil((block.programCount * line) / 4) * 4)
      for (let p = 0; p < block.programCount; p++)
        for (let s = 0; s < block.rowCount; s++) verdicts[p * line + s] = this.#evaluate(block, p, s)
      this.#memory.arena.set(new Int32Array(verdicts.buffer), block.verdicts)
      for (let row = block.row; row < block.row + block.rowCount; row++)
        if (this.#workOf(block.plan, row) > this.#of(this.#head, EVALUATION.allowance)) this.#mark(block.plan, row)
    }
    this.#each(EVALUATION.checks, EVALUATION.checkCount, CHECK.words, (check, row) => {
      const plan = this.#of(check, CHECK.plan)
      const word = this.#word(plan, this.#of(check, CHECK.slot), row)
      const isForHost = this.#of(check, CHECK.anyError) !== 0 || word === PENDING || isLimitError(word)
      if (isError(word) && isForHost) this.#mark(plan, row)
    })
  }

  /** Writes how often statements of batts took their defaults. */
  countDefaults(): void {
    if (this.#head === 0) return
    this.#each(EVALUATION.defaults, EVALUATION.defaultCount, DEFAULTS.words, (item, g) => {
      const block = this.#blockAt(this.#of(item, DEFAULTS.block))
      const program = this.#of(item, DEFAULTS.program)
      const slot = this.#memory.tables[this.#of(program, BATT.guarded) + g]!
      let count = 0
      for (let row = block.row; row < block.row + block.rowCount; row++) {
        const word = this.#word(block.plan, slot, row)
        if (isError(word) && !isLimitError(word) && !this.#isMarked(block.plan, row)) count++
      }
      this.#memory.arena[this.#battArea(block, program) + g] = count
    })
  }

  /** The words of all rows for the host. */
  gather(): Int32Array {
    const words: number[] = []
    if (this.#head === 0) return new Int32Array()
    const { arena } = this.#memory
    for (const { plan, row: first, rowCount } of this.#blocks()) {
      for (let row = first; row < first + rowCount; row++) {
        if (!this.#isMarked(plan, row)) continue
        words.push(this.#of(plan, PLAN.number), row, this.#workOf(plan, row))
        for (const slot of this.#list(plan, PLAN.slots, PLAN.slotCount)) words.push(this.#word(plan, slot, row))
        for (const column of this.#list(plan, PLAN.differences, PLAN.differenceCount)) words.push(arena[column + row]!)
      }
    }
    return Int32Array.from(words)
  }

  #evaluate(block: Block, p: number, s: number): number {
    const { plan, row: first, rowCount } = block
    const row = first + s
    const program = this.#of(plan, PLAN.programs) + p * PROGRAM_WORDS
    const expected = this.#memory.arena[this.#of(plan, PLAN.expected) + row]!
    const isScored = expected !== 0
    const judge = (differences: number) => {
      if (!isScored) return UNSCORED
      if (differences === 0) return CORRECT
      return this.#isBrief && 8 * differences <= this.#memory.cellsOf(expected) ? NEAR : WRONG
    }
    const put = (differences: number, error: number, statement: number) => {
      if (this.#isBrief) return
      const count = block.programCount * rowCount
      const at = block.area + p * rowCount + s
      this.#memory.arena.set([differences], at)
      this.#memory.arena.set([error], at + count)
      this.#memory.arena.set([statement], at + 2 * count)
    }
    if (this.#of(program, BATT.isBatt) === 1) {
      const columns = this.#list(program, BATT.candidates, BATT.candidateCount)
      const differences = Array.from(columns, (column) => (isScored ? this.#memory.arena[column + row]! : NO_GRID))
      const target = this.#battArea(block, program) + this.#of(program, BATT.guardedCount)
      if (!this.#isBrief)
        for (const [k, own] of differences.entries()) this.#memory.arena[target + k * rowCount + s] = own
      const least = Math.min(NO_GRID, ...differences)
      put(isScored ? least : 0, 0, 0)
      return judge(least)
    }
    const pairs = this.#list(program, STRICT.statements, STRICT.statementCount, 2)
    const words = Array.from({ length: pairs.length / 2 }, (_, k) => this.#word(plan, pairs[2 * k]!, row))
    const failed = words.findIndex(isError)
    const error = words[failed] ?? this.#word(plan, this.#of(program, STRICT.result), row)
    if (error === PENDING) this.#mark(plan, row)
    if (isError(error)) {
      if (error === PENDING) put(0, 0, 0)
      else put(0, error, failed < 0 ? -1 : pairs[2 * failed + 1]!)
      return error === PENDING ? UNSCORED : this.#isBrief && isLimitError(error) ? LIMITED : FAILED
    }
    const differences = isScored ? this.#memory.arena[this.#of(program, STRICT.differences) + row]! : 0
    put(differences, 0, 0)
    return judge(differences)
  }

  get #isBrief(): boolean {
    return this.#of(this.#head, EVALUATION.isBrief) !== 0
  }

  #of(record: number, k: number): number {
    return this.#memory.tables[record + k]!
  }

  #list(record: number, at: number, count: number, width = 1): Int32Array {
    const first = this.#of(record, at)
    return this.#memory.tables.subarray(first, first + width * this.#of(record, count))
  }

  #blocks(): Block[] {
    const first = this.#of(this.#head, EVALUATION.blocks)
    const count = this.#of(this.#head, EVALUATION.blockCount)
    return Array.from({ length: count }, (_, k) => this.#blockAt(first + k * BLOCK.words))
  }

  #blockAt(at: number): Block {
    const plan = this.#of(at, BLOCK.plan)
    return {
      plan,
      row: this.#of(at, BLOCK.row),
      rowCount: this.#of(at, BLOCK.rowCount),
      area: this.#of(at, BLOCK.area),
      verdicts: this.#of(at, BLOCK.verdicts),
      programCount: this.#of(plan, PLAN.programCount),
    }
  }

  #battArea({ area, programCount, rowCount }: Block, program: number): number {
    if (this.#isBrief) return area + this.#of(program, BATT.guardedBefore)
    const before = this.#of(program, BATT.guardedBefore) + this.#of(program, BATT.candidatesBefore) * rowCount
    return area + 3 * programCount * rowCount + before
  }

  /** Calls `handle` for each number of each item of a list, whose items begin with their first number. */
  #each(at: number, count: number, width: number, handle: (item: number, k: number) => void): void {
    const items = this.#of(this.#head, at)
    for (let item = items; item < items + this.#of(this.#head, count) * width; item += width) {
      const first = this.#of(item, 0)
      for (let k = first; k < this.#of(item + width, 0); k++) handle(item, k - first)
    }
  }

  #word(plan: number, slot: number, row: number): number {
    return this.#memory.valueAt(slot, row, this.#of(plan, PLAN.tasks))
  }

  #workOf(plan: number, row: number): number {
    const { counters, tables } = this.#memory
    const task = tables[this.#of(plan, PLAN.tasks) + row]!
    return (
      counters[this.#of(plan, PLAN.constantWork)]! +
      counters[this.#of(plan, PLAN.taskWork) + task]! +
      counters[this.#of(plan, PLAN.sampleWork) + row]!
    )
  }

  #mark(plan: number, row: number): void {
    this.#memory.counters[this.#of(plan, PLAN.marks) + row] = 1
  }

  #isMarked(plan: number, row: number): boolean {
    return this.#memory.counters[this.#of(plan, PLAN.marks) + row] !== 0
  }
}
