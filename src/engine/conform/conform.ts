// Conformance: runs vectors (a primitive, its arguments, the result of Python) on a backend and compares.

import { type Call, type Evaluator, type Work } from '../../backends/evaluator.ts'
import type { Heap } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, isError } from '../../kernel/words.ts'
import { describeError, errorKind, errorRule, isDeviation } from '../../language/values/error-words.ts'
import { type Notation, decodeNotation, encodeNotation, spellNotation } from '../../language/values/value-notation.ts'
import { type DialectId, layoutOf } from '../../language/dialects.ts'
import { nameOfKey, primitiveOfKey } from '../../language/names.ts'

/** One line of a conformance file: the key of a primitive, and values with the names of the dialect. */
export interface Vector {
  readonly fn: string
  readonly tier: string
  readonly args: readonly Notation[]
  /** The arguments of a call of the function that the primitive returns. */
  readonly then?: readonly Notation[]
  readonly out?: Notation
  readonly error?: true
}

/** Equal; an error of ours under a listed rule where Python has a value; or neither. */
export type Verdict = 'passed' | 'deviation' | 'failed'

export interface VerdictCounts {
  total: number
  passed: number
  deviations: number
  failed: number
}

/** A vector whose result differs, with the result. */
export interface Failure {
  readonly line: number
  readonly fn: string
  readonly args: readonly Notation[]
  readonly then?: readonly Notation[]
  readonly expected: Notation | { error: true }
  readonly got: Notation | { error: string }
}

export interface ConformReport extends VerdictCounts {
  readonly backend: string
  readonly byTier: Record<string, VerdictCounts>
  readonly byRule: Record<string, number>
  readonly work: Work
  readonly failures: readonly Failure[]
}

const MAX_FAILURES = 20
/** The number of vectors whose arguments are on one heap. */
const CHUNK_SIZE = 2048

/** Runs all vectors of a dialect and reports; `lines` are their line numbers for the report. */
export async function conform(
  evaluator: Evaluator,
  vectors: readonly Vector[],
  lines: readonly number[],
  dialect: DialectId = 'a',
): Promise<ConformReport> {
  const counts = newVerdictCounts()
  const byTier: Record<string, VerdictCounts> = {}
  const byRule: Record<string, number> = {}
  const failures: Failure[] = []
  for (let start = 0; start < vectors.length; start += CHUNK_SIZE) {
    const chunk = vectors.slice(start, start + CHUNK_SIZE)
    const heap = evaluator.newHeap(layoutOf(dialect))
    const { heap: answers, results } = await evaluator.evaluate(
      heap,
      chunk.map((vector) => encodeCall(heap, vector, dialect)),
    )
    for (const [k, vector] of chunk.entries()) {
      const result = results[k]!
      const got = isError(result) ? { error: describeError(result) } : decodeNotation(answers, result)
      const verdict = judge(vector, result, got)
      const tier = (byTier[vector.tier] ??= newVerdictCounts())
      for (const group of [counts, tier]) count(group, verdict)
      if (verdict === 'deviation') {
        const rule = errorRule(result) > 0 ? `rule ${errorRule(result)}` : errorKind(result)
        byRule[rule] = (byRule[rule] ?? 0) + 1
      }
      if (verdict === 'failed' && failures.length < MAX_FAILURES)
        failures.push(describeFailure(vector, lines[start + k]!, got))
    }
  }
  return { backend: evaluator.name, ...counts, byTier, byRule, work: evaluator.work, failures }
}

function encodeCall(heap: Heap, vector: Vector, dialect: DialectId): Call {
  const encode = (value: Notation) => encodeNotation(heap, value, '', dialect)
  const args = vector.args.map(encode)
  const fn = PRIMITIVE_BASE + primitiveOfKey(vector.fn)!.id
  return vector.then === undefined ? { fn, args } : { fn, args, then: vector.then.map(encode) }
}

function judge(vector: Vector, result: Word, got: Notation | { error: string }): Verdict {
  if (vector.out === undefined) return isError(result) ? 'passed' : 'failed'
  if (!isError(result)) return sameNotation(vector.out, got as Notation) ? 'passed' : 'failed'
  return isDeviation(result) ? 'deviation' : 'failed'
}

/** Whether two notations have the same value; True is 1, and the short form of a grid equals its long form. */
export function sameNotation(a: Notation, b: Notation): boolean {
  return spellNotation(a) === spellNotation(b)
}

function describeFailure(vector: Vector, line: number, got: Notation | { error: string }): Failure {
  const { args, then } = vector
  const fn = nameOfKey(vector.fn)
  const expected = vector.out === undefined ? { error: true as const } : vector.out
  return then === undefined ? { line, fn, args, expected, got } : { line, fn, args, then, expected, got }
}

/** Counts that start at 0. */
export function newVerdictCounts(): VerdictCounts {
  return { total: 0, passed: 0, deviations: 0, failed: 0 }
}

function count(counts: VerdictCounts, verdict: Verdict): void {
  counts.total++
  if (verdict === 'deviation') counts.deviations++
  else counts[verdict]++
}
