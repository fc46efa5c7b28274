// Checks the summary that a pair line begins with: the expected pair, a verdict for each sample, counts that add up.

import { isDeepStrictEqual } from 'node:util'
import { type Task, nameSample } from '../../data/task.ts'
import type { CandidateResult, DefaultCount, PairSummary } from '../../engine/run/pair-result.ts'
import { type JudgedSamples, judgeSamples } from '../../engine/run/pair-verdict.ts'
import type { SampleResult } from '../../engine/run/sample-result.ts'
import type { Program } from '../../language/program.ts'
import { CHECKSUM_BYTES, END_OF_SUMMARY } from './line-format.ts'

/** The pair whose line comes next. */
export interface ExpectedPair {
  readonly pair: number
  readonly program: Program
  readonly task: Task
  readonly sampleCount: number
}

/** Unchecked JSON of the shape of a type. */
type Unchecked<Type> = { readonly [Key in keyof Type]?: unknown } | null | undefined

/** The summary of a pair line, which may end with its checksum, or the reason why it is none. */
export function parseSummary(line: Buffer, expected: ExpectedPair): PairSummary | string {
  const outputsAt = line.indexOf(END_OF_SUMMARY)
  const end = outputsAt < 0 ? line.length - CHECKSUM_BYTES : outputsAt
  let parsed: Unchecked<PairSummary & { readonly pair: number }>
  try {
    parsed = JSON.parse(`${line.toString('utf8', 0, end)}}`) as typeof parsed
  } catch {
    return 'The line is not JSON'
  }
  const { pair, ...summary } = parsed ?? {}
  const { program, file, task, defaults, battOutputs } = summary
  const { name, file: expectedFile, mode, outputs } = expected.program
  if (pair !== expected.pair || program !== name || file !== expectedFile || task !== expected.task.id) {
    const found = `pair ${String(pair)}, ${String(file)}:${String(program)} on ${String(task)}`
    const wanted = `pair ${expected.pair}, ${expectedFile}:${name} on ${expected.task.id}`
    return `The line is of ${found}; expected ${wanted}`
  }
  const reason = checkSamples(summary, expected)
  if (reason !== undefined) return reason
  if (!Array.isArray(defaults) || !defaults.every(isDefault)) return 'The counts of defaults are none'
  if (mode === 'strict') return battOutputs === undefined ? (summary as PairSummary) : 'The program is not a batt'
  if (!Array.isArray(battOutputs) || battOutputs.length !== outputs.length)
    return 'The outputs of the batt are not its own'
  for (const [k, found] of (battOutputs as Unchecked<CandidateResult>[]).entries()) {
    const { kind, number } = outputs[k]!
    if (found?.kind !== kind || found.number !== number) return 'The outputs of the batt are not its own'
    const problem = kind === 'o' ? checkSamples(found, expected) : undefined
    if (problem !== undefined) return problem
  }
  return summary as PairSummary
}

/** The reason why samples, their verdict or their counts cannot be those of a task. */
function checkSamples(judged: Unchecked<JudgedSamples>, { task, sampleCount }: ExpectedPair): string | undefined {
  const { verdict, demos, tests, samples } = judged ?? {}
  if (!Array.isArray(samples) || samples.length !== sampleCount)
    return `The line has no verdict for each of the ${sampleCount} samples of the task`
  for (const [k, sample] of (samples as Unchecked<SampleResult>[]).entries()) {
    const { set, number } = nameSample(task, k)
    if (sample?.set !== set || sample.number !== number || !isSample(sample))
      return `The result of ${set} ${number} is none`
  }
  const wanted = judgeSamples(samples as SampleResult[])
  const isSame = isDeepStrictEqual([verdict, demos, tests], [wanted.verdict, wanted.demos, wanted.tests])
  return isSame ? undefined : 'The verdict or the counts are not those of the samples'
}

function isSample(sample: Record<string, unknown>): boolean {
  const { verdict, mismatch, differing, cells, statement, line, kind, message } = sample
  switch (verdict) {
    case 'right':
    case 'unknown':
      return true
    case 'wrong':
      if (!isCount(cells)) return false
      return mismatch === 'cells'
        ? isCount(differing) && differing <= cells
        : mismatch === 'size' || mismatch === 'not-a-grid'
    case 'error':
    case 'limit':
      return (
        (statement === null || typeof statement === 'string') &&
        (line === null || isCount(line)) &&
        typeof kind === 'string' &&
        typeof message === 'string'
      )
    default:
      return false
  }
}

function isDefault(value: Unchecked<DefaultCount>): boolean {
  return typeof value?.statement === 'string' && isCount(value.count)
}

/** Whether a value is a whole number from 1 on. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
