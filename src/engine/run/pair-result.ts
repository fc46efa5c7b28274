// The result of a program on a task: the verdict on each sample, their sum, and the values that were kept.

import { type Evaluations, FAILED } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { shownName } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import { CandidateJudge, type EvaluatedProgram, cutOf } from './candidate-results.ts'
import { type JudgedSamples, judgeSamples } from './pair-verdict.ts'
import type { FailedSample, SampleResult } from './sample-result.ts'
import { solvedResult } from './solved-result.ts'

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

/** The evaluations of one program on a task. */
export interface CollectedPair extends EvaluatedProgram {
  readonly task: Task
  readonly planned: Pick<PlannedProgram, 'mode' | 'guarded'>
}

/** Of all strict programs. */
const NO_DEFAULTS: readonly DefaultCount[] = Object.freeze([])

type MutableResult = { -readonly [Key in keyof PairResult]: PairResult[Key] }

/** The result of a pair. Without spreads and closures: there can be millions of pairs with a few samples each. */
export function collectPair(pair: CollectedPair): PairResult {
  const { task, program, planned, index, units } = pair
  const isBatt = planned.mode === 'guarded'
  const { verdict, demos, tests, samples } = solvedResult(task, index, units) ?? judgeSamples(collectSamples(pair))
  const result: MutableResult = {
    program: program.name,
    file: program.file,
    task: task.id,
    verdict,
    demos,
    tests,
    samples,
    defaults: isBatt ? sumDefaults(pair) : NO_DEFAULTS,
  }
  if (isBatt) result.battOutputs = collectBattOutputs(pair)
  if (units.some(keepsOutputs)) {
    const outputCount = isBatt ? program.outputs.length : 1
    result.outputs = Array.from({ length: outputCount }, (_, output) => keptOutputs(pair, output))
  }
  return result
}

function keepsOutputs({ hashes, values }: Evaluations): boolean {
  return hashes !== undefined || values !== undefined
}

function collectSamples({ program, index, units, describer }: CollectedPair): SampleResult[] {
  const results = newResults(units)
  let k = 0
  for (const { verdicts, differences, errors, failedStatements, sampleCount } of units) {
    const end = (index + 1) * sampleCount
    for (let at = index * sampleCount; at < end; at++, k++) {
      const verdict = verdicts[at]!
      results[k] =
        verdict === FAILED
          ? describer.describeFailure(k, program, errors[at]!, failedStatements[at]!)
          : describer.describe(k, verdict, differences[at]!)
    }
  }
  return results
}

/** An array for the samples of these units. One that grows takes up to twice the memory, and leaves as much behind. */
function newResults(units: readonly Evaluations[]): SampleResult[] {
  let count = 0
  for (const { sampleCount } of units) count += sampleCount
  const results: SampleResult[] = []
  results.length = count
  return results
}

function sumDefaults({ program, planned, index, units }: CollectedPair): DefaultCount[] {
  const { guarded } = planned
  const sums: DefaultCount[] = []
  const counts = units.length === 1 ? units[0]!.defaults[index]! : addDefaults(units, index, guarded.length)
  // Most statements take no default.
  for (let g = 0; g < guarded.length; g++) {
    const count = counts[g]!
    if (count > 0) sums.push({ statement: shownName(program.statements[guarded[g]!]!), count })
  }
  return sums
}

function addDefaults(units: readonly Evaluations[], index: number, length: number): Int32Array {
  const sums = new Int32Array(length)
  for (const { defaults } of units) {
    const own = defaults[index]!
    for (let g = 0; g < length; g++) sums[g]! += own[g]!
  }
  return sums
}

/** Without spreads and closures: a batt has hundreds of outputs. */
function collectBattOutputs(pair: CollectedPair): BattOutput[] {
  const { outputs } = pair.program
  const judge = new CandidateJudge(pair)
  const results: BattOutput[] = []
  let candidate = 0
  for (let k = 0; k < outputs.length; k++) {
    const output = outputs[k]!
    const { number } = output
    if (output.kind === 'o') {
      const { verdict, demos, tests, samples } = judge.judge(k, candidate++)
      results.push({ kind: 'o', number, name: output.solver, verdict, demos, tests, samples })
      continue
    }
    const limits = judge.limitsOf(k)
    const name = `${output.owner}/${output.differ}`
    results.push(limits.length > 0 ? { kind: 's', number, name, limits } : { kind: 's', number, name })
  }
  return results
}

function keptOutputs({ index, units }: CollectedPair, output: number): KeptOutput[] {
  const kept: KeptOutput[] = []
  for (const unit of units) for (let s = 0; s < unit.sampleCount; s++) kept.push(keptOutput(unit, index, output, s))
  return kept
}

function keptOutput(unit: Evaluations, index: number, output: number, s: number): KeptOutput {
  const { hashes, values, verdicts, sampleCount } = unit
  const at = output * sampleCount + s
  if (values !== undefined) return values[index]![at] ?? null
  const isFailed = verdicts[index * sampleCount + s] === FAILED || cutOf(unit, index, output, s) !== undefined
  if (hashes === undefined || isFailed) return null
  return [0, 1].map((half) => hashes[index]![2 * at + half]!.toString(16).padStart(8, '0')).join('')
}
