// The results of programs on demos as integers: errors, hashes of outputs and measures, from whatever has run the programs.

import type { PairResult } from '../engine/run/pair-result.ts'
import type { SampleResult } from '../engine/run/sample-result.ts'
import type { Notation } from '../language/values/value-notation.ts'
import { HASH_WORDS, hash128, spellHash } from '../plan/hash-128.ts'
import { countDemos } from './count-calls.ts'
import {
  CELLS_ERROR,
  type EvaluationRequest,
  FAILURE_ERROR,
  type Judgement,
  NO_GRID_ERROR,
  SIZE_ERROR,
} from './evaluate.ts'

/** The measure of an output that a differ has no value for. */
const NO_MEASURE = 10_000

/** The measures of the programs of a request by differs, from programs to which the differs were appended. */
export class DemoMeasures {
  /** By program, then by demo and differ. */
  readonly byProgram: readonly Int32Array[]
  readonly #differCount: number

  constructor(request: EvaluationRequest, differCount: number) {
    const length = countDemos(request) * differCount
    this.byProgram = request.programs.map(() => new Int32Array(length).fill(NO_MEASURE))
    this.#differCount = differCount
  }

  /** Adds the result of a program with its differ (`appendDiffers`) on a task whose first demo is this one. */
  add({ outputs }: PairResult, program: number, demo: number): void {
    const differ = program % this.#differCount
    const measures = this.byProgram[Math.floor(program / this.#differCount)]!
    for (const [s, value] of outputs![0]!.entries())
      measures[(demo + s) * this.#differCount + differ] = measureOf(value as Notation)
  }
}

/** The judgement on one program, collected task by task. */
export class DemoJudgements {
  readonly #errors: Int32Array
  readonly #hashes: Int32Array

  constructor(demoCount: number) {
    this.#errors = new Int32Array(demoCount).fill(FAILURE_ERROR)
    this.#hashes = new Int32Array(2 * demoCount)
  }

  add({ samples, outputs }: PairResult, demo: number): void {
    for (const [s, sample] of samples.entries()) {
      this.#errors[demo + s] = errorOf(sample)
      const hash = outputs![0]![s] as string | null
      if (hash === null) continue
      this.#hashes[2 * (demo + s)] = Number.parseInt(hash.slice(0, 8), 16)
      this.#hashes[2 * (demo + s) + 1] = Number.parseInt(hash.slice(8), 16)
    }
  }

  judgement(): Judgement {
    const into = new Int32Array(HASH_WORDS)
    hash128(this.#hashes, this.#hashes.length, into, 0)
    const outputs = this.#errors.map((_, s) => this.#hashes[2 * s]! ^ this.#hashes[2 * s + 1]!)
    return { errors: this.#errors, outputs, behaviour: spellHash(into, 0) }
  }
}

/** The error of a sample's output as an integer: the share of differing cells where the size is right. */
function errorOf(sample: SampleResult): number {
  if (sample.verdict === 'right') return 0
  if (sample.verdict !== 'wrong') return FAILURE_ERROR
  if (sample.mismatch === 'not-a-grid') return NO_GRID_ERROR
  if (sample.mismatch === 'size') return SIZE_ERROR
  return Math.ceil((CELLS_ERROR * sample.differing!) / sample.cells)
}

function measureOf(value: Notation): number {
  const first = typeof value === 'object' && value !== null && 't' in value ? value.t[0] : value
  return typeof first === 'number' ? Math.min(Math.abs(first), NO_MEASURE) : NO_MEASURE
}
