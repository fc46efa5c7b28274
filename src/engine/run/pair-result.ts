// The result of a program on a task: the verdict on each sample, their sum, and the values that were kept.

import { type Evaluations, FAILED } from '../../backends/backend.ts'
import type { Task } from '../../data/task.ts'
import { type Program, shownName } from '../../language/program.ts'
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
  if (isBatt) {
    if (samples.length <= LATER_SAMPLES) describeLater(result, pair)
    else result.battOutputs = collectBattOutputs(pair)
  }
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
  for (let g = 0; g < guarded.length; g++) if (counts[g]! > 0) sums.push(defaultCount(program, guarded[g]!, counts[g]!))
  return sums
}

/** The counts up to this one are the same objects on all tasks. */
const SHARED_COUNT = 16
/** By program, statement and count. */
const sharedCounts = new WeakMap<Program, (DefaultCount | undefined)[][]>()

/** A batt has hundreds of statements that take their defaults, nearly the same on every task. */
function defaultCount(program: Program, statement: number, count: number): DefaultCount {
  if (count > SHARED_COUNT) return { statement: shownName(program.statements[statement]!), count }
  let shared = sharedCounts.get(program)
  if (shared === undefined) sharedCounts.set(program, (shared = program.statements.map(() => [])))
  const own = shared[statement]!
  return (own[count] ??= Object.freeze({ statement: shownName(program.statements[statement]!), count }))
}

function addDefaults(units: readonly Evaluations[], index: number, length: number): Int32Array {
  const sums = new Int32Array(length)
  for (const { defaults } of units) {
    const own = defaults[index]!
    for (let g = 0; g < length; g++) sums[g]! += own[g]!
  }
  return sums
}

/** Outputs of batts on more samples than this are described at once: their evaluations take more memory than their descriptions. */
const LATER_SAMPLES = 16

/** Describes the outputs of a batt when they are first read: on a task there are hundreds of them, and few readers want all. */
function describeLater(result: MutableResult, { program, index, units, describer }: CollectedPair): void {
  // A copy: the memory of these evaluations holds those of other units, too.
  let evaluated: EvaluatedProgram | undefined = {
    program,
    index: 0,
    units: units.map((unit) => copyOutputs(unit, index)),
    describer,
  }
  let outputs: readonly BattOutput[] = []
  const get = (): readonly BattOutput[] => {
    if (evaluated !== undefined) outputs = collectBattOutputs(evaluated)
    evaluated = undefined
    return outputs
  }
  Object.defineProperty(result, 'battOutputs', { get, enumerable: true })
}

/** What outputs of a batt are described from. */
function copyOutputs(unit: Evaluations, index: number): Evaluations {
  const { sampleCount, verdicts, differences, errors, failedStatements, candidates, cuts } = unit
  const [from, to] = [index * sampleCount, (index + 1) * sampleCount]
  return {
    programCount: 1,
    sampleCount,
    executed: 0,
    verdicts: verdicts.slice(from, to),
    differences: differences.slice(from, to),
    errors: errors.slice(from, to),
    failedStatements: failedStatements.slice(from, to),
    defaults: [],
    candidates: [candidates[index]!.slice()],
    cuts: [cuts[index]],
  }
}

/** Without spreads and closures: a batt has hundreds of outputs. */
function collectBattOutputs(pair: EvaluatedProgram): BattOutput[] {
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
