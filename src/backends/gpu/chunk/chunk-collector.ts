// Records the answers of chunks; the CPU runs the outputs that a device left incomplete, and on request runs all rows again for
// comparison.

import { sampleOf } from '../../../data/task.ts'
import { isError } from '../../../kernel/words.ts'
import { countSteps } from '../../../plan/plan.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { type RowRunner, newRowRunner } from '../../cpu/row-runner.ts'
import { type FallbackReason, type GpuReport, addFallback } from '../../gpu-report.ts'
import { YIELD_EVERY_MS, yieldToEvents } from '../../yield-to-events.ts'
import { verifyRow } from '../verify-rows.ts'
import { AnswerReader, fixedSlots } from './chunk-answers.ts'
import type { ChunkWords } from './chunk-device.ts'
import type { ChunkImage } from './chunk-image.ts'
import { type PlanColumns, workOf } from './chunk-layout.ts'
import type { RowRange, ScheduledPlan } from './chunk.ts'
import { ColumnJudge } from './judge-columns.ts'
import { RowDivider } from './row-parts.ts'
import type { UnitBook } from './unit-book.ts'

export class ChunkCollector {
  /** Steps run: steps of a plan times rows. */
  executed = 0
  readonly #plans: readonly ScheduledPlan[]
  readonly #units: readonly Unit[]
  readonly #report: GpuReport
  readonly #book: UnitBook
  readonly #cpu: RowRunner
  /** Comparison does not count as work of the CPU. */
  readonly #verifier: RowRunner
  readonly #reader = new AnswerReader()
  readonly #slots: Int32Array
  readonly #allowance: number
  readonly #outputs: RunSettings['outputs']
  readonly #divider = new RowDivider()
  /** 1 for the rows of a range that are not judged by column. */
  #isLeft = new Uint8Array(64)

  constructor(
    plans: readonly ScheduledPlan[],
    units: readonly Unit[],
    settings: RunSettings,
    { report, heapWords }: { readonly report: GpuReport; readonly heapWords?: number | undefined },
    book: UnitBook,
  ) {
    this.#plans = plans
    this.#units = units
    this.#report = report
    this.#book = book
    this.#allowance = settings.allowance
    this.#outputs = settings.outputs
    this.#cpu = newRowRunner(settings, heapWords)
    this.#verifier = newRowRunner(settings, heapWords)
    this.#slots = new Int32Array(Math.max(0, ...plans.map(({ plan }) => plan.slotCount)))
  }

  /** Kernels that the CPU ran in place of a device. */
  get onCpu(): number {
    return this.#cpu.onCpu
  }

  /** How often the CPU split a plan that did not fit into its heap. */
  get splits(): number {
    return this.#cpu.splits
  }

  /** Records the answers of a chunk; with `isVerified`, throws a MismatchError at the first word that differs. */
  collect(image: ChunkImage, words: ChunkWords, isVerified: boolean): void {
    this.#reader.take(words, image.layout)
    for (const columns of image.columns) {
      // Values are read row by row, and so is what is compared.
      const isByColumn = !isVerified && this.#outputs === 'none'
      const judge = isByColumn ? new ColumnJudge(image, columns, words.arena) : undefined
      const { rows, plan } = columns.planRows
      for (let from = 0, to = 0; from < rows.length; from = to) {
        const { unit, sample } = rows[from]!
        // A chunk may have parts of a unit with others between them, which are elsewhere.
        while (to < rows.length && rows[to]!.unit === unit && rows[to]!.sample === sample + to - from) to++
        this.executed += countSteps(plan) * (to - from)
        this.#isLeft = this.#isLeft.length < to - from ? new Uint8Array(2 * (to - from)) : this.#isLeft
        for (let row = from; row < to; row++)
          this.#isLeft[row - from] = Number(judge === undefined || this.#isOverAllowance(columns, words, row))
        if (judge !== undefined) this.#judgeColumns(judge, columns, from, to)
        for (let row = from; row < to; row++)
          if (this.#isLeft[row - from] === 1) this.#collectRow(image, columns, row, words, isVerified)
        this.#book.finishRows(unit, to - from)
      }
    }
  }

  /** Work is an upper bound of the words; only the CPU counts those. */
  #isOverAllowance(columns: PlanColumns, { rowWork }: ChunkWords, row: number): boolean {
    return workOf(columns, rowWork, row) > this.#allowance
  }

  #judgeColumns(judge: ColumnJudge, { planRows }: PlanColumns, from: number, to: number): void {
    const { unit, sample } = planRows.rows[from]!
    const own = this.#units[unit]!
    const isScored: boolean[] = []
    for (let k = from; k < to; k++) isScored.push(sampleOf(own.task, planRows.rows[k]!.sample).output !== undefined)
    const range = { row: from, sample: sample - own.from, count: to - from, isScored }
    judge.judge(range, this.#book.judgeOf(unit), this.#isLeft)
  }

  /** Judges a row; what the device has not finished of it, the CPU runs. */
  #collectRow(image: ChunkImage, columns: PlanColumns, row: number, words: ChunkWords, isVerified: boolean): void {
    const { planRows } = columns
    const { unit, sample } = planRows.rows[row]!
    const own = this.#units[unit]!
    const index = sample - own.from
    const judge = this.#book.judgeOf(unit)
    if (this.#isOverAllowance(columns, words, row)) {
      addFallback(this.#report, 'memory', 'a program may exceed its memory allowance', 1)
      this.#cpu.judge(planRows.plan, own.task, sample, judge, index)
      return
    }
    const reader = this.#reader
    const slots = this.#slots
    fixedSlots(image, columns, row, slots)
    reader.slotsOf(columns, row, slots)
    if (isVerified) {
      verifyRow(this.#verifier, planRows, own, sample, reader, slots)
      this.#report.verified++
    }
    const judged = {
      heap: reader.heap,
      slots,
      isScored: sampleOf(own.task, sample).output !== undefined,
      differencesOf: (slot: number) => reader.differencesOf(columns, slot, row),
    }
    if (reader.pending < 0 && reader.hasAllCopies) return judge.judge(index, judged)
    const hasCopy = (slot: number) => isError(slots[slot]!) || reader.hasCopy(columns, slot, row)
    const { done, left } = this.#divider.divide(planRows.plan, slots, hasCopy)
    judge.judgePart(index, judged, done)
    if (left.length > 0) {
      this.#blame(planRows, own.plan, reader.pending)
      this.#cpu.judgeCones(planRows.plan, left, own.task, sample, judge, index)
    }
    judge.endSample(index)
  }

  /** Runs row ranges on the CPU until `isStopped` returns true. */
  async runOnCpu(
    ranges: readonly RowRange[],
    reason: FallbackReason,
    detail: string,
    isStopped: () => boolean,
  ): Promise<void> {
    let yielded = performance.now()
    for (const { unit, from, to } of ranges) {
      addFallback(this.#report, reason, detail, to - from)
      for (let sample = from; sample < to && !isStopped(); sample++) {
        this.#runRow(unit, sample)
        if (performance.now() - yielded < YIELD_EVERY_MS) continue
        await yieldToEvents()
        yielded = performance.now()
      }
    }
  }

  #runRow(unit: number, sample: number): void {
    const own = this.#units[unit]!
    const { plan } = this.#plans[own.plan]!
    this.executed += countSteps(plan)
    this.#cpu.judge(plan, own.task, sample, this.#book.judgeOf(unit), sample - own.from)
    this.#book.finishRows(unit, 1)
  }

  /** Reports the statement because of which a device left a row incomplete. */
  #blame({ plan, schedule }: ScheduledPlan, number: number, slot: number): void {
    if (slot < 0) return addFallback(this.#report, 'room', 'a value is too large to be copied', 1)
    const open = schedule.open.find((step) => step.slot === slot)
    const program = plan.programs.findIndex((own) => own.slots.includes(slot))
    const { slots, statements } = plan.programs[program]!
    const statement = statements[slots.indexOf(slot)]!
    const place = { plan: number, program, statement }
    if (open === undefined)
      addFallback(this.#report, 'work', 'too much work for one call, or for the calls of a map', 1, place)
    else addFallback(this.#report, 'data-chosen', open.reason, 1, place)
  }
}
