// Brief evaluations: verdicts and the numbers of defaults, a tenth of the memory of full ones. A device gives them for runs of which
// nobody reads more: what is read back, and sent from the process of a device, is most of the host's work there.

import type { Plan } from '../plan/plan.ts'
import { type Evaluations, FAILED, LIMITED, NEAR, WRONG } from './backend.ts'
import { type BattShapes, battShapes } from './evaluations.ts'
import { isLimitError } from '../kernel/errors.ts'
import { NEAR_SHARE } from './verdicts.ts'

/** The words of brief evaluations; one view of memory for a unit, as there can be thousands of units. */
export interface BriefWords {
  /**
   * First how often each guarded statement of the batts took its default; then, for each program, a line with the verdicts on all
   * samples, one byte each, which begins with a whole word: equal lines are found without a look at single samples.
   */
  readonly words: Int32Array<ArrayBuffer>
  readonly batts: BattShapes
}

export interface BriefEvaluations extends Evaluations {
  readonly brief: BriefWords
}

export function isBrief(evaluations: Evaluations): evaluations is BriefEvaluations {
  return evaluations.brief !== undefined
}

const NO_WORDS = new Int32Array()
const NO_BYTES = new Uint8Array()
const NO_LISTS: readonly undefined[] = Object.freeze([])

/** The words of a program's line for this number of samples. */
export function lineWords(sampleCount: number): number {
  return (sampleCount + 3) >> 2
}

/** The number of words of the brief evaluations of a unit. */
export function briefWords(plan: Plan, sampleCount: number): number {
  return battShapes(plan).guardedTotal + plan.programs.length * lineWords(sampleCount)
}

/** The brief evaluations of a unit whose memory begins at this byte of the buffer. */
export function viewBrief(
  plan: Plan,
  sampleCount: number,
  buffer: ArrayBuffer,
  firstByte: number,
  executed = 0,
): BriefEvaluations {
  return {
    programCount: plan.programs.length,
    sampleCount,
    executed,
    verdicts: NO_BYTES,
    differences: NO_WORDS,
    errors: NO_WORDS,
    failedStatements: NO_WORDS,
    defaults: NO_LISTS,
    candidates: NO_LISTS,
    cuts: NO_LISTS,
    brief: { words: new Int32Array(buffer, firstByte, briefWords(plan, sampleCount)), batts: battShapes(plan) },
  }
}

/** Brief evaluations without a verdict yet, for which this number of steps is run. */
export function newBrief(plan: Plan, sampleCount: number, executed: number): BriefEvaluations {
  return viewBrief(plan, sampleCount, new ArrayBuffer(4 * briefWords(plan, sampleCount)), 0, executed)
}

/** The verdict of program `p` on sample `s`. */
export function briefVerdict({ brief, sampleCount }: BriefEvaluations, p: number, s: number): number {
  const { words, batts } = brief
  return (words[batts.guardedTotal + p * lineWords(sampleCount) + (s >> 2)]! >> (8 * (s & 3))) & 0xff
}

/** How often statements of program `p` took their defaults. */
export function briefDefaults({ brief }: BriefEvaluations, p: number): number {
  const { words, batts } = brief
  let at = 0
  for (let k = 0; k < batts.numbers.length; k++) {
    const count = batts.guardedCounts[k]!
    if (batts.numbers[k] === p) return sumWords(words, at, at + count)
    at += count
  }
  return 0
}

/** How often statements of all programs took their defaults. */
export function allBriefDefaults({ brief: { words, batts } }: BriefEvaluations): number {
  return sumWords(words, 0, batts.guardedTotal)
}

function sumWords(words: Int32Array, from: number, to: number): number {
  let sum = 0
  for (let k = from; k < to; k++) sum += words[k]!
  return sum
}

/** Copies brief evaluations of adjacent samples, the first of which is sample `first`, and adds their defaults. */
export function takeBrief(own: BriefEvaluations, first: number, part: BriefEvaluations): void {
  for (let p = 0; p < own.programCount; p++)
    for (let s = 0; s < part.sampleCount; s++) setVerdict(own, p, first + s, briefVerdict(part, p, s))
  const { words, batts } = own.brief
  for (let k = 0; k < batts.guardedTotal; k++) words[k]! += part.brief.words[k]!
}

/** Puts full evaluations of some samples in the place of what is there, and adds the defaults of all of them. */
export function takeFull(
  own: BriefEvaluations,
  full: Evaluations,
  samples: Iterable<number>,
  cellsOf: (sample: number) => number,
): void {
  for (const s of samples) {
    const cells = cellsOf(s)
    for (let p = 0; p < own.programCount; p++) setVerdict(own, p, s, brieflyOf(full, p * full.sampleCount + s, cells))
  }
  const { words, batts } = own.brief
  let at = 0
  for (const p of batts.numbers) for (const count of full.defaults[p]!) words[at++]! += count
}

/** The brief verdict of full evaluation `at`; the expected output has this number of cells. */
export function brieflyOf({ verdicts, differences, errors }: Evaluations, at: number, cells: number): number {
  const verdict = verdicts[at]!
  if (verdict === FAILED) return isLimitError(errors[at]!) ? LIMITED : FAILED
  return verdict === WRONG && differences[at]! * NEAR_SHARE <= cells ? NEAR : verdict
}

function setVerdict({ brief, sampleCount }: BriefEvaluations, p: number, s: number, verdict: number): void {
  const { words, batts } = brief
  const at = batts.guardedTotal + p * lineWords(sampleCount) + (s >> 2)
  const shift = 8 * (s & 3)
  words[at] = (words[at]! & ~(0xff << shift)) | (verdict << shift)
}
