// The known pairs of one task. There are very many, so a strict program is a row of numbers; a batt has arrays of its own.

import type { Evaluations } from '../../backends/backend.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import { takePair } from './take-pair.ts'

/** The results of a program on a task: all that depends on its calls and not on its names. */
export interface KnownPair {
  readonly planned: Pick<PlannedProgram, 'mode' | 'guarded'>
  /** All samples in one unit, in which the program has this index. */
  readonly evaluations: Evaluations
  readonly index: number
}

interface Entry {
  /** The page of a strict program and its row there; for a batt, a page of its own. */
  readonly page: Evaluations
  readonly index: number
  readonly planned: KnownPair['planned']
  readonly byteLength: number
  /** The run that made it or used it last. */
  run: number
}

/** The number of programs of a page. */
const PAGE_ROWS = 64
/** An entry and its place in the map take about so much. */
const ENTRY_BYTES = 160

/** Rows are on pages of a fixed length: a page that was given out is never moved. */
export class TaskPairs {
  readonly #entries = new Map<string, Entry>()
  #page: Evaluations | undefined
  #hashes: Uint32Array[] = []
  #rows = 0

  get oldestRun(): number {
    let oldest = Infinity
    for (const { run } of this.#entries.values()) oldest = Math.min(oldest, run)
    return oldest
  }

  find(hash: string, run: number): KnownPair | undefined {
    const entry = this.#entries.get(hash)
    if (entry === undefined) return undefined
    entry.run = run
    return { planned: entry.planned, evaluations: entry.page, index: entry.index }
  }

  /** Keeps a pair, unless it is known; returns the bytes that this takes. */
  add(hash: string, planned: PlannedProgram, units: readonly Evaluations[], index: number, run: number): number {
    if (this.#entries.has(hash)) return 0
    const entry = planned.mode === 'strict' ? this.#addRow(units, index, run) : ownPage(planned, units, index, run)
    this.#entries.set(hash, entry)
    return entry.byteLength
  }

  /** Forgets the pairs that were not used since a run; returns how many, and their bytes. */
  forget(run: number): { count: number; bytes: number } {
    let count = 0
    let bytes = 0
    for (const [hash, entry] of this.#entries) {
      if (entry.run > run) continue
      this.#entries.delete(hash)
      count++
      bytes += entry.byteLength
    }
    // The rows that are left keep their pages as long as one of them is used.
    this.#page = undefined
    return { count, bytes }
  }

  #addRow(units: readonly Evaluations[], index: number, run: number): Entry {
    let sampleCount = 0
    for (const unit of units) sampleCount += unit.sampleCount
    const hasHashes = units[0]?.hashes !== undefined
    if (this.#page === undefined || this.#rows === PAGE_ROWS) this.#page = this.#newPage(sampleCount, hasHashes)
    const page = this.#page
    const row = this.#rows++
    let to = row * sampleCount
    for (const unit of units) {
      const from = index * unit.sampleCount
      for (let s = 0; s < unit.sampleCount; s++, to++) {
        page.verdicts[to] = unit.verdicts[from + s]!
        page.differences[to] = unit.differences[from + s]!
        page.errors[to] = unit.errors[from + s]!
        page.failedStatements[to] = unit.failedStatements[from + s]!
      }
    }
    if (hasHashes) this.#hashes[row] = joinHashes(units, index, sampleCount)
    const byteLength = ENTRY_BYTES + (hasHashes ? 21 : 13) * sampleCount
    return { page, index: row, planned: STRICT, byteLength, run }
  }

  #newPage(sampleCount: number, hasHashes: boolean): Evaluations {
    const length = PAGE_ROWS * sampleCount
    this.#rows = 0
    this.#hashes = []
    return {
      programCount: PAGE_ROWS,
      sampleCount,
      executed: 0,
      verdicts: new Uint8Array(length),
      differences: new Int32Array(length),
      errors: new Int32Array(length),
      failedStatements: new Int32Array(length),
      defaults: [],
      candidates: [],
      cuts: [],
      ...(hasHashes ? { hashes: this.#hashes } : {}),
    }
  }
}

/** Of a strict program nothing else is asked. */
const STRICT: KnownPair['planned'] = { mode: 'strict', guarded: new Int32Array() }

function joinHashes(units: readonly Evaluations[], index: number, sampleCount: number): Uint32Array {
  const joined = new Uint32Array(2 * sampleCount)
  let at = 0
  for (const { hashes, sampleCount: own } of units) {
    joined.set(hashes![index]!, at)
    at += 2 * own
  }
  return joined
}

function ownPage(planned: PlannedProgram, units: readonly Evaluations[], index: number, run: number): Entry {
  const { mode, guarded } = planned
  const { evaluations, byteLength } = takePair(planned, units, index)
  return { page: evaluations, index: 0, planned: { mode, guarded }, byteLength: ENTRY_BYTES + byteLength, run }
}
