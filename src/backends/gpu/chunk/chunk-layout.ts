// The layout of the arena for a chunk: evaluations and other answers in front, which are read back, then inputs and constants.

import type { Rows } from '../../../plan/graph.ts'
import { type Plan, SLOT_OF } from '../../../plan/plan.ts'
import { briefWords } from '../../brief-evaluations.ts'
import { evaluationBytes } from '../../evaluations.ts'
import { ROWS_CONSTANT, ROWS_SAMPLE, ROWS_TASK } from '../device-code/table-layout.ts'
import type { Chunk, PlanRows } from './chunk.ts'

const SORT_OF_ROWS: Readonly<Record<Rows, number>> = {
  constant: ROWS_CONSTANT,
  task: ROWS_TASK,
  sample: ROWS_SAMPLE,
  candidate: ROWS_SAMPLE,
}

/** The slots whose values are read back, not only their errors. */
export type CopiedSlots = 'none' | 'outputs' | 'all'

/** The columns of one plan as offsets in the arena; a column has a word for each row of its sort. */
export interface PlanColumns {
  readonly planRows: PlanRows
  /** By slot the first word of its column, and the sort of its rows; -1 for slots without a column. */
  readonly base: Int32Array
  readonly sort: Uint8Array
  /** By output slot the column of its copies, and the column of its differences from the expected grids. */
  readonly copies: ReadonlyMap<number, number>
  readonly differences: ReadonlyMap<number, number>
  /** The column of the expected grids. */
  readonly expected: number
  /** By sort of rows the first of the counters that add up the work of each row. */
  readonly workBase: readonly number[]
  /** The first of the counters that mark rows for the host. */
  readonly marks: number
}

/** Adjacent rows of a plan that are samples of one unit, and their evaluations in the arena. */
export interface EvaluationBlock {
  /** The index of the plan's columns. */
  readonly plan: number
  readonly unit: number
  /** The first row in the plan, and its sample in the task. */
  readonly row: number
  readonly sample: number
  readonly rowCount: number
  /** The first word of the evaluations; they end with the words of the verdicts. */
  readonly area: number
  readonly wordCount: number
}

export interface ChunkLayout {
  readonly columns: readonly PlanColumns[]
  /** The evaluations that the device makes; empty where the host judges values. */
  readonly blocks: readonly EvaluationBlock[]
  /** Whether these evaluations are brief. */
  readonly isBrief: boolean
  /** The first words of the arena are the evaluations. */
  readonly evaluationWords: number
  /** The arena's words before this are read back; those from `arenaTop` on are free. */
  readonly answerWords: number
  readonly arenaTop: number
  /** The number of counters: of work, and marks of rows. */
  readonly counterCount: number
}

/** Assigns an offset to every column; the device makes the evaluations, or the host judges values. */
export function layOutChunk(
  { plans }: Chunk,
  copied: CopiedSlots,
  evaluations: 'none' | 'brief' | 'full',
): ChunkLayout {
  const isBrief = evaluations === 'brief'
  const blocks = evaluations === 'none' ? [] : layOutBlocks(plans, isBrief)
  const evaluationWords = blocks.reduce((sum, { wordCount }) => sum + wordCount, 0)
  let top = evaluationWords
  const take = (count: number) => (top += count) - count
  const answers = plans.map((planRows) => {
    const base = new Int32Array(planRows.plan.slotCount).fill(-1)
    const sort = new Uint8Array(planRows.plan.slotCount)
    const rowCounts = [1, planRows.tasks.length, planRows.rows.length]
    for (const { sites } of planRows.schedule.rounds) {
      for (const { raw, rows } of sites) {
        sort[raw] = SORT_OF_ROWS[rows]
        base[raw] = take(rowCounts[sort[raw]]!)
      }
    }
    const copies = new Map<number, number>()
    const differences = new Map<number, number>()
    for (const slot of judgedSlots(planRows.plan)) differences.set(slot, take(planRows.rows.length))
    for (const slot of copiedSlots(planRows, copied)) copies.set(slot, take(planRows.rows.length))
    return { planRows, base, sort, copies, differences }
  })
  const answerWords = top
  let counterCount = 0
  const takeCounters = (count: number) => (counterCount += count) - count
  const columns = answers.map((own): PlanColumns => {
    const { planRows, base, sort } = own
    const { constants, primitives } = planRows.plan
    for (let slot = SLOT_OF.C + 1; slot <= SLOT_OF.C + constants.length + primitives.length; slot++)
      base[slot] = take(1)
    base[SLOT_OF.S] = take(planRows.tasks.length)
    sort[SLOT_OF.S] = ROWS_TASK
    for (const slot of [SLOT_OF.I, SLOT_OF.C]) {
      base[slot] = take(planRows.rows.length)
      sort[slot] = ROWS_SAMPLE
    }
    const workBase = [1, planRows.tasks.length, planRows.rows.length].map(takeCounters)
    const marks = takeCounters(planRows.rows.length)
    return { ...own, workBase, marks, expected: take(planRows.rows.length) }
  })
  return { columns, blocks, isBrief, evaluationWords, answerWords, arenaTop: top, counterCount }
}

function layOutBlocks(plans: readonly PlanRows[], isBrief: boolean): EvaluationBlock[] {
  const blocks: EvaluationBlock[] = []
  let area = 0
  for (const [plan, { rows, plan: own }] of plans.entries()) {
    for (let row = 0, end = 0; row < rows.length; row = end) {
      const { unit, sample } = rows[row]!
      // A chunk may have parts of a unit with others between them, which are elsewhere.
      while (end < rows.length && rows[end]!.unit === unit && rows[end]!.sample === sample + end - row) end++
      const rowCount = end - row
      const wordCount = isBrief ? briefWords(own, rowCount) : evaluationBytes(own, rowCount, 'none') / 4
      blocks.push({ plan, unit, row, sample, rowCount, area, wordCount })
      area += wordCount
    }
  }
  return blocks
}

/** The position of a slot's word in the arena for row `row` of a plan. */
export function placeOf({ planRows, base, sort }: PlanColumns, slot: number, row: number): number {
  const offset = sort[slot] === ROWS_SAMPLE ? row : sort[slot] === ROWS_TASK ? planRows.rows[row]!.task : 0
  return base[slot]! + offset
}

/** The work of all steps of row `row` of a plan, from the counters of all rows. */
export function workOf({ planRows, workBase }: PlanColumns, counters: Int32Array, row: number): number {
  const [constant, task, sample] = workBase
  return counters[constant!]! + counters[task! + planRows.rows[row]!.task]! + counters[sample! + row]!
}

/** The slots of outputs that are compared with the expected grid. */
function judgedSlots({ programs }: Plan): Set<number> {
  return new Set(
    programs.flatMap(({ mode, result, outputs, candidates }) =>
      mode === 'strict' ? [result] : Array.from(candidates, (k) => outputs[k]!),
    ),
  )
}

/** The slots whose values are read back. */
function copiedSlots({ plan, schedule }: PlanRows, copied: CopiedSlots): Set<number> {
  if (copied === 'none') return new Set()
  const slots = plan.programs.flatMap(({ mode, result, outputs }) => (mode === 'strict' ? [result] : [...outputs]))
  if (copied === 'all') for (const { sites } of schedule.rounds) for (const { raw } of sites) slots.push(raw)
  return new Set(slots)
}
