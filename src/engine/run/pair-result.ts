// What a program gave on a task: the sum of its evaluations, one a sample.

import { ROOM_ERROR } from '../../kernel/errors.ts'
import { CORRECT, type Evaluations, FAILED, UNSCORED } from '../../backends/backend.ts'
import { type ErrorKind, describeError, errorKind, isLimit } from '../../language/values/error-words.ts'
import { type Program, shownName } from '../../language/program.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { PlannedProgram } from '../../plan/plan.ts'

/** Why a strict program has no result on a sample. */
export interface RunFailure {
  /** The sample, from 0: demo pairs first, then test pairs. */
  readonly sample: number
  /** The statement that failed, by its name, and its line in the file; none where the program calls nothing. */
  readonly statement: string | null
  readonly line: number | null
  readonly kind: ErrorKind
  /** Whether it is a limit of ours, and not the program, that made it an error. */
  readonly limit: boolean
  readonly message: string
}

/** How often a statement of a batt took its default. */
export interface DefaultCount {
  readonly statement: string
  readonly count: number
}

/** A value that was kept: as a hash of 16 digits, or itself; null where there is none, or one too large to write. */
export type KeptOutput = string | Notation | null

/** An output of a batt over the samples. */
export interface BattOutput {
  readonly kind: 'o' | 's'
  readonly number: number
  /** The solver of a candidate; the owner and the name of a differ. */
  readonly name: string
  /** How often a candidate was right; differs have none. */
  readonly correct?: number
  readonly outputs?: KeptOutput[]
  /** The samples on which it exceeded its memory allowance, and the statements at which it did. */
  readonly failures?: RunFailure[]
}

/** One program on one task. */
export interface PairResult {
  readonly program: string
  /** The file of the program: names are unique only in a file. */
  readonly file: string
  readonly task: string
  readonly total: number
  readonly correct: number
  /** Samples whose expected output is not known. */
  readonly unscored: number
  readonly failures: RunFailure[]
  readonly defaults: DefaultCount[]
  /** The values of a strict program, where they were asked for. */
  readonly outputs?: KeptOutput[]
  /** The outputs of a batt. */
  readonly battOutputs?: BattOutput[]
}

/** The result of program `p` of a plan from the evaluations of all units of a task, in their order. */
export function collectPair(
  task: string,
  program: Program,
  planned: PlannedProgram,
  p: number,
  units: readonly Evaluations[],
): PairResult {
  const counts = { total: 0, correct: 0, unscored: 0 }
  const failures: RunFailure[] = []
  for (const { sampleCount, verdicts, errors, failedStatements } of units) {
    for (let s = 0; s < sampleCount; s++) {
      const at = p * sampleCount + s
      const verdict = verdicts[at]!
      if (verdict === CORRECT) counts.correct++
      else if (verdict === UNSCORED) counts.unscored++
      else if (verdict === FAILED)
        failures.push(describeFailure(program, errors[at]!, failedStatements[at]!, counts.total))
      counts.total++
    }
  }
  const isKept = units[0]?.hashes !== undefined || units[0]?.values !== undefined
  const kept = (k: number) => units.flatMap((unit) => keptOutputs(unit, p, k))
  return {
    program: program.name,
    file: program.file,
    task,
    ...counts,
    failures,
    defaults: planned.mode === 'strict' ? [] : sumDefaults(program, planned, p, units),
    ...(isKept && planned.mode === 'strict' ? { outputs: kept(0) } : {}),
    ...(planned.mode === 'strict' ? {} : { battOutputs: collectOutputs(program, p, units, isKept, kept) }),
  }
}

function describeFailure({ statements }: Program, error: number, k: number, sample: number): RunFailure {
  const statement = statements[k]
  return {
    sample,
    statement: statement === undefined ? null : shownName(statement),
    line: statement?.place.line ?? null,
    kind: errorKind(error),
    limit: isLimit(error),
    message: describeError(error),
  }
}

function sumDefaults(program: Program, planned: PlannedProgram, p: number, units: readonly Evaluations[]) {
  return Array.from(planned.guarded, (k, g): DefaultCount => {
    let count = 0
    for (const { defaults } of units) count += defaults[p]![g]!
    return { statement: shownName(program.statements[k]!), count }
  }).filter(({ count }) => count > 0)
}

function collectOutputs(
  program: Program,
  p: number,
  units: readonly Evaluations[],
  isKept: boolean,
  kept: (k: number) => KeptOutput[],
): BattOutput[] {
  let candidate = 0
  return program.outputs.map((output, k): BattOutput => {
    const name = output.kind === 'o' ? output.solver : `${output.owner}/${output.differ}`
    const failures = collectCuts(program, p, k, units)
    const common = {
      kind: output.kind,
      number: output.number,
      name,
      ...(isKept ? { outputs: kept(k) } : {}),
      ...(failures.length > 0 ? { failures } : {}),
    }
    if (output.kind === 's') return common
    const own = candidate++
    let correct = 0
    for (const { candidates, sampleCount } of units) {
      for (let s = 0; s < sampleCount; s++) correct += candidates[p]![own * sampleCount + s]!
    }
    return { ...common, correct }
  })
}

/** The samples on which output `k` of batt `p` exceeded its memory allowance. */
function collectCuts(program: Program, p: number, k: number, units: readonly Evaluations[]): RunFailure[] {
  const failures: RunFailure[] = []
  let first = 0
  for (const { cuts, sampleCount } of units) {
    const own = cuts[p]?.subarray(k * sampleCount, (k + 1) * sampleCount) ?? []
    for (const [s, cut] of own.entries()) {
      const statement = cut - 1
      if (statement >= 0) failures.push(describeFailure(program, ROOM_ERROR, statement, first + s))
    }
    first += sampleCount
  }
  return failures
}

function keptOutputs({ hashes, values, verdicts, cuts, sampleCount }: Evaluations, p: number, k: number): KeptOutput[] {
  return Array.from({ length: sampleCount }, (_, s) => {
    const at = k * sampleCount + s
    if (values !== undefined) return values[p]![at] ?? null
    const isCut = (cuts[p]?.[at] ?? 0) > 0
    if (hashes === undefined || verdicts[p * sampleCount + s] === FAILED || isCut) return null
    return [0, 1].map((half) => hashes[p]![2 * at + half]!.toString(16).padStart(8, '0')).join('')
  })
}
