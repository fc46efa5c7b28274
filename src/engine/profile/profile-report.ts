// The report of a profile: what `megabatt profile --json` prints, made from the counts of the clocks.

import { type KernelOwner, kernelOwners } from '../../backends/cpu/watched-heap.ts'
import { type Program, shownName } from '../../language/program.ts'
import type { KernelClock, StepClock } from './profile-clocks.ts'
import { type PlannedGroup, plansOf, programFinder } from '../run/plan-groups.ts'
import type { RunReport } from '../run/run-report.ts'
import { calleeOf, spellCalls } from './spell-calls.ts'

/** The cost of a part of the run. Times are scaled to the run without clocks; shares are fractions of it, from 0 to 1. */
interface Cost {
  ms: number
  share: number
  /** Allocated heap words, and their bytes. */
  words: number
  bytes: number
  /** The number of calls that returned an error. */
  errors: number
}

/** A primitive, wherever it is called from. Calls that a higher-order primitive makes count for the callee. */
export interface PrimitiveProfile extends Cost {
  readonly primitive: string
  calls: number
  /** A higher-order primitive has two per call: one makes the list of calls, the other gathers the results. */
  kernels: number
}

/** A node of a plan: statements that mean the same, run as one. */
export interface StatementProfile extends Cost {
  /** The first of the statements: its program, name, line and call. */
  readonly program: string
  readonly file: string
  readonly statement: string
  readonly line: number
  readonly call: string
  /** The callee: a primitive, or a statement that returned a function. */
  readonly callee: string
  /** The number of statements that were merged into it. */
  readonly uses: number
  readonly calls: number
}

/** A program's part of the time. */
export interface ProgramProfile {
  readonly program: string
  readonly file: string
  /** Statements that are run, and how often all of them together. */
  readonly statements: number
  calls: number
  /** The time of its statements; that of a merged statement is divided equally. */
  ownMs: number
  share: number
  /** The time of its statements if none were merged. */
  aloneMs: number
}

/** The profile of a run. */
export interface Profile {
  readonly programs: number
  readonly tasks: number
  readonly samples: number
  readonly evaluations: number
  readonly right: number
  readonly time: ProfileTimes
  /** The parts of `runMs`. */
  readonly parts: {
    readonly kernelsMs: number
    /** Steps without their kernels: closures, lists of results, budgets. */
    readonly callingMs: number
    readonly inputsMs: number
    readonly judgingMs: number
  }
  /** Statements on all samples and calls (steps) as in `work.statements` and `work.executed` of a run; kernels as in `work.onCpu`. */
  readonly work: {
    readonly statements: number
    readonly calls: number
    readonly kernels: number
    readonly words: number
    readonly bytes: number
  }
  /** Statements asked for, nodes they were merged into, and the time of all statements alone, of the nodes, and between. */
  readonly merging: {
    readonly statements: number
    readonly nodes: number
    readonly aloneMs: number
    readonly mergedMs: number
    readonly savedMs: number
  }
  readonly dataset: { readonly hash: string }
  /** All rows, the longest time first. */
  readonly byPrimitive: readonly PrimitiveProfile[]
  readonly byProgram: readonly ProgramProfile[]
  readonly byStatement: readonly StatementProfile[]
}

/** The passes of a profile. Each sort was made `rounds` times; the fastest counts. */
export interface ProfileTimes {
  readonly rounds: number
  readonly planMs: number
  /** Passes until everything is compiled. */
  readonly warmUpMs: number
  /** The pass without clocks. */
  readonly runMs: number
  /** The same with a clock around each step, and with one around each kernel. */
  readonly watchedStepsMs: number
  readonly watchedKernelsMs: number
  /** The cost of one clock reading, which is subtracted. */
  readonly clockMs: number
}

/** The results of the passes. */
export interface ProfileCounts {
  readonly programs: readonly Program[]
  readonly groups: readonly PlannedGroup[]
  readonly report: RunReport
  readonly time: ProfileTimes
  readonly steps: StepClock
  readonly kernels: KernelClock
}

/** Makes the report. */
export function reportProfile({ programs, groups, report, time, steps, kernels }: ProfileCounts): Profile {
  const { runMs, clockMs } = time
  const restMs = ({ ms, readings }: StepClock['inputs']) => Math.max(0, ms - readings * clockMs)
  const watched = { steps: 0, inputs: restMs(steps.inputs), judging: restMs(steps.judging), kernels: 0 }
  for (const plan of plansOf(groups)) {
    const counts = steps.counts.get(plan)
    for (let slot = 0; slot < plan.slotCount; slot++) watched.steps += counts?.timeOf(slot, clockMs) ?? 0
  }
  for (const { kernel } of kernelOwners) watched.kernels += kernels.counts.timeOf(kernel, clockMs)
  const scale = runMs / Math.max(watched.steps + watched.inputs + watched.judging, Number.MIN_VALUE)
  // Kernels were timed in another, possibly slower pass: their time is capped at that of the steps.
  const kernelScale = Math.min(scale, (scale * watched.steps) / Math.max(watched.kernels, Number.MIN_VALUE))
  const { byProgram, byStatement } = divideSteps({ programs, groups, steps, clockMs, scale, runMs })
  const byPrimitive = divideKernels(kernels, clockMs, kernelScale, runMs)
  const stepsMs = scale * watched.steps
  const kernelsMs = kernelScale * watched.kernels
  const aloneMs = sum(byProgram, (row) => row.aloneMs)
  const words = sum(byStatement, (row) => row.words)
  return {
    programs: report.programs,
    tasks: report.tasks,
    samples: report.samples,
    evaluations: report.evaluations,
    right: report.right,
    time,
    parts: {
      kernelsMs,
      callingMs: Math.max(0, stepsMs - kernelsMs),
      inputsMs: scale * watched.inputs,
      judgingMs: scale * watched.judging,
    },
    work: {
      statements: report.work.statements,
      calls: sum(byStatement, (row) => row.calls),
      kernels: sum(byPrimitive, (row) => row.kernels),
      words,
      bytes: bytesOf(words),
    },
    merging: {
      statements: sum(byProgram, (row) => row.statements),
      nodes: byStatement.length,
      aloneMs,
      mergedMs: stepsMs,
      savedMs: Math.max(0, aloneMs - stepsMs),
    },
    dataset: report.dataset,
    byPrimitive: byPrimitive.toSorted((a, b) => b.ms - a.ms),
    byProgram: byProgram.toSorted((a, b) => b.ownMs - a.ownMs),
    byStatement: byStatement.toSorted((a, b) => b.ms - a.ms),
  }
}

interface StepTimes {
  readonly programs: readonly Program[]
  readonly groups: readonly PlannedGroup[]
  readonly steps: StepClock
  readonly clockMs: number
  readonly scale: number
  readonly runMs: number
}

function divideSteps({ programs, groups, steps, clockMs, scale, runMs }: StepTimes) {
  const byProgram: ProgramProfile[] = []
  const byStatement: StatementProfile[] = []
  const programOf = programFinder(groups, programs)
  for (const [number, plan] of plansOf(groups).entries()) {
    const counts = steps.counts.get(plan)
    if (counts === undefined) continue
    const uses = new Int32Array(plan.slotCount)
    for (const { slots } of plan.programs) for (const slot of slots) uses[slot]!++
    const isListed = new Uint8Array(plan.slotCount)
    for (const [p, { slots, statements }] of plan.programs.entries()) {
      const program = programOf(number, p)
      const row = {
        program: program.name,
        file: program.file,
        statements: slots.length,
        calls: 0,
        ownMs: 0,
        share: 0,
        aloneMs: 0,
      }
      byProgram.push(row)
      let texts: readonly string[] | undefined
      for (const [k, slot] of slots.entries()) {
        const ms = scale * counts.timeOf(slot, clockMs)
        const calls = counts.calls[slot]!
        row.calls += calls
        row.aloneMs += ms
        row.ownMs += ms / uses[slot]!
        if (isListed[slot] === 1) continue
        isListed[slot] = 1
        texts ??= spellCalls(program)
        const statement = program.statements[statements[k]!]!
        byStatement.push({
          program: program.name,
          file: program.file,
          statement: shownName(statement),
          line: statement.place.line,
          call: texts[statements[k]!]!,
          callee: calleeOf(program, statements[k]!),
          uses: uses[slot]!,
          calls,
          ...costOf(ms, runMs, counts.words[slot]!, counts.errors[slot]!),
        })
      }
      row.share = row.ownMs / runMs
    }
  }
  return { byProgram, byStatement }
}

function divideKernels({ counts }: KernelClock, clockMs: number, scale: number, runMs: number): PrimitiveProfile[] {
  const rows = new Map<string, PrimitiveProfile>()
  for (const { kernel, primitive, isCalls } of kernelOwners) {
    const kernels = counts.calls[kernel]!
    if (kernels === 0) continue
    let row = rows.get(primitive.name)
    if (row === undefined)
      rows.set(primitive.name, (row = { primitive: primitive.name, calls: 0, kernels: 0, ...costOf(0, runMs, 0, 0) }))
    row.kernels += kernels
    if (isCall(primitive, isCalls)) row.calls += kernels
    const ms = row.ms + scale * counts.timeOf(kernel, clockMs)
    Object.assign(row, costOf(ms, runMs, row.words + counts.words[kernel]!, row.errors + counts.errors[kernel]!))
  }
  return [...rows.values()]
}

/** Each call runs one such kernel; the gathering one is not reached where an inner call fails. */
function isCall({ sort }: KernelOwner['primitive'], isCalls: boolean): boolean {
  return sort !== 'higher-order' || isCalls
}

function costOf(ms: number, runMs: number, words: number, errors: number): Cost {
  return { ms, share: ms / runMs, words, bytes: bytesOf(words), errors }
}

function bytesOf(words: number): number {
  return words * Int32Array.BYTES_PER_ELEMENT
}

function sum<T>(rows: readonly T[], count: (row: T) => number): number {
  let total = 0
  for (const row of rows) total += count(row)
  return total
}
