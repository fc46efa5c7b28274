// Conformance of whole programs: compares every statement of a batt with the value of Python, on every sample.

import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { type Engine, wasmEngine } from '../../backends/cpu/engine.ts'
import { PlanRun } from '../../backends/cpu/plan-run.ts'
import type { Work } from '../../backends/evaluator.ts'
import type { GridData, Pair } from '../../data/task.ts'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import { DEFAULT_BUDGET, type Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import { describeError, errorKind, errorRule, isDeviation, isLimit } from '../../language/values/error-words.ts'
import { type Program, shownName } from '../../language/program.ts'
import { type Notation, decodeNotation } from '../../language/values/value-notation.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { safeDefaultOf } from '../../language/values/safe-default.ts'
import { readSteps } from '../explain/plan-steps.ts'
import type { StatementValues } from './backend-values.ts'
import { type VerdictCounts, newVerdictCounts, sameNotation } from './conform.ts'

/** The expected value of a statement: a value, a function (not compared), or one too large for the file. */
export type ExpectedValue = Notation | { readonly callable: true } | { readonly skip: true }

/** The inputs of a program: S, I and C. */
export interface ProgramInputs {
  readonly demos: readonly Pair[]
  readonly input: GridData
  /** None where it is absent. */
  readonly candidate: GridData | undefined
}

/** A program, and the expected values of its variables for each sample. */
export interface ProgramVector {
  readonly program: Program
  readonly samples: readonly ProgramInputs[]
  readonly expected: readonly Readonly<Record<string, ExpectedValue>>[]
}

/** A statement whose value differs. */
export interface StatementFailure {
  readonly line: number
  readonly sample: number
  readonly statement: string
  readonly expected: ExpectedValue
  readonly got: Notation | { readonly error: string }
}

export interface ProgramConformReport extends VerdictCounts {
  readonly backend: string
  readonly programs: number
  /** Statements that depend on one that exceeds a limit: not compared. */
  readonly tainted: number
  /** Functions, and values that are too large for the file: not compared. */
  readonly skipped: number
  readonly byRule: Readonly<Record<string, number>>
  readonly work: Work
  readonly failures: readonly StatementFailure[]
}

const MAX_FAILURES = 20

type StatementVerdict = 'passed' | 'deviation' | 'failed' | 'tainted' | 'skipped'

/**
 * Runs all programs on the CPU and compares statement by statement. With `other`, the values of another backend are
 * compared, and the CPU only decides which errors lie under a rule.
 */
export function conformPrograms(
  vectors: readonly ProgramVector[],
  lines: readonly number[],
  other?: { readonly name: string; readonly values: StatementValues; readonly work: Work },
  engine: Engine = wasmEngine,
): ProgramConformReport {
  const evaluator = new CpuEvaluator(DEFAULT_BUDGET, engine)
  const heaps: Partial<Record<CellLayout, Heap>> = {}
  const counts = newVerdictCounts()
  const others = { tainted: 0, skipped: 0 }
  const byRule: Record<string, number> = {}
  const failures: StatementFailure[] = []
  for (const [v, { program, samples, expected }] of vectors.entries()) {
    const plan = lowerGraph(mergePrograms([program], { keepUnused: true }))
    const planned = plan.programs[0]!
    const steps = readSteps(plan)
    const heap = (heaps[plan.layout] ??= evaluator.newHeap(plan.layout))
    const run = new PlanRun(plan, heap, evaluator)
    const lastOf = new Map(program.statements.map((statement, k) => [shownName(statement), k]))
    for (const [sample, { demos, input, candidate }] of samples.entries()) {
      run.startTask(demos)
      run.runSample(input, candidate)
      const taints: boolean[] = []
      for (const [k, statement] of program.statements.entries()) {
        const raw = run.slots[planned.slots[k]!]!
        // Calls inside a line are not written down; of a name that is assigned several times, the last value is written down.
        const isWritten = statement.inner !== true && lastOf.get(shownName(statement)) === k
        const want = isWritten ? expected[sample]![shownName(statement)]! : { skip: true as const }
        const usesTainted = [statement.callee, ...statement.args].some(
          (o) => o.kind === 'statement' && taints[o.index]!,
        )
        const own = isError(raw) ? safeDefaultOf(run.slots[steps.get(planned.slots[k]!)!.callee]!) : raw
        // A statement that exceeds a limit has no value. It agrees with Python where Python takes the default: both fail.
        const isLimited = isError(raw) && isLimit(raw)
        const value = () =>
          other === undefined || isLimited ? decodeNotation(heap, own) : other.values[v]![sample]![k]!
        const verdict = usesTainted ? 'tainted' : judgeStatement(raw, value, want)
        taints.push(verdict === 'tainted' || isLimited)
        if (verdict === 'tainted' || verdict === 'skipped') {
          others[verdict]++
          continue
        }
        counts.total++
        if (verdict === 'deviation') {
          counts.deviations++
          const rule = errorRule(raw) > 0 ? `rule ${errorRule(raw)}` : errorKind(raw)
          byRule[rule] = (byRule[rule] ?? 0) + 1
        } else counts[verdict]++
        if (verdict === 'failed' && failures.length < MAX_FAILURES) {
          const got = isError(raw) ? { error: describeError(raw) } : value()
          failures.push({ line: lines[v]!, sample, statement: shownName(statement), expected: want, got })
        }
      }
    }
  }
  return {
    backend: other?.name ?? evaluator.name,
    programs: vectors.length,
    ...counts,
    ...others,
    byRule,
    work: other?.work ?? evaluator.work,
    failures,
  }
}

function judgeStatement(raw: Word, value: () => Notation, expected: ExpectedValue): StatementVerdict {
  const deviates = isError(raw) && isDeviation(raw)
  if (typeof expected === 'object' && expected !== null && ('callable' in expected || 'skip' in expected))
    return deviates ? 'deviation' : 'skipped'
  if (sameNotation(expected, value())) return 'passed'
  return deviates ? 'deviation' : 'failed'
}
