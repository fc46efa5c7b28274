// The result of a program on a task: the verdict on each sample, their sum, and the values that were kept.

import { CORRECT, type Evaluations, FAILED, WRONG } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { type Program, shownName } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import { type JudgedSamples, judgeSamples } from './pair-verdict.ts'
import type { FailedSample, SampleDescriber, SampleResult } from './sample-result.ts'

/** The number of times a statement of a batt took its default. */
export interface DefaultCount {
  readonly statement: string
  readonly count: number
}

/** A value that was kept: as a hash of 16 digits, or itself; null if there is none, or if it is too large to write. */
export type KeptOutput = string | Notation | null

/** A candidate of a batt: the output of one of its solvers, judged like a program of its own. */
export interface CandidateResult extends JudgedSamples {
  readonly kind: 'o'
  readonly number: number
  /** The solver. */
  readonly name: string
}

/** A differ of a batt, which is neither right nor wrong. */
export interface DifferResult {
  readonly kind: 's'
  readonly number: number
  /** Owner and name, as in `None/sizes`. */
  readonly name: string
  /** The samples on which it exceeded a limit, if there are any: it has no value there. */
  readonly limits?: readonly FailedSample[]
}

/** An output of a batt over the samples. */
export type BattOutput = CandidateResult | DifferResult

/** The result of one program on one task, without values. */
export interface PairSummary extends JudgedSamples {
  readonly program: string
  /** The file of the program: names are unique only in a file. */
  readonly file: string
  readonly task: string
  /** The statements of a batt that took their defaults. */
  readonly defaults: readonly DefaultCount[]
  /** The outputs of a batt, in the order of the program. */
  readonly battOutputs?: readonly BattOutput[]
}

/** The result of one program on one task. */
export interface PairResult extends PairSummary {
  /** The values, where they are kept: by output (0 for a strict program, the index in `battOutputs` for a batt) and by sample. */
  readonly outputs?: readonly (readonly KeptOutput[])[]
}

/** The evaluations of one program of a plan in all units of a task, in the order of the samples. */
export interface CollectedPair {
  readonly task: Task
  readonly program: Program
  readonly planned: Pick<PlannedProgram, 'mode' | 'guarded'>
  /** The index of the program in the plan. */
  readonly index: number
  readonly units: readonly Evaluations[]
  readonly describer: SampleDescriber
}

type MutableResult = { -readonly [Key in keyof PairResult]: PairResult[Key] }

/** The result of a pair. Without spreads and closures: there can be millions of pairs with a few samples each. */
export function collectPair(pair: CollectedPair): PairResult {
  const { task, program, planned, units } = pair
  const isBatt = planned.mode === 'guarded'
  const { verdict, demos, tests, samples } = judgeSamples(collectSamples(pair))
  const result: MutableResult = {
    program: program.name,
    file: program.file,
    task: task.id,
    verdict,
    demos,
    tests,
    samples,
    defaults: isBatt ? sumDefaults(pair) : [],
  }
  if (isBatt) result.battOutputs = collectBattOutputs(pair)
  const isKept = units.some(({ hashes, values }) => hashes !== undefined || values !== undefined)
  if (isKept) {
    const outputCount = isBatt ? program.outputs.length : 1
    result.outputs = Array.from({ length: outputCount }, (_, output) => keptOutputs(pair, output))
  }
  return result
}

/** Calls `collect` for each sample: `s` counts from 0 in its unit, `k` in the task. */
function mapSamples<Result>(
  { units }: CollectedPair,
  collect: (unit: Evaluations, s: number, k: number) => Result,
): Result[] {
  const results: Result[] = []
  for (const unit of units) for (let s = 0; s < unit.sampleCount; s++) results.push(collect(unit, s, results.length))
  return results
}

function collectSamples({ program, index, units, describer }: CollectedPair): SampleResult[] {
  const results: SampleResult[] = []
  for (const { verdicts, differences, errors, failedStatements, sampleCount } of units) {
    const end = (index + 1) * sampleCount
    for (let at = index * sampleCount; at < end; at++) {
      const k = results.length
      const verdict = verdicts[at]!
      results.push(
        verdict === FAILED
          ? describer.describeFailure(k, program, errors[at]!, failedStatements[at]!)
          : describer.describe(k, verdict, differences[at]!),
      )
    }
  }
  return results
}

/**
 * The samples of the candidate that is output `output` of a batt; it is the batt's candidate number `candidate`, from 0. Without
 * closures: a batt has hundreds of candidates.
 */
function collectCandidate(pair: CollectedPair, output: number, candidate: number): SampleResult[] {
  const { program, index, units, describer } = pair
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

/** The limit that an output of a batt exceeded, and the statement at which it did. */
function cutOf({ cuts, sampleCount }: Evaluations, index: number, output: number, s: number) {
  const own = cuts[index]
  const at = 2 * (output * sampleCount + s)
  return own === undefined || own[at] === 0 ? undefined : { statement: own[at]! - 1, error: own[at + 1]! }
}

function sumDefaults({ program, planned, index, units }: CollectedPair): DefaultCount[] {
  const { guarded } = planned
  const sums: DefaultCount[] = []
  // Most statements take no default.
  for (let g = 0; g < guarded.length; g++) {
    let count = 0
    for (const { defaults } of units) count += defaults[index]![g]!
    if (count > 0) sums.push({ statement: shownName(program.statements[guarded[g]!]!), count })
  }
  return sums
}

function collectBattOutputs(pair: CollectedPair): BattOutput[] {
  let candidate = 0
  return pair.program.outputs.map((output, k): BattOutput => {
    const { number } = output
    if (output.kind === 'o') {
      // Without a spread: a batt has hundreds of candidates.
      const { verdict, demos, tests, samples } = judgeSamples(collectCandidate(pair, k, candidate++))
      return { kind: 'o', number, name: output.solver, verdict, demos, tests, samples }
    }
    const limits = collectCuts(pair, k)
    const name = `${output.owner}/${output.differ}`
    return { kind: 's', number, name, ...(limits.length > 0 ? { limits } : {}) }
  })
}

/** The samples on which an output of a batt exceeded a limit. */
function collectCuts(pair: CollectedPair, output: number): FailedSample[] {
  const { program, index, units, describer } = pair
  if (units.every(({ cuts }) => cuts[index] === undefined)) return []
  return mapSamples(pair, (unit, s, k) => {
    const cut = cutOf(unit, index, output, s)
    return cut === undefined ? [] : [describer.describeFailure(k, program, cut.error, cut.statement)]
  }).flat()
}

function keptOutputs(pair: CollectedPair, output: number): KeptOutput[] {
  const { index } = pair
  return mapSamples(pair, (unit, s) => {
    const { hashes, values, verdicts, sampleCount } = unit
    const at = output * sampleCount + s
    if (values !== undefined) return values[index]![at] ?? null
    const isFailed = verdicts[index * sampleCount + s] === FAILED || cutOf(unit, index, output, s) !== undefined
    if (hashes === undefined || isFailed) return null
    return [0, 1].map((half) => hashes[index]![2 * at + half]!.toString(16).padStart(8, '0')).join('')
  })
}
