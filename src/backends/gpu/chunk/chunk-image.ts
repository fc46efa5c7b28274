// The image of a chunk: all that a device is given, in one piece of words that is uploaded at once, and where in its
// memory the answers will be.

import { ABSENT_ERROR } from '../../../kernel/errors.ts'
import { Heap, resetHeap } from '../../../kernel/heap.ts'
import { INT_MAX, type Word } from '../../../kernel/words.ts'
import type { GridData, Pair } from '../../../data/task.ts'
import { safeDefaultOfType } from '../../../language/values/safe-default.ts'
import type { Rows } from '../../../plan/graph.ts'
import { NO_SLOT, type Plan, SLOT_OF } from '../../../plan/plan.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { primitiveFacts } from '../../kernel-numbers.generated.ts'
import { encodeConstant } from '../../encode-constant.ts'
import { encodeGrid, encodePairs } from '../../grid-data.ts'
import { type Chunk, type ChunkRun, pairOf } from './chunk.ts'
import {
  OUTPUT_WORDS,
  ROUND_WORDS,
  ROWS_CONSTANT,
  ROWS_SAMPLE,
  ROWS_TASK,
  SITE_WORDS,
  SLOT_WORDS,
  TABLE,
} from '../shaders/scheduler-tables.ts'
import type { KernelUse } from '../schedule/schedule.ts'

const SORT_OF_ROWS: Readonly<Record<Rows, number>> = {
  constant: ROWS_CONSTANT,
  task: ROWS_TASK,
  sample: ROWS_SAMPLE,
  candidate: ROWS_SAMPLE,
}

/** Of which slots the values are read back, and not just whether they are errors. */
export type CopiedSlots = 'none' | 'outputs' | 'all'

/** What one round of the chunk dispatches. */
export interface ChunkRound {
  /** Calls that are begun in it. */
  readonly launches: number
  readonly spawns: boolean
  /** Each kernel with the most calls that it may have; Infinity where maps may ask for it. */
  readonly kernels: ReadonlyMap<string, number>
}

/** Where the answers of one run of the chunk are, as places in the arena; the columns of a sample's row follow each other. */
export interface RunColumns {
  readonly run: ChunkRun
  /** By slot the first word of its column, and the sort of its rows; -1 for slots that have none. */
  readonly base: Int32Array
  readonly sort: Uint8Array
  /** For each output slot the column of its copies, and of its verdicts. */
  readonly copies: ReadonlyMap<number, number>
  readonly verdicts: ReadonlyMap<number, number>
}

export interface ChunkImage {
  /** The words of the heap, from the first on, of the arena, and of the tables. */
  readonly heap: Int32Array
  readonly arena: Int32Array
  readonly tables: Int32Array<ArrayBuffer>
  /** The arena's words before this are read back; those from `arenaTop` on are free. */
  readonly answerWords: number
  readonly arenaTop: number
  readonly rounds: readonly ChunkRound[]
  readonly columns: readonly RunColumns[]
  readonly exportCount: number
  readonly judgedCount: number
}

/** Builds images on one heap of the host's, which is used again for each. */
export class ImageBuilder {
  readonly #heap = new Heap(1 << 18)

  build(chunk: Chunk, units: readonly Unit[], settings: RunSettings, copied: CopiedSlots): ChunkImage {
    const heap = this.#heap
    resetHeap(heap)
    // Inputs and constants count against no budget.
    heap.work = 0
    heap.budget = INT_MAX
    heap.fault = 0
    const grids = new GridCache(heap)
    const layout = layOut(chunk, copied)
    const arena = new Int32Array(layout.arenaTop - layout.answerWords)
    const put = (at: number, word: Word) => (arena[at - layout.answerWords] = word)
    for (const [r, columns] of layout.columns.entries()) {
      const { run, base } = columns
      let slot = SLOT_OF.C + 1
      for (const constant of run.plan.constants) put(base[slot++]!, encodeConstant(heap, constant))
      for (const word of run.plan.primitives) put(base[slot++]!, word)
      for (const [k, demos] of run.tasks.entries()) put(base[SLOT_OF.S]! + k, grids.pairs(demos))
      for (const [k, row] of run.rows.entries()) {
        const { input, output } = pairOf(row, units)
        put(base[SLOT_OF.I]! + k, grids.grid(input))
        const expected = output === undefined ? 0 : grids.grid(output)
        put(base[SLOT_OF.C]! + k, settings.measure && output !== undefined ? expected : ABSENT_ERROR)
        put(layout.expected[r]! + k, expected)
      }
    }
    const { tables, rounds, exportCount, judgedCount } = printTables(chunk, layout)
    return {
      // Its own: the next image, for another device, is built on the same heap while this one waits for its kernels.
      heap: heap.words.slice(0, heap.top),
      arena,
      tables,
      answerWords: layout.answerWords,
      arenaTop: layout.arenaTop,
      rounds,
      columns: layout.columns,
      exportCount,
      judgedCount,
    }
  }
}

/** Every grid and every list of demo pairs once, however many plans are given it. */
class GridCache {
  readonly #heap: Heap
  readonly #grids = new Map<GridData, Word>()
  readonly #pairs = new Map<readonly Pair[], Word>()

  constructor(heap: Heap) {
    this.#heap = heap
  }

  grid(grid: GridData): Word {
    let word = this.#grids.get(grid)
    if (word === undefined) this.#grids.set(grid, (word = encodeGrid(this.#heap, grid)))
    return word
  }

  pairs(demos: readonly Pair[]): Word {
    let word = this.#pairs.get(demos)
    if (word === undefined) this.#pairs.set(demos, (word = encodePairs(this.#heap, demos)))
    return word
  }
}

interface Layout {
  readonly columns: readonly RunColumns[]
  /** By run the column of the expected grids. */
  readonly expected: readonly number[]
  readonly answerWords: number
  readonly arenaTop: number
}

/** Gives every column its place: answers first, then inputs and constants. */
function layOut({ runs }: Chunk, copied: CopiedSlots): Layout {
  let top = 0
  const take = (count: number) => (top += count) - count
  const drafts = runs.map((run) => {
    const base = new Int32Array(run.plan.slotCount).fill(-1)
    const sort = new Uint8Array(run.plan.slotCount)
    const rowCounts = [1, run.tasks.length, run.rows.length]
    for (const { sites } of run.schedule.rounds) {
      for (const { raw, rows } of sites) {
        sort[raw] = SORT_OF_ROWS[rows]
        base[raw] = take(rowCounts[sort[raw]]!)
      }
    }
    const copies = new Map<number, number>()
    const verdicts = new Map<number, number>()
    for (const slot of judgedSlots(run.plan)) verdicts.set(slot, take(run.rows.length))
    for (const slot of copiedSlots(run, copied)) copies.set(slot, take(run.rows.length))
    return { run, base, sort, copies, verdicts }
  })
  const answerWords = top
  const expected = drafts.map(({ run, base, sort }) => {
    const { constants, primitives: own } = run.plan
    for (let slot = SLOT_OF.C + 1; slot <= SLOT_OF.C + constants.length + own.length; slot++) base[slot] = take(1)
    base[SLOT_OF.S] = take(run.tasks.length)
    sort[SLOT_OF.S] = ROWS_TASK
    for (const slot of [SLOT_OF.I, SLOT_OF.C]) {
      base[slot] = take(run.rows.length)
      sort[slot] = ROWS_SAMPLE
    }
    return take(run.rows.length)
  })
  return { columns: drafts, expected, answerWords, arenaTop: top }
}

/** The slots of outputs that are compared with a grid. */
function judgedSlots({ programs }: Plan): Set<number> {
  return new Set(
    programs.flatMap(({ mode, result, outputs, candidates }) =>
      mode === 'strict' ? [result] : Array.from(candidates, (k) => outputs[k]!),
    ),
  )
}

/** The slots whose values are read back. */
function copiedSlots({ plan, schedule }: ChunkRun, copied: CopiedSlots): Set<number> {
  if (copied === 'none') return new Set()
  const slots = plan.programs.flatMap(({ mode, result, outputs }) => (mode === 'strict' ? [result] : [...outputs]))
  if (copied === 'all') for (const { sites } of schedule.rounds) for (const { raw } of sites) slots.push(raw)
  return new Set(slots)
}

/** The tables that the scheduler on the device reads, and what the host dispatches in each round. */
function printTables({ runs }: Chunk, { columns, expected }: Layout) {
  const words: number[] = Array.from({ length: TABLE.words }, () => 0)
  words[TABLE.primitives] = words.length
  words[TABLE.primitiveCount] = primitives.length
  for (const { id, returns } of primitives) words.push(primitiveFacts[id]!, safeDefaultOfType(returns))
  // Slots, and the tasks of the samples, run by run.
  const places = columns.map(({ run, base, sort }) => {
    const tasks = words.length
    for (const { task } of run.rows) words.push(task)
    const slots = words.length
    const guards = guardsOf(run)
    for (let slot = 0; slot < run.plan.slotCount; slot++) {
      const guard = guards.get(slot)
      const raw = guard?.raw ?? slot
      words.push(base[raw]!, sort[raw]!, guard === undefined ? -1 : slots + guard.callee * SLOT_WORDS)
    }
    return { tasks, slots }
  })
  const roundCount = Math.max(0, ...runs.map(({ schedule }) => schedule.rounds.length))
  const sites: number[] = []
  const rounds: ChunkRound[] = []
  const heads: number[] = []
  for (let number = 0; number < roundCount; number++) {
    let launches = 0
    const firstSite = sites.length / SITE_WORDS
    const kernels = new Map<string, number>()
    let spawns = false
    for (const [r, { run, base, sort }] of columns.entries()) {
      const round = run.schedule.rounds[number]
      if (round === undefined) continue
      const rowCounts = [1, run.tasks.length, run.rows.length]
      const { tasks, slots } = places[r]!
      for (const { raw, callee, args } of round.sites) {
        const argsAt = words.length
        for (const arg of args) words.push(slots + arg * SLOT_WORDS)
        sites.push(launches, sort[raw]!, base[raw]!, slots + callee * SLOT_WORDS, args.length, argsAt, tasks, 0)
        launches += rowCounts[sort[raw]!]!
      }
      for (const [kernel, use] of round.kernels)
        kernels.set(kernel, (kernels.get(kernel) ?? 0) + mostCalls(use, rowCounts))
      spawns ||= round.spawns
    }
    heads.push(firstSite, sites.length / SITE_WORDS - firstSite, launches)
    rounds.push({ launches, spawns, kernels })
  }
  // The round after the last begins nothing.
  words[TABLE.rounds] = words.length
  for (const word of heads) words.push(word)
  for (let k = 0; k < ROUND_WORDS; k++) words.push(0)
  words[TABLE.sites] = words.length
  for (const word of sites) words.push(word)
  const printOutputs = (at: number, count: number, slotsOf: (columns: RunColumns) => ReadonlyMap<number, number>) => {
    words[at] = words.length
    let rows = 0
    let items = 0
    for (const [r, own] of columns.entries()) {
      const { tasks, slots } = places[r]!
      for (const [slot, column] of slotsOf(own)) {
        words.push(rows, slots + slot * SLOT_WORDS, column, tasks, expected[r]!, 0, 0, 0)
        rows += own.run.rows.length
        items++
      }
    }
    for (let k = 0; k < OUTPUT_WORDS; k++) words.push(k === 0 ? rows : 0)
    words[count] = items
    return rows
  }
  const exportCount = printOutputs(TABLE.exports, TABLE.exportCount, ({ copies }) => copies)
  const judgedCount = printOutputs(TABLE.judged, TABLE.judgedCount, ({ verdicts }) => verdicts)
  return { tables: Int32Array.from(words), rounds, exportCount, judgedCount }
}

/** By safe slot the slot that it guards, and that of its callee. */
function guardsOf({ schedule }: ChunkRun): Map<number, { raw: number; callee: number }> {
  const guards = new Map<number, { raw: number; callee: number }>()
  for (const { sites } of schedule.rounds)
    for (const { raw, safe, callee } of sites) if (safe !== NO_SLOT) guards.set(safe, { raw, callee })
  return guards
}

function mostCalls({ perRow, isMapped }: KernelUse, [constants, tasks, samples]: readonly number[]): number {
  if (isMapped) return Infinity
  return perRow.constant * constants! + perRow.task * tasks! + (perRow.sample + perRow.candidate) * samples!
}
