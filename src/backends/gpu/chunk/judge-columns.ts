// Judges the samples of a unit from the columns of a chunk, without a copy of each row: a slot of all samples at a time. It
// judges verdicts and defaults only, of rows that the device has finished within all limits; `UnitJudge` judges the others.

import { PENDING, isLimitError } from '../../../kernel/errors.ts'
import { isError } from '../../../kernel/words.ts'
import { NO_SLOT, type PlannedProgram } from '../../../plan/plan.ts'
import { CORRECT, type Evaluations, FAILED, WRONG } from '../../backend.ts'
import { isDefaulted } from '../../guarded-result.ts'
import type { UnitJudge } from '../../judge-sample.ts'
import { NO_GRID } from '../../mismatch.ts'
import { ROWS_SAMPLE } from '../device-code/table-layout.ts'
import type { ChunkImage } from './chunk-image.ts'
import { type PlanColumns, placeOf } from './chunk-layout.ts'

/** Adjacent rows of a plan that are samples of one unit. */
export interface JudgedRange {
  /** The first row, and the sample of the unit that it is. */
  readonly row: number
  readonly sample: number
  readonly count: number
  /** Whether the expected output of each row is known. */
  readonly isScored: readonly boolean[]
}

/** Judges the rows of one plan of a chunk. */
export class ColumnJudge {
  readonly #columns: PlanColumns
  readonly #image: ChunkImage
  readonly #words: Int32Array
  /** The slots of all steps, and whether a limit in them needs a look at the outputs. */
  readonly #slots: Int32Array
  readonly #isGuarded: Uint8Array
  /** By slot, whether it holds an error in one of the rows at hand. */
  readonly #isFailing: Uint8Array
  /** The output slots of batts that no step guards. */
  readonly #plainOutputs: Int32Array
  /** By strict program the column of the differences of its result. */
  readonly #cells: Int32Array

  constructor(image: ChunkImage, columns: PlanColumns, words: Int32Array) {
    this.#image = image
    this.#columns = columns
    this.#words = words
    const { plan, schedule } = columns.planRows
    const sites = schedule.rounds.flatMap((round) => round.sites)
    this.#slots = Int32Array.from(sites, ({ raw }) => raw)
    this.#isGuarded = Uint8Array.from(sites, ({ safe }) => Number(safe !== NO_SLOT))
    this.#isFailing = new Uint8Array(plan.slotCount)
    this.#cells = Int32Array.from(plan.programs, ({ result }) => columns.differences.get(result) ?? -1)
    const outputs = plan.programs.flatMap(({ mode, outputs: own }) => (mode === 'guarded' ? [...own] : []))
    this.#plainOutputs = Int32Array.from(new Set(outputs.filter((slot) => columns.base[slot]! >= 0)))
  }

  /** Judges the rows of a range without those for which `isLeft` is 1, and sets it to 1 for the rows that it cannot judge. */
  judge(range: JudgedRange, judge: UnitJudge, isLeft: Uint8Array): void {
    this.#findFailures(range, isLeft)
    const { programs } = this.#columns.planRows.plan
    for (let p = 0; p < programs.length; p++) {
      const program = programs[p]!
      if (program.twin !== NO_SLOT) continue
      if (program.mode === 'strict') this.#judgeStrict(program, p, range, judge.evaluations, isLeft)
      else this.#judgeGuarded(program, p, range, judge.evaluations, isLeft)
    }
    for (let k = 0; k < range.count; k++) if (isLeft[k] === 0) judge.endSample(range.sample + k)
  }

  #findFailures({ row, count }: JudgedRange, isLeft: Uint8Array): void {
    const { base, sort } = this.#columns
    const words = this.#words
    for (let k = 0; k < this.#slots.length; k++) {
      const slot = this.#slots[k]!
      this.#isFailing[slot] = 0
      // Rows of one unit have one task.
      const isEach = sort[slot] === ROWS_SAMPLE
      const first = isEach ? base[slot]! + row : placeOf(this.#columns, slot, row)
      const end = isEach ? first + count : first + 1
      for (let at = first; at < end; at++) {
        const word = words[at]!
        if (!isError(word)) continue
        this.#isFailing[slot] = 1
        if (word !== PENDING && !(this.#isGuarded[k] === 1 && isLimitError(word))) continue
        if (isEach) isLeft[at - first] = 1
        else isLeft.fill(1, 0, count)
      }
    }
    for (const slot of this.#plainOutputs)
      for (let k = 0; k < count; k++) if (isError(this.#wordOf(slot, row + k))) isLeft[k] = 1
  }

  #wordOf(slot: number, row: number): number {
    const place = placeOf(this.#columns, slot, row)
    const { answerWords, arena } = this.#image
    return place < answerWords ? this.#words[place]! : arena[place - answerWords]!
  }

  #judgeStrict(
    { slots, statements, result }: PlannedProgram,
    p: number,
    { row, sample, count, isScored }: JudgedRange,
    { sampleCount, verdicts, differences, errors, failedStatements }: Evaluations,
    isLeft: Uint8Array,
  ): void {
    let first = 0
    while (first < slots.length && this.#isFailing[slots[first]!] === 0) first++
    // A program that returns an input, a constant or a function.
    const isFixed = this.#columns.base[result]! >= this.#image.answerWords
    const column = this.#cells[p]! + row
    const at = p * sampleCount + sample
    for (let k = 0; k < count; k++) {
      if (isLeft[k] === 1) continue
      if (first < slots.length || isFixed) {
        let failed = first
        while (failed < slots.length && !isError(this.#wordOf(slots[failed]!, row + k))) failed++
        const error = this.#wordOf(failed < slots.length ? slots[failed]! : result, row + k)
        if (isError(error)) {
          verdicts[at + k] = FAILED
          errors[at + k] = error
          // No statement failed where an input is absent.
          failedStatements[at + k] = failed < slots.length ? statements[failed]! : -1
          continue
        }
      }
      if (!isScored[k]) continue
      const cells = this.#words[column + k]!
      differences[at + k] = cells
      verdicts[at + k] = cells === 0 ? CORRECT : WRONG
    }
  }

  #judgeGuarded(
    { guardedSlots, outputs, candidates }: PlannedProgram,
    p: number,
    { row, sample, count, isScored }: JudgedRange,
    { sampleCount, verdicts, differences, defaults, candidates: cells }: Evaluations,
    isLeft: Uint8Array,
  ): void {
    for (let g = 0; g < guardedSlots.length; g++) {
      const slot = guardedSlots[g]!
      if (this.#isFailing[slot] === 0) continue
      for (let k = 0; k < count; k++)
        if (isLeft[k] === 0 && isDefaulted(this.#wordOf(slot, row + k))) defaults[p]![g]!++
    }
    const at = p * sampleCount + sample
    for (let k = 0; k < count; k++) {
      if (isLeft[k] === 1 || !isScored[k]) continue
      verdicts[at + k] = WRONG
      differences[at + k] = NO_GRID
    }
    for (let c = 0; c < candidates.length; c++) {
      const column = this.#columns.differences.get(outputs[candidates[c]!]!)! + row
      const counts = c * sampleCount + sample
      for (let k = 0; k < count; k++) {
        if (isLeft[k] === 1 || !isScored[k]) continue
        const own = this.#words[column + k]!
        cells[p]![counts + k] = own
        if (own < differences[at + k]!) differences[at + k] = own
        if (own === 0) verdicts[at + k] = CORRECT
      }
    }
  }
}
