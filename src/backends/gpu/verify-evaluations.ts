// Verification of evaluations: those of the device are compared with those that the host makes of verified values.

import { nameSample, sampleOf, spellSample } from '../../data/task.ts'
import { BugError } from '../../language/errors.ts'
import type { Evaluations, Unit } from '../backend.ts'
import { type BriefEvaluations, briefVerdict, brieflyOf, viewBrief } from '../brief-evaluations.ts'
import { viewEvaluations } from '../evaluations.ts'
import { type JudgedRow, UnitJudge } from '../judge-sample.ts'
import type { ChunkWords } from './chunk/chunk-device.ts'
import type { ChunkImage } from './chunk/chunk-image.ts'
import type { EvaluationBlock, PlanColumns } from './chunk/chunk-layout.ts'

/** An evaluation that a device made differently from the CPU. */
export interface VerdictMismatch {
  readonly unit: Unit
  readonly sample: number
  readonly program: number
  /** The part that differs, and its two values. */
  readonly part: string
  readonly cpu: number
  readonly gpu: number
}

/** Thrown at the first evaluation that differs between device and CPU. */
export class VerdictMismatchError extends BugError {
  readonly mismatch: VerdictMismatch
  constructor(mismatch: VerdictMismatch) {
    const { unit, sample } = mismatch
    super(
      'gpu-mismatch',
      `The device judges ${unit.task.id}, ${spellSample(nameSample(unit.task, sample))} differently from the CPU`,
      { advice: 'Do not use this device, and report the programs and the task.' },
    )
    this.mismatch = mismatch
  }
}

/** The parts of evaluations that are compared, one number for each. */
const PARTS = {
  verdict: 'verdicts',
  differences: 'differences',
  error: 'errors',
  statement: 'failedStatements',
} as const

/** Judges the rows of a chunk that the device has judged, and compares. */
export class EvaluationCheck {
  readonly #image: ChunkImage
  readonly #words: ChunkWords
  readonly #units: readonly Unit[]
  readonly #judges: readonly UnitJudge[]
  /** By plan the block of each row. */
  readonly #blockOf: readonly Int32Array[]

  constructor(image: ChunkImage, words: ChunkWords, units: readonly Unit[]) {
    this.#image = image
    this.#words = words
    this.#units = units
    const { blocks, columns } = image
    this.#judges = blocks.map(({ plan, rowCount }) => new UnitJudge(columns[plan]!.planRows.plan, rowCount, 'none'))
    this.#blockOf = columns.map(({ planRows }) => new Int32Array(planRows.rows.length))
    for (const [k, { plan, row, rowCount }] of blocks.entries()) this.#blockOf[plan]!.fill(k, row, row + rowCount)
  }

  /** Judges a row of a plan, unless the device has left it to the host. */
  judge(columns: PlanColumns, row: number, judged: JudgedRow): void {
    if (this.#isLeft(columns, row)) return
    const block = this.#blockOf[this.#image.columns.indexOf(columns)]![row]!
    this.#judges[block]!.judge(row - this.#image.blocks[block]!.row, judged)
  }

  /** Compares all evaluations; throws a VerdictMismatchError at the first difference. */
  finish(): void {
    const { buffer, byteOffset } = this.#words.arena
    for (const [k, block] of this.#image.blocks.entries()) {
      const columns = this.#image.columns[block.plan]!
      const { plan } = columns.planRows
      const { evaluations } = this.#judges[k]!
      const firstByte = byteOffset + 4 * block.area
      if (this.#image.isBrief)
        this.#compareBrief(block, columns, evaluations, viewBrief(plan, block.rowCount, buffer, firstByte))
      else this.#compare(block, columns, evaluations, viewEvaluations(plan, block.rowCount, 'none', buffer, firstByte))
    }
  }

  #compareBrief(block: EvaluationBlock, columns: PlanColumns, cpu: Evaluations, gpu: BriefEvaluations): void {
    const { rowCount, unit, sample } = block
    for (let s = 0; s < rowCount; s++) {
      if (this.#isLeft(columns, block.row + s)) continue
      const cells = sampleOf(this.#units[unit]!.task, sample + s).output?.cells.length ?? 0
      for (let p = 0; p < cpu.programCount; p++)
        this.#expectEqual(block, s, p, 'verdict', brieflyOf(cpu, p * rowCount + s, cells), briefVerdict(gpu, p, s))
    }
    let at = 0
    for (const p of gpu.brief.batts.numbers)
      for (const count of cpu.defaults[p]!)
        this.#expectEqual(block, 0, p, 'number of defaults', count, gpu.brief.words[at++]!)
  }

  #compare(block: EvaluationBlock, columns: PlanColumns, cpu: Evaluations, gpu: Evaluations): void {
    const { rowCount } = block
    for (let s = 0; s < rowCount; s++) {
      if (this.#isLeft(columns, block.row + s)) continue
      for (let p = 0; p < cpu.programCount; p++) {
        for (const [part, key] of Object.entries(PARTS))
          this.#expectEqual(block, s, p, part, cpu[key][p * rowCount + s]!, gpu[key][p * rowCount + s]!)
        const candidates = cpu.candidates[p] ?? []
        for (let at = s; at < candidates.length; at += rowCount)
          this.#expectEqual(block, s, p, 'differences of a candidate', candidates[at]!, gpu.candidates[p]![at]!)
      }
    }
    for (let p = 0; p < cpu.programCount; p++)
      for (const [k, count] of (cpu.defaults[p] ?? []).entries())
        this.#expectEqual(block, 0, p, 'number of defaults', count, gpu.defaults[p]![k]!)
  }

  #expectEqual({ unit, sample }: EvaluationBlock, s: number, program: number, part: string, cpu: number, gpu: number) {
    if (cpu !== gpu)
      throw new VerdictMismatchError({ unit: this.#units[unit]!, sample: sample + s, program, part, cpu, gpu })
  }

  #isLeft({ marks }: PlanColumns, row: number): boolean {
    return this.#words.counters[marks + row] !== 0
  }
}
