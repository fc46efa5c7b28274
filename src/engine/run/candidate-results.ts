// Judges the candidates of a batt on the samples of a task. Candidates with equal results share the lists and counts of the first: a
// batt has hundreds of candidates, and on most tasks most of them are wrong alike.

import { CORRECT, type Evaluations, FAILED, WRONG } from '../../backends/backend.ts'
import type { Program } from '../../language/program.ts'
import { type JudgedSamples, judgeSamples } from './pair-verdict.ts'
import type { FailedSample, SampleDescriber, SampleResult } from './sample-result.ts'

/** The evaluations of one program of a plan in all units of a task, in the order of the samples. */
export interface EvaluatedProgram {
  readonly program: Program
  /** The index of the program in the plan. */
  readonly index: number
  readonly units: readonly Evaluations[]
  readonly describer: SampleDescriber
}

/** A candidate that was judged, by its number among the candidates. */
interface KnownCandidate {
  readonly candidate: number
  readonly judged: JudgedSamples
}

/** Judges the candidates of one batt on one task. */
export class CandidateJudge {
  readonly #batt: EvaluatedProgram
  /** Whether an output exceeded a limit on a sample: candidates with equal differences may then have unequal results. */
  readonly #isCut: boolean
  /** By a hash of the differences, the first candidate that has it. */
  readonly #known = new Map<number, KnownCandidate>()

  constructor(batt: EvaluatedProgram) {
    this.#batt = batt
    this.#isCut = batt.units.some(({ cuts }) => cuts[batt.index] !== undefined)
  }

  /** Judges output `output` of the batt, which is its candidate number `candidate`, from 0. */
  judge(output: number, candidate: number): JudgedSamples {
    if (this.#isCut) return judgeSamples(this.#collect(output, candidate))
    const hash = this.#hash(candidate)
    const known = this.#known.get(hash)
    if (known !== undefined && this.#isEqual(known.candidate, candidate)) return known.judged
    const judged = judgeSamples(this.#collect(output, candidate))
    if (known === undefined) this.#known.set(hash, { candidate, judged })
    return judged
  }

  /** The samples on which an output of the batt exceeded a limit. */
  limitsOf(output: number): FailedSample[] {
    if (!this.#isCut) return []
    const { program, units, index, describer } = this.#batt
    const limits: FailedSample[] = []
    let k = 0
    for (const unit of units) {
      for (let s = 0; s < unit.sampleCount; s++, k++) {
        const cut = cutOf(unit, index, output, s)
        if (cut !== undefined) limits.push(describer.describeFailure(k, program, cut.error, cut.statement))
      }
    }
    return limits
  }

  #hash(candidate: number): number {
    const { units, index } = this.#batt
    let hash = 0
    for (const { candidates, sampleCount } of units) {
      const counts = candidates[index]!
      const end = (candidate + 1) * sampleCount
      for (let at = candidate * sampleCount; at < end; at++) hash = (Math.imul(hash, 31) + counts[at]!) | 0
    }
    return hash
  }

  #isEqual(one: number, other: number): boolean {
    const { units, index } = this.#batt
    for (const { candidates, sampleCount } of units) {
      const counts = candidates[index]!
      for (let s = 0; s < sampleCount; s++)
        if (counts[one * sampleCount + s] !== counts[other * sampleCount + s]) return false
    }
    return true
  }

  #collect(output: number, candidate: number): SampleResult[] {
    const { program, index, units, describer } = this.#batt
    const results: SampleResult[] = []
    for (const unit of units) {
      const { verdicts, errors, failedStatements, candidates, cuts, sampleCount } = unit
      const counts = candidates[index]!
      const isCut = cuts[index] !== undefined
      for (let s = 0; s < sampleCount; s++) {
        const k = results.length
        const at = index * sampleCount + s
        const cut = isCut ? cutOf(unit, index, output, s) : undefined
        if (cut !== undefined) results.push(describer.describeFailure(k, program, cut.error, cut.statement))
        else if (verdicts[at] === FAILED)
          results.push(describer.describeFailure(k, program, errors[at]!, failedStatements[at]!))
        else {
          const differences = counts[candidate * sampleCount + s]!
          // The batt may be right by another candidate.
          const own = verdicts[at] === CORRECT && differences > 0 ? WRONG : verdicts[at]!
          results.push(describer.describe(k, own, differences))
        }
      }
    }
    return results
  }
}

/** The limit that an output of a batt exceeded, and the statement at which it did. */
export function cutOf({ cuts, sampleCount }: Evaluations, index: number, output: number, s: number) {
  const own = cuts[index]
  const at = 2 * (output * sampleCount + s)
  return own === undefined || own[at] === 0 ? undefined : { statement: own[at]! - 1, error: own[at + 1]! }
}
