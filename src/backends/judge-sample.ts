// What a plan's programs gave for a sample, judged and written down. The same on every backend that has the words.

import { BOUNDS_ERROR } from '../kernel/errors.ts'
import type { Heap } from '../kernel/heap.ts'
import { type Word, isError } from '../kernel/words.ts'
import type { GridData } from '../data/task.ts'
import { decodeNotation, type Notation, NotationError } from '../language/values/value-notation.ts'
import type { Plan, PlannedProgram } from '../plan/plan.ts'
import { CORRECT, type Evaluations, FAILED, type RunSettings, UNSCORED, WRONG } from './backend.ts'
import { isGridOf } from './grid-data.ts'
import { hashValue } from './hash-value.ts'

/** Whether what a slot holds is the expected output. */
export type IsRight = (slot: number) => boolean

/** The evaluations of one unit, to be filled sample by sample. */
export class EvaluationRecorder {
  readonly evaluations: Evaluations
  readonly #plan: Plan
  readonly #hashes: Uint32Array[] | undefined
  readonly #values: (Notation | undefined)[][] | undefined

  constructor(plan: Plan, sampleCount: number, outputs: RunSettings['outputs']) {
    const { programs } = plan
    const count = programs.length * sampleCount
    this.#plan = plan
    const outputCount = (program: PlannedProgram) => (program.mode === 'strict' ? 1 : program.outputs.length)
    if (outputs === 'hash') this.#hashes = programs.map((p) => new Uint32Array(2 * sampleCount * outputCount(p)))
    if (outputs === 'value') this.#values = programs.map(() => [])
    this.evaluations = {
      programCount: programs.length,
      sampleCount,
      verdicts: new Uint8Array(count),
      errors: new Int32Array(count),
      failedStatements: new Int32Array(count),
      defaults: programs.map(({ mode, guardedSlots }) =>
        mode === 'guarded' ? new Int32Array(guardedSlots.length) : undefined,
      ),
      candidates: programs.map(({ mode, candidates }) =>
        mode === 'guarded' ? new Uint8Array(candidates.length * sampleCount) : undefined,
      ),
      ...(this.#hashes === undefined ? {} : { hashes: this.#hashes }),
      ...(this.#values === undefined ? {} : { values: this.#values }),
    }
  }

  /**
   * Judges what the slots hold for sample `s`; without an expected output nothing is right or wrong. Who has compared
   * already, and has no heap to compare on, gives `isRight`.
   */
  record(
    s: number,
    heap: Heap,
    slots: Int32Array,
    expected: GridData | undefined,
    isRight: IsRight = (slot) => isGridOf(heap, slots[slot]!, expected!),
  ): void {
    for (let p = 0; p < this.#plan.programs.length; p++) {
      const program = this.#plan.programs[p]!
      if (program.twin >= 0) {
        this.#copy(program.twin, p, s)
        continue
      }
      const at = p * this.evaluations.sampleCount + s
      this.evaluations.verdicts[at] =
        program.mode === 'strict'
          ? this.#judgeStrict(program, at, slots, expected, isRight)
          : this.#judgeGuarded(program, p, s, slots, expected, isRight)
      if (this.#hashes !== undefined || this.#values !== undefined) this.#keep(program, p, s, heap, slots)
    }
  }

  /** Writes down for one program what was written down for another one that is the same. */
  #copy(from: number, to: number, s: number): void {
    const { sampleCount, verdicts, errors, failedStatements } = this.evaluations
    const [source, target] = [from * sampleCount + s, to * sampleCount + s]
    verdicts[target] = verdicts[source]!
    errors[target] = errors[source]!
    failedStatements[target] = failedStatements[source]!
    this.#hashes?.[to]!.set(this.#hashes[from]!.subarray(2 * s, 2 * s + 2), 2 * s)
    if (this.#values !== undefined) this.#values[to]![s] = this.#values[from]![s]
  }

  /** Writes down that sample `s` cannot be run at all. */
  recordCrash(s: number): void {
    const { sampleCount, programCount, verdicts } = this.evaluations
    for (let at = s; at < programCount * sampleCount; at += sampleCount) verdicts[at] = this.#fail(at, BOUNDS_ERROR, -1)
  }

  #judgeStrict(
    { result, slots: own, statements }: PlannedProgram,
    at: number,
    slots: Int32Array,
    expected: GridData | undefined,
    isRight: IsRight,
  ): number {
    // All of them are asked: where unused statements are kept, one may have failed without the result.
    for (let k = 0; k < own.length; k++) {
      if (isError(slots[own[k]!]!)) return this.#fail(at, slots[own[k]!]!, statements[k]!)
    }
    const word = slots[result]!
    // The program returns an input that is not there.
    if (isError(word)) return this.#fail(at, word, -1)
    if (expected === undefined) return UNSCORED
    return isRight(result) ? CORRECT : WRONG
  }

  #fail(at: number, error: Word, statement: number): number {
    this.evaluations.errors[at] = error
    this.evaluations.failedStatements[at] = statement
    return FAILED
  }

  #judgeGuarded(
    { guardedSlots, outputs, candidates }: PlannedProgram,
    p: number,
    s: number,
    slots: Int32Array,
    expected: GridData | undefined,
    isRight: IsRight,
  ): number {
    const { sampleCount } = this.evaluations
    const defaults = this.evaluations.defaults[p]!
    for (let k = 0; k < guardedSlots.length; k++) if (isError(slots[guardedSlots[k]!]!)) defaults[k]!++
    if (expected === undefined) return UNSCORED
    let verdict = WRONG
    const right = this.evaluations.candidates[p]!
    for (let k = 0; k < candidates.length; k++) {
      if (!isRight(outputs[candidates[k]!]!)) continue
      right[k * sampleCount + s] = 1
      verdict = CORRECT
    }
    return verdict
  }

  #keep({ mode, result, outputs }: PlannedProgram, p: number, s: number, heap: Heap, slots: Int32Array): void {
    const { sampleCount } = this.evaluations
    const count = mode === 'strict' ? 1 : outputs.length
    const failed = this.evaluations.verdicts[p * sampleCount + s] === FAILED
    for (let k = 0; k < count; k++) {
      const at = k * sampleCount + s
      const word = slots[mode === 'strict' ? result : outputs[k]!]!
      if (this.#hashes !== undefined && !failed) hashValue(heap, word, this.#hashes[p]!, 2 * at)
      if (this.#values !== undefined) this.#values[p]![at] = failed ? undefined : decodeBounded(heap, word)
    }
  }
}

/** A value, unless it is too large or too deep to be written down. */
function decodeBounded(heap: Heap, word: Word): Notation | undefined {
  if (isError(word)) return undefined
  try {
    return decodeNotation(heap, word)
  } catch (error) {
    if (error instanceof NotationError) return undefined
    throw error
  }
}
