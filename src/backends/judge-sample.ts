// Judges the results of a plan's programs on a sample: verdicts, differences, errors, defaults, hashes or values. The same on
// every backend.

import { BOUNDS_ERROR, ROOM_ERROR, isLimitError } from '../kernel/errors.ts'
import type { Heap } from '../kernel/heap.ts'
import { type Word, isError } from '../kernel/words.ts'
import { decodeNotation, type Notation, NotationError } from '../language/values/value-notation.ts'
import { coneOf } from '../plan/cones.ts'
import { NO_SLOT, type Plan, type PlannedProgram } from '../plan/plan.ts'
import { CORRECT, type Evaluations, FAILED, type RunSettings, UNSCORED, WRONG } from './backend.ts'
import {
  type EvaluationArea,
  battShapes,
  evaluationBytes,
  newArea,
  plainVerdictsAt,
  readEvaluations,
  viewEvaluations,
} from './evaluations.ts'
import { isDefaulted } from './guarded-result.ts'
import { hashValue } from './hash-value.ts'
import type { MemoryLimits } from './memory-limits.ts'
import { NO_GRID } from './mismatch.ts'
import type { RowVerdicts } from './row-verdicts.ts'

/** The words of a sample, all of its outputs or those of a part of the plan. */
export interface JudgedRow {
  readonly heap: Heap
  readonly slots: Int32Array
  /** Whether the expected output is known; without it nothing is right or wrong. */
  readonly isScored: boolean
  /** The number of cells in which the output in a slot differs from the expected one, OTHER_SIZE or NO_GRID. */
  differencesOf(slot: number): number
}

/** Tells of which samples the expected output is known. */
export interface ScoredSamples {
  hasOutput(sample: number): boolean
}

/** Evaluations whose cuts and values are set apart. */
type Viewed = { -readonly [Key in keyof Evaluations]: Evaluations[Key] }

/** The evaluations of one unit, filled sample by sample. */
export class UnitJudge {
  readonly #plan: Plan
  readonly #sampleCount: number
  readonly #outputs: RunSettings['outputs']
  readonly #area: EvaluationArea
  /** Views of the memory, made when they are needed: rows are judged without them. */
  #evaluations: Viewed | undefined
  readonly #values: (Notation | undefined)[][] | undefined
  #cuts: (Int32Array | undefined)[] | undefined
  /** The programs that have an earlier twin. */
  readonly #copies: readonly number[]
  /** By program the statements that took their default on the sample at hand, where its outputs are judged in parts. */
  #defaulted: Map<number, Set<number>> | undefined

  /**
   * The memory holds zeros, as many bytes as `evaluationBytes` says; default: memory of its own. With `isJudged` it holds the
   * evaluations of all samples.
   */
  constructor(
    plan: Plan,
    sampleCount: number,
    outputs: RunSettings['outputs'],
    area?: EvaluationArea,
    isJudged = false,
  ) {
    this.#plan = plan
    this.#sampleCount = sampleCount
    this.#outputs = outputs
    this.#copies = listCopies(plan)
    if (outputs === 'value') this.#values = plan.programs.map(() => [])
    this.#area = area ?? newArea(evaluationBytes(plan, sampleCount, outputs))
    if (isJudged || battShapes(plan).numbers.length === 0) return
    for (const candidates of this.evaluations.candidates) candidates?.fill(NO_GRID)
  }

  get evaluations(): Evaluations {
    return (this.#evaluations ??= this.#view())
  }

  /** Parts of the evaluations that are not in the memory. */
  get cuts(): Evaluations['cuts'] | undefined {
    return this.#cuts
  }
  get values(): Evaluations['values'] {
    return this.#values
  }

  /** The evaluations, for which this number of steps was run. */
  finish(executed: number): Evaluations {
    if (this.#evaluations === undefined && this.#values === undefined)
      return readEvaluations(this.#plan, this.#sampleCount, this.#outputs, this.#area, executed)
    this.#evaluations ??= this.#view()
    this.#evaluations.executed = executed
    return this.#evaluations
  }

  #view(): Viewed {
    const { memory, firstByte } = this.#area
    const evaluations: Viewed = viewEvaluations(this.#plan, this.#sampleCount, this.#outputs, memory.buffer, firstByte)
    if (this.#values !== undefined) evaluations.values = this.#values
    return evaluations
  }

  /** Takes evaluations without values of adjacent samples, the first of which is sample `first`. */
  take(first: number, part: Evaluations): void {
    const own = this.evaluations
    const { sampleCount } = own
    for (let p = 0; p < own.programCount; p++) {
      const from = p * part.sampleCount
      const to = p * sampleCount + first
      for (const key of ['verdicts', 'differences', 'errors', 'failedStatements'] as const)
        own[key].set(part[key].subarray(from, from + part.sampleCount), to)
      if (part.hashes !== undefined) takeColumns(own.hashes![p]!, part.hashes[p]!, 2, sampleCount, first, part)
      const defaults = part.defaults[p]
      if (defaults === undefined) continue
      for (let k = 0; k < defaults.length; k++) own.defaults[p]![k]! += defaults[k]!
      takeColumns(own.candidates[p]!, part.candidates[p]!, 1, sampleCount, first, part)
      const cuts = part.cuts[p]
      if (cuts !== undefined) takeColumns(this.#cutsOf(p), cuts, 2, sampleCount, first, part)
    }
  }

  /** Removes the evaluations of sample `s`; defaults are not changed. */
  clear(s: number): void {
    const { sampleCount, verdicts, differences, errors, failedStatements, candidates } = this.evaluations
    for (let at = s; at < verdicts.length; at += sampleCount)
      verdicts[at] = differences[at] = errors[at] = failedStatements[at] = 0
    for (const own of candidates)
      if (own !== undefined) for (let at = s; at < own.length; at += sampleCount) own[at] = NO_GRID
  }

  /** Judges all outputs of sample `s`. */
  judge(s: number, row: JudgedRow): void {
    this.judgePart(s, row)
    this.endSample(s)
  }

  /**
   * Judges the outputs of sample `s` that `limits` has, as far as their memory allowances go; default: all outputs, none over its
   * allowance. `endSample` follows the last part.
   */
  judgePart(s: number, row: JudgedRow, limits?: MemoryLimits): void {
    const { programs } = this.#plan
    for (let p = 0; p < programs.length; p++) {
      const program = programs[p]!
      if (program.twin !== NO_SLOT) continue
      if (program.mode === 'guarded') this.#judgeGuarded(program, p, s, row, limits)
      else if (limits === undefined || limits.has(p, 0)) this.#judgeStrict(program, p, s, row, limits)
    }
  }

  /** Judges samples of strict programs from sample `s` on by verdicts of `runRows`; the first is sample `from` of the source. */
  takeRows(s: number, { words, at, rowCount, programs }: RowVerdicts, source: ScoredSamples, from: number): void {
    const { memory, firstByte } = this.#area
    const sampleCount = this.#sampleCount
    const count = this.#plan.programs.length * sampleCount
    const differences = firstByte >> 2
    const errors = differences + count
    const statements = errors + count
    const verdicts = plainVerdictsAt(firstByte, count)
    let next = at
    for (let row = 0; row < rowCount; row++) {
      const isScored = source.hasOutput(from + row)
      for (let k = 0; k < programs.length; k++, next += 2) {
        const p = programs[k]!
        const place = p * sampleCount + s + row
        const error = words[next]!
        const detail = words[next + 1]!
        if (error !== 0) {
          memory.words[errors + place] = error
          memory.words[statements + place] = detail < 0 ? -1 : this.#plan.programs[p]!.statements[detail]!
          memory.bytes[verdicts + place] = FAILED
        } else if (isScored) {
          memory.words[differences + place] = detail
          memory.bytes[verdicts + place] = detail === 0 ? CORRECT : WRONG
        }
      }
      this.endSample(s + row)
    }
  }

  /** Completes sample `s`: adds up the defaults of its parts, and copies the results of equal programs. */
  endSample(s: number): void {
    if (this.#defaulted !== undefined) {
      for (const [p, statements] of this.#defaulted) for (const k of statements) this.evaluations.defaults[p]![k]!++
      this.#defaulted = undefined
    }
    for (let k = 0; k < this.#copies.length; k++) {
      const p = this.#copies[k]!
      this.#copy(this.#plan.programs[p]!.twin, p, s)
    }
  }

  /** Judges sample `s`, which cannot be run at all, as failed. */
  judgeCrash(s: number): void {
    const { sampleCount, programCount, verdicts } = this.evaluations
    for (let at = s; at < programCount * sampleCount; at += sampleCount) verdicts[at] = this.#fail(at, BOUNDS_ERROR, -1)
  }

  #copy(from: number, to: number, s: number): void {
    const { sampleCount, verdicts, differences, errors, failedStatements } = this.evaluations
    const [source, target] = [from * sampleCount + s, to * sampleCount + s]
    verdicts[target] = verdicts[source]!
    differences[target] = differences[source]!
    errors[target] = errors[source]!
    failedStatements[target] = failedStatements[source]!
    this.evaluations.hashes?.[to]!.set(this.evaluations.hashes[from]!.subarray(2 * s, 2 * s + 2), 2 * s)
    if (this.#values !== undefined) this.#values[to]![s] = this.#values[from]![s]
  }

  #judgeStrict(program: PlannedProgram, p: number, s: number, row: JudgedRow, limits: MemoryLimits | undefined): void {
    const { slots } = row
    const { result, slots: own, statements } = program
    const at = p * this.evaluations.sampleCount + s
    const cut = limits?.cutOf(p, 0) ?? -1
    // Every statement is looked at: where unused statements are kept, one may have failed without the result.
    for (let k = 0; k < own.length; k++) {
      const error = k === cut ? ROOM_ERROR : slots[own[k]!]!
      if (isError(error)) {
        this.evaluations.verdicts[at] = this.#fail(at, error, statements[k]!)
        return
      }
    }
    const word = slots[result]!
    if (isError(word)) {
      // The program returns an input that is absent.
      this.evaluations.verdicts[at] = this.#fail(at, word, -1)
      return
    }
    if (row.isScored) {
      const count = row.differencesOf(result)
      this.evaluations.differences[at] = count
      this.evaluations.verdicts[at] = count === 0 ? CORRECT : WRONG
    }
    this.#keep(p, s, row, word)
  }

  #fail(at: number, error: Word, statement: number): number {
    this.evaluations.errors[at] = error
    this.evaluations.failedStatements[at] = statement
    return FAILED
  }

  #judgeGuarded(program: PlannedProgram, p: number, s: number, row: JudgedRow, limits: MemoryLimits | undefined): void {
    this.#countDefaults(program, p, row, limits)
    const { outputs, candidates } = program
    const { sampleCount, verdicts, differences } = this.evaluations
    const at = p * sampleCount + s
    const { slots } = row
    const keepsValues = this.evaluations.hashes !== undefined || this.#values !== undefined
    for (let k = 0; k < outputs.length; k++) {
      if (limits !== undefined && !limits.has(p, k)) continue
      const cut = limits === undefined ? -1 : limits.cutOf(p, k)
      const word = slots[outputs[k]!]!
      if (cut >= 0) this.#cut(p, k * sampleCount + s, ROOM_ERROR, program.statements[cut]!)
      else if (isError(word)) this.#cut(p, k * sampleCount + s, word, this.#findLimit(program, p, k, slots))
      else if (keepsValues) this.#keep(p, k * sampleCount + s, row, word)
    }
    if (!row.isScored) return
    // The first part of the sample.
    if (verdicts[at] === UNSCORED) {
      verdicts[at] = WRONG
      differences[at] = NO_GRID
    }
    const counts = this.evaluations.candidates[p]!
    for (let k = 0; k < candidates.length; k++) {
      const output = candidates[k]!
      if (limits !== undefined && (!limits.has(p, output) || limits.cutOf(p, output) >= 0)) continue
      if (isError(slots[outputs[output]!]!)) continue
      const count = row.differencesOf(outputs[output]!)
      counts[k * sampleCount + s] = count
      if (count < differences[at]!) differences[at] = count
      if (count === 0) verdicts[at] = CORRECT
    }
  }

  #countDefaults(
    { guardedSlots }: PlannedProgram,
    p: number,
    { slots }: JudgedRow,
    limits: MemoryLimits | undefined,
  ): void {
    const defaults = this.evaluations.defaults[p]!
    if (limits === undefined) {
      for (let k = 0; k < guardedSlots.length; k++) if (isDefaulted(slots[guardedSlots[k]!]!)) defaults[k]!++
      return
    }
    for (let k = 0; k < guardedSlots.length; k++) {
      const slot = guardedSlots[k]!
      if (limits.reaches(p, slot) && isDefaulted(slots[slot]!)) {
        // Parts share statements: each counts once a sample.
        this.#defaulted ??= new Map()
        let own = this.#defaulted.get(p)
        if (own === undefined) this.#defaulted.set(p, (own = new Set()))
        own.add(k)
      }
    }
  }

  /** The statement of the first limit that an output of a batt depends on, in program order. */
  #findLimit({ slots: own, statements }: PlannedProgram, p: number, output: number, slots: Int32Array): number {
    const { positions } = coneOf(this.#plan, p, output)
    const isLimit = (position: number) => isError(slots[own[position]!]!) && isLimitError(slots[own[position]!]!)
    return statements[positions.find(isLimit)!]!
  }

  #cutsOf(p: number): Int32Array {
    const count = this.#plan.programs[p]!.outputs.length * this.evaluations.sampleCount
    const cuts = (this.#cuts ??= (this.#evaluations ??= this.#view()).cuts = [])
    return (cuts[p] ??= new Int32Array(2 * count))
  }

  #cut(p: number, at: number, error: Word, statement: number): void {
    this.#cutsOf(p).set([statement + 1, error], 2 * at)
    if (this.#values !== undefined) this.#values[p]![at] = undefined
  }

  #keep(p: number, at: number, { heap }: JudgedRow, word: Word): void {
    if (this.evaluations.hashes !== undefined) hashValue(heap, word, this.evaluations.hashes[p]!, 2 * at)
    if (this.#values !== undefined) this.#values[p]![at] = decodeBounded(heap, word)
  }
}

/** Puts a table with `width` numbers for each sample of a part, output by output, into the table of `sampleCount` samples. */
function takeColumns(
  own: Int32Array | Uint32Array,
  table: Int32Array | Uint32Array,
  width: number,
  sampleCount: number,
  first: number,
  part: Evaluations,
): void {
  const count = width * part.sampleCount
  for (let from = 0, to = width * first; from < table.length; from += count, to += width * sampleCount)
    own.set(table.subarray(from, from + count), to)
}

const NO_COPIES: readonly number[] = []

function listCopies({ programs }: Plan): readonly number[] {
  // The first program has no earlier twin.
  if (programs.length === 1) return NO_COPIES
  const copies: number[] = []
  for (let p = 0; p < programs.length; p++) if (programs[p]!.twin !== NO_SLOT) copies.push(p)
  return copies
}

/** A value, unless it is too large or too deep for the notation. */
function decodeBounded(heap: Heap, word: Word): Notation | undefined {
  if (isError(word)) return undefined
  try {
    return decodeNotation(heap, word)
  } catch (error) {
    if (error instanceof NotationError) return undefined
    throw error
  }
}
