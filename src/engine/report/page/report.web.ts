// The data of the page, unpacked, with the questions that its parts ask.

import { unpackBytes, unpackGrid, type PackedGrid } from '../pack.ts'
import { MATRIX_VERDICTS, type ReportData } from '../report-data.ts'

/** A verdict in the matrix. */
export type MatrixVerdict = (typeof MATRIX_VERDICTS)[number]

/** The text of each verdict. */
export const VERDICT_TEXTS: Readonly<Record<MatrixVerdict, string>> = {
  solved: 'solved',
  'passes-demos': 'passes all demos',
  near: 'near miss',
  wrong: 'wrong',
  error: 'error',
  limit: 'limit of the engine',
  unknown: 'unknown',
}

/** The letter of each verdict, shown with the digits of cells. */
export const VERDICT_LETTERS: Readonly<Record<MatrixVerdict, string>> = {
  solved: 'S',
  'passes-demos': 'P',
  near: 'N',
  wrong: 'W',
  error: 'E',
  limit: 'L',
  unknown: '?',
}

/** The data of a report. */
export class Report {
  readonly data: ReportData
  readonly #verdicts: Uint8Array
  readonly #demosRight: Uint8Array
  readonly #testsRight: Uint8Array

  constructor(data: ReportData) {
    this.data = data
    this.#verdicts = unpackBytes(data.matrix.verdicts)
    this.#demosRight = unpackBytes(data.matrix.demosRight)
    this.#testsRight = unpackBytes(data.matrix.testsRight)
  }

  /** The grid with an index. */
  gridAt(index: number): PackedGrid {
    return unpackGrid(this.data.grids[index]!)
  }

  /** The verdict on a solver on a task; undefined where it did not run. */
  verdictOf(task: number, solver: number): MatrixVerdict | undefined {
    return MATRIX_VERDICTS[this.#verdicts[task * this.data.solvers.length + solver]! - 1]
  }

  /** Whether a solver solves a task, or passes its demos where outputs of tests are unknown. */
  isPassed(task: number, solver: number): boolean {
    const verdict = this.verdictOf(task, solver)
    return verdict === 'solved' || verdict === 'passes-demos'
  }

  /** The solvers that solve a task, the solvers that ran on it, the most right demo pairs, and whether one is near. */
  summaryOf(task: number): TaskSummary {
    const count = this.data.solvers.length
    const passed: number[] = []
    let ran = 0
    let best = 0
    let isNear = false
    for (let s = 0; s < count; s++) {
      const verdict = this.verdictOf(task, s)
      if (verdict === undefined) continue
      ran++
      best = Math.max(best, this.#demosRight[task * count + s]!)
      if (verdict === 'near') isNear = true
      if (this.isPassed(task, s)) passed.push(s)
    }
    return { passed, ran, best, isNear }
  }

  /** A solver on a task in words. */
  describe(task: number, solver: number): string {
    const { id, demos, pairs } = this.data.tasks[task]!
    const { name } = this.data.solvers[solver]!
    const verdict = this.verdictOf(task, solver)
    if (verdict === undefined) return `${name} did not run on ${id}`
    const at = task * this.data.solvers.length + solver
    const counts = `${this.#demosRight[at]} of ${demos} demos and ${this.#testsRight[at]} of ${pairs.length - demos} tests right`
    return `${name} on ${id}: ${VERDICT_TEXTS[verdict]}, ${counts}`
  }
}

/** The results of a task in a few numbers. */
export interface TaskSummary {
  readonly passed: readonly number[]
  readonly ran: number
  readonly best: number
  readonly isNear: boolean
}
