// Collecting: what a device gave for a chunk goes into the book, row by row; the CPU does the rows that the device left open,
// and, where it is asked to, all of them again to compare.

import { sampleOf } from '../../../data/task.ts'
import { countSteps } from '../../../plan/plan.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { YIELD_EVERY_MS, yieldToEvents } from '../../yield-to-events.ts'
import { AnswerReader, fixedSlots } from './chunk-answers.ts'
import type { ChunkImage } from './chunk-image.ts'
import type { Piece, ScheduledPlan } from './chunk.ts'
import { type RowRunner, newRowRunner } from '../../cpu/row-runner.ts'
import { type FallbackReason, type GpuReport, addFallback } from '../../gpu-report.ts'
import type { ChunkWords } from '../resident/resident-runner.ts'
import type { UnitBook } from './unit-book.ts'
import { verifyRow } from '../verify-rows.ts'

export class ChunkCollector {
  /** Steps of plans that were run, times rows. */
  executed = 0
  readonly #plans: readonly ScheduledPlan[]
  readonly #units: readonly Unit[]
  readonly #report: GpuReport
  readonly #book: UnitBook
  readonly #cpu: RowRunner
  /** What is only compared does not count as the CPU's work. */
  readonly #verifier: RowRunner
  readonly #reader = new AnswerReader()
  readonly #slots: Int32Array

  constructor(
    plans: readonly ScheduledPlan[],
    units: readonly Unit[],
    settings: RunSettings,
    report: GpuReport,
    book: UnitBook,
  ) {
    this.#plans = plans
    this.#units = units
    this.#report = report
    this.#book = book
    this.#cpu = newRowRunner(settings)
    this.#verifier = newRowRunner(settings)
    this.#slots = new Int32Array(Math.max(0, ...plans.map(({ plan }) => plan.slotCount)))
  }

  /** Kernels that the CPU ran in a device's place. */
  get onCpu(): number {
    return this.#cpu.onCpu
  }

  /** Writes down what a chunk gave; with `isVerified`, throws a MismatchError at the first word that differs. */
  collect(image: ChunkImage, words: ChunkWords, isVerified: boolean): void {
    const reader = this.#reader
    reader.take(words)
    for (const columns of image.columns) {
      const { run } = columns
      for (const [row, { unit, sample }] of run.rows.entries()) {
        fixedSlots(image, columns, row, this.#slots)
        const slots = reader.slotsOf(columns, row, this.#slots)
        if (slots === undefined) {
          this.#blame(run, this.#units[unit]!.plan, reader.pending)
          this.#runRow(unit, sample)
          continue
        }
        if (isVerified) {
          verifyRow(this.#verifier, run, this.#units[unit]!, sample, reader, slots)
          this.#report.verified++
        }
        const { output } = sampleOf(this.#units[unit]!.task, sample)
        this.executed += countSteps(run.plan)
        this.#book.write(unit, sample, (judge, place) =>
          judge.judge(place, {
            heap: reader.heap,
            slots,
            expected: output,
            isRight: (slot) => reader.isRight(columns, slot, row),
          }),
        )
      }
    }
  }

  /** Has the CPU do pieces, until it is told to stop. */
  async runOnCpu(
    pieces: readonly Piece[],
    reason: FallbackReason,
    detail: string,
    isStopped: () => boolean,
  ): Promise<void> {
    let yielded = performance.now()
    for (const { unit, from, to } of pieces) {
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
    this.#book.write(unit, sample, (judge, place) => this.#cpu.judge(plan, own.task, sample, judge, place))
  }

  /** Says which statement was to blame for a row that the device did not do to its end. */
  #blame({ plan, schedule }: ScheduledPlan, number: number, slot: number): void {
    if (slot < 0) return addFallback(this.#report, 'room', 'a value that is too large to be copied', 1)
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
