// Records the answers of chunks row by row; the CPU runs the rows that a device left incomplete, and on request runs
// all rows again for comparison.

import { sampleOf } from '../../../data/task.ts'
import { countSteps } from '../../../plan/plan.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { type RowRunner, newRowRunner } from '../../cpu/row-runner.ts'
import { type FallbackReason, type GpuReport, addFallback } from '../../gpu-report.ts'
import { YIELD_EVERY_MS, yieldToEvents } from '../../yield-to-events.ts'
import { verifyRow } from '../verify-rows.ts'
import { AnswerReader, fixedSlots } from './chunk-answers.ts'
import type { ChunkWords } from './chunk-device.ts'
import type { ChunkImage } from './chunk-image.ts'
import { workOf } from './chunk-layout.ts'
import type { RowRange, ScheduledPlan } from './chunk.ts'
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

  /** Records the answers of a chunk; with `isVerified`, throws a MismatchError at the first word that differs. */
  collect(image: ChunkImage, words: ChunkWords, isVerified: boolean): void {
    const reader = this.#reader
    reader.take(words, image.layout)
    for (const columns of image.columns) {
      const { planRows } = columns
      for (const [row, { unit, sample }] of planRows.rows.entries()) {
        fixedSlots(image, columns, row, this.#slots)
        const slots = reader.slotsOf(columns, row, this.#slots)
        if (slots === undefined) {
          this.#blame(planRows, this.#units[unit]!.plan, reader.pending)
          this.#runRow(unit, sample)
          continue
        }
        // Work is an upper bound of the words; only the CPU counts those.
        if (workOf(columns, words.rowWork, row) > this.#allowance) {
          addFallback(this.#report, 'memory', 'a program may exceed its memory allowance', 1)
          this.#runRow(unit, sample)
          continue
        }
        if (isVerified) {
          verifyRow(this.#verifier, planRows, this.#units[unit]!, sample, reader, slots)
          this.#report.verified++
        }
        const { output } = sampleOf(this.#units[unit]!.task, sample)
        this.executed += countSteps(planRows.plan)
        this.#book.write(unit, sample, (judge, index) =>
          judge.judge(index, {
            heap: reader.heap,
            slots,
            isScored: output !== undefined,
            differencesOf: (slot) => reader.differencesOf(columns, slot, row),
          }),
        )
      }
    }
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
    this.#book.write(unit, sample, (judge, place) => this.#cpu.judge(plan, own.task, sample, judge, place))
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
