// Explains failed statements of a plan that has run on a sample.

import type { PlanRun } from '../../backends/cpu/plan-run.ts'
import { HeapFullError, MAX_HEAP_WORDS } from '../../kernel/heap-growth.ts'
import { ROOM_ERROR } from '../../kernel/errors.ts'
import { INT_MAX, type Word, isError } from '../../kernel/words.ts'
import { formatCount } from '../../language/format-count.ts'
import { nameOfKey, primitiveWord } from '../../language/names.ts'
import { printCalls } from '../../language/python/print-python.ts'
import { type Operand, type Program, shownName } from '../../language/program.ts'
import {
  type ErrorKind,
  describeError,
  errorKind,
  errorLabel,
  errorRule,
  isLimit,
} from '../../language/values/error-words.ts'
import type { Parameter } from '../../primitives/primitive.ts'
import { type ExplainedFrames, type StackEntry, explainFrames } from './explain-frames.ts'
import { type StepOperands, readSteps } from './plan-steps.ts'
import { type ReplayLimits, replayCall } from './replay-call.ts'

/** The explanation of a failure. */
export interface FailureExplanation {
  readonly kind: ErrorKind
  /** The number of the rule in docs/deviations.md that causes the error; 0 if Python fails too. */
  readonly rule: number
  /** Whether a limit of the engine, and not the program, causes the error. */
  readonly limit: boolean
  /** The failed function, the reason, and the calls around it, in one line. */
  readonly message: string
  /** The statement that fails, by its name, its call as a program file has it, and its line. */
  readonly statement: string
  readonly call: string
  readonly line: number
  /** The primitive that fails; undefined where a value is called that is no primitive. */
  readonly primitive?: string
  /** The parameter whose argument does not fit. */
  readonly parameter?: Parameter
  /** The calls from that of the statement to the failed one. */
  readonly stack: readonly StackEntry[]
}

/** Explains statements by their positions in the plan's first program. Values on the heap stay as they are. */
export class FailureExplainer {
  readonly #program: Program
  readonly #run: PlanRun
  readonly #limits: ReplayLimits
  readonly #steps: ReadonlyMap<number, StepOperands>
  #calls: readonly string[] | undefined

  constructor(program: Program, run: PlanRun, limits: ReplayLimits) {
    this.#program = program
    this.#run = run
    this.#limits = limits
    this.#steps = readSteps(run.plan)
  }

  /** The explanation of a statement that fails; undefined for any other. */
  explain(position: number): FailureExplanation | undefined {
    const error = this.#errorAt(position)
    if (error === undefined) return undefined
    const origin = this.#originOf(position)
    return this.#describe(origin, error, this.#explainCall(origin))
  }

  /** The explanation of the statement with which the program exceeds its memory allowance. */
  explainMemory(position: number): FailureExplanation {
    const { allowance } = this.#limits
    const words = this.#run.costs[this.#planned.slots[position]!]!
    const [all, own] = [allowance, words].map(formatCount)
    const message = `the program needs more memory than its ${all} words; this statement alone takes ${own}`
    return this.#describe(position, ROOM_ERROR, { message, stack: [] })
  }

  get #planned() {
    return this.#run.plan.programs[0]!
  }

  #errorAt(position: number): Word | undefined {
    const slot = this.#planned.slots[position]
    const word = slot === undefined ? 0 : this.#run.slots[slot]!
    return isError(word) ? word : undefined
  }

  /** The statement whose error the statement passes on: itself, or a call nested in it. */
  #originOf(position: number): number {
    const { slots } = this.#planned
    let origin = position
    // An operand is an earlier statement, so that the positions descend.
    for (;;) {
      const { callee, args } = this.#steps.get(slots[origin]!)!
      const failed = [callee, ...args].find((slot) => isError(this.#run.slots[slot]!))
      const next = failed === undefined ? -1 : slots.indexOf(failed)
      if (next < 0 || next >= origin) return origin
      origin = next
    }
  }

  #explainCall(position: number): ExplainedFrames | undefined {
    const { heap, slots } = this.#run
    const statement = this.#program.statements[this.#planned.statements[position]!]!
    const { callee, args } = this.#steps.get(this.#planned.slots[position]!)!
    // The plan calls the first primitive with the same kernel; the program's own has the names of its dialect.
    const fn = statement.callee.kind === 'primitive' ? primitiveWord(statement.callee.key) : slots[callee]!
    const words = args.map((slot) => slots[slot]!)
    const failed = [fn, ...words].find(isError)
    if (failed !== undefined)
      return { message: `a constant cannot be represented: ${describeError(failed)}`, stack: [] }
    const { top } = heap
    try {
      const failure = replayCall(heap, fn, words, this.#limits)
      // Reading values for the text allocates rows of grids, which must not meet the limits.
      Object.assign(heap, { budget: INT_MAX, reach: MAX_HEAP_WORDS, fault: 0, wasRefused: false })
      if (failure === undefined) return undefined
      const { dialect } = this.#program
      const context = { h: heap, dialect, limits: this.#limits, callee: this.#nameOf(statement.callee) }
      return explainFrames(failure, context)
    } catch (error) {
      if (error instanceof HeapFullError) return undefined
      throw error
    } finally {
      Object.assign(heap, { top, scratchTop: 0, fault: 0, wasRefused: false, reach: MAX_HEAP_WORDS })
    }
  }

  #describe(position: number, error: Word, explained: ExplainedFrames | undefined): FailureExplanation {
    const index = this.#planned.statements[position]!
    const statement = this.#program.statements[index]!
    this.#calls ??= printCalls(this.#program)
    return {
      kind: errorKind(error),
      rule: errorRule(error),
      limit: isLimit(error),
      ...(explained ?? { message: describeError(error), stack: [] }),
      statement: shownName(statement),
      call: this.#calls[index]!,
      line: statement.place.line,
    }
  }

  #nameOf(operand: Operand): string {
    if (operand.kind === 'statement') return shownName(this.#program.statements[operand.index]!)
    return operand.kind === 'primitive' ? nameOfKey(operand.key) : (operand.name ?? 'the callee')
  }
}

/** The explanation in one line with the kind of the error before it. */
export function formatExplanation({ kind, message }: Pick<FailureExplanation, 'kind' | 'message'>): string {
  return `${errorLabel(kind)}: ${message}`
}
