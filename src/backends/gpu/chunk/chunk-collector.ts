// Records the answers of chunks; the CPU runs the outputs that a device left incomplete, and on request runs all rows again for
// comparison.

import { sampleOf } from '../../../data/task.ts'
import { isError } from '../../../kernel/words.ts'
import { countSteps } from '../../../plan/plan.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { type RowRunner, newRowRunner } from '../../cpu/row-runner.ts'
import { type FallbackReason, type GpuReport, addFallback } from '../../gpu-report.ts'
import type { JudgedRow } from '../../judge-sample.ts'
import { YIELD_EVERY_MS, yieldToEvents } from '../../yield-to-events.ts'
import { LEFT } from '../device-code/evaluation-layout.ts'
import { EvaluationCheck } from '../verify-evaluations.ts'
import { verifyRow } from '../verify-rows.ts'
import { AnswerReader, fixedSlots } from './chunk-answers.ts'
import type { ChunkWords } from './chunk-device.ts'
import type { ChunkImage } from './chunk-image.ts'
import { type PlanColumns, workOf } from './chunk-layout.ts'
import type { RowRange, ScheduledPlan } from './chunk.ts'
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
  readonly #divider = new RowDivider()

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

  /** Records the answers of a chunk; with `isVerified`, throws an error at the first word that differs. */
  collect(image: ChunkImage, words: ChunkWords, isVerified: boolean): void {
    this.#reader.take(words, image.layout)
    for (const { planRows } of image.columns) this.executed += countSteps(planRows.plan) * planRows.rows.length
    if (image.isGathered) this.#takeEvaluations(image, words)
    else this.#judgeRows(image, words, isVerified)
  }

  /** Takes the evaluations of the device; finishes the rows that it left to the host. */
  #takeEvaluations(image: ChunkImage, { arena, left }: ChunkWords): void {
    for (const block of image.blocks) {
      if (image.isBrief) this.#book.takeBrief(block, arena)
      else this.#book.take(block, arena)
    }
    const reader = this.#reader
    for (let at = 0; at < left.length;) {
      const columns = image.columns[left[at + LEFT.plan]!]!
      const row = left[at + LEFT.row]!
      const { unit, sample } = columns.planRows.rows[row]!
      const own = sample - this.#units[unit]!.from
      this.#book.judgeOf(unit, own).clear(own)
      if (left[at + LEFT.work]! > this.#allowance) this.#runOverAllowance(columns, row)
      else {
        const start = at
        fixedSlots(image, columns, row, this.#slots)
        reader.gatheredSlotsOf(columns, left, at, this.#slots)
        this.#judgeRow(columns, row, (slot) => reader.gatheredDifferencesOf(columns, left, start, slot))
      }
      at += reader.gatheredWords(columns)
    }
    for (const { unit, rowCount } of image.blocks) this.#book.finishRows(unit, rowCount)
  }

  /** Judges values on the host, row by row. */
  #judgeRows(image: ChunkImage, words: ChunkWords, isVerified: boolean): void {
    const reader = this.#reader
    const check = isVerified && image.blocks.length > 0 ? new EvaluationCheck(image, words, this.#units) : undefined
    for (const columns of image.columns) {
      const { rows } = columns.planRows
      for (let row = 0; row < rows.length; row++) {
        const { unit, sample } = rows[row]!
        if (workOf(columns, words.counters, row) > this.#allowance) this.#runOverAllowance(columns, row)
        else {
          fixedSlots(image, columns, row, this.#slots)
          reader.slotsOf(columns, row, this.#slots)
          if (isVerified) {
            verifyRow(this.#verifier, columns.planRows, this.#units[unit]!, sample, reader, this.#slots)
            this.#report.verified++
          }
          const judged = this.#judgeRow(columns, row, (slot) => reader.differencesOf(columns, slot, row))
          check?.judge(columns, row, judged)
        }
        this.#book.finishRows(unit, 1)
      }
    }
    check?.finish()
  }

  /** The CPU runs a row that may exceed an allowance: only the CPU counts words, and work is an upper bound of them. */
  #runOverAllowance({ planRows }: PlanColumns, row: number): void {
    const { unit, sample } = planRows.rows[row]!
    const { task, from } = this.#units[unit]!
    addFallback(this.#report, 'memory', 'a program may exceed its memory allowance', 1)
    this.#cpu.judge(planRows.plan, task, sample, this.#book.judgeOf(unit, sample - from), sample - from)
  }

  /** Judges a row whose slots have been read; what the device has not finished of it, the CPU runs. */
  #judgeRow(columns: PlanColumns, row: number, differencesOf: (slot: number) => number): JudgedRow {
    const { planRows } = columns
    const { unit, sample } = planRows.rows[row]!
    const own = this.#units[unit]!
    const index = sample - own.from
    const judge = this.#book.judgeOf(unit, index)
    const reader = this.#reader
    const slots = this.#slots
    const isScored = sampleOf(own.task, sample).output !== undefined
    const judged = { heap: reader.heap, slots, isScored, differencesOf }
    if (reader.pending < 0 && reader.hasAllCopies) {
      judge.judge(index, judged)
      return judged
    }
    const hasCopy = (slot: number) => isError(slots[slot]!) || reader.hasCopy(columns, slot, row)
    const { done, left } = this.#divider.divide(planRows.plan, slots, hasCopy)
    judge.judgePart(index, judged, done)
    if (left.length > 0) {
      this.#blame(planRows, own.plan, reader.pending)
      this.#cpu.judgeCones(planRows.plan, left, own.task, sample, judge, index)
    }
    judge.endSample(index)
    return judged
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
    const row = sample - own.from
    this.#cpu.judge(plan, own.task, sample, this.#book.judgeOf(unit, row), row)
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
