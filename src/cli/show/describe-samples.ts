// The samples of a result in words: which are wrong and by how much, which failed and why.

import { type SampleName, spellSample } from '../../data/task.ts'
import { type FailedSample, type SampleResult, type WrongSample, failuresOf } from '../../engine/run/sample-result.ts'
import { showText } from '../../language/diagnostics.ts'
import type { JudgedSamples, SetCounts } from '../../engine/run/pair-verdict.ts'
import { formatCount } from '../../language/format-count.ts'
import { NO_BREAK } from './wrap-text.ts'

const MAX_NAMES = 6

/**
 * Every sample that is not right, in parts: '2 of 4 wrong: demo 1 (3 of 100 cells), test 1 (another size)'. The first failure has
 * no message if it is explained elsewhere.
 */
export function describeSamples({ samples, demos, tests }: JudgedSamples, isExplained = false): string {
  const total = formatCount(samples.length)
  const wrong = samples.filter((sample): sample is WrongSample => sample.verdict === 'wrong')
  const parts: string[] = []
  if (wrong.length > 0)
    parts.push(`${formatCount(wrong.length)} of ${total} wrong: ${listSamples(wrong, describeWrong)}`)
  for (const [k, failures] of groupFailures(failuresOf({ samples })).entries())
    parts.push(`${describeFailures(failures, total, isExplained && k === 0)}: ${listSamples(failures, () => '')}`)
  if (parts.length > 0) return parts.join('; ')
  if (demos.unknown + tests.unknown === 0) return `${total} of ${total} right`
  return [describeOpen('demo', demos), describeOpen('test', tests)].filter((part) => part !== '').join(', ')
}

/** A set of which no sample is wrong, but outputs may be unknown. */
function describeOpen(set: SampleName['set'], { total, right, unknown }: SetCounts): string {
  if (total === 0) return ''
  if (unknown === 0) return `passes all ${set}s`
  return right === 0
    ? `${set} outputs unknown`
    : `passes ${formatCount(right)} ${set}s, ${formatCount(unknown)} unknown`
}

/** The number of differing cells of all wrong samples; undefined if a sample failed or has an output of another size. */
export function countDiffering(samples: readonly SampleResult[]): number | undefined {
  let count = 0
  for (const sample of samples) {
    if (sample.verdict === 'right' || sample.verdict === 'unknown') continue
    if (sample.verdict !== 'wrong' || sample.differing === undefined) return undefined
    count += sample.differing
  }
  return count
}

/** How an output is wrong, in parentheses. */
export function describeWrong({ mismatch, differing, cells }: WrongSample): string {
  if (mismatch === 'size') return ' (another size)'
  if (mismatch === 'not-a-grid') return ' (no grid)'
  return ` (${formatCount(differing!)} of ${formatCount(cells)} cells)`
}

/** Failures at the same statement for the same reason are one part. */
function groupFailures(failures: readonly FailedSample[]): FailedSample[][] {
  const groups = new Map<string, FailedSample[]>()
  for (const failure of failures) {
    const key = `${failure.statement} ${failure.message}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [failure])
    else group.push(failure)
  }
  return [...groups.values()]
}

function describeFailures(failures: readonly FailedSample[], total: string, isExplained: boolean): string {
  const { verdict, statement, line, message } = failures[0]!
  const place = statement === null ? '' : ` at ${showText(statement)}${line === null ? '' : `, line ${line}`}`
  const noun = failures.length === 1 ? verdict : `${verdict}s`
  return `${formatCount(failures.length)} of ${total} ${noun}${place}${isExplained ? '' : ` (${showText(message)})`}`
}

function listSamples<Sample extends SampleName>(
  samples: readonly Sample[],
  describe: (sample: Sample) => string,
): string {
  const names = samples
    .slice(0, MAX_NAMES)
    .map((sample) => `${spellSample(sample)}${describe(sample)}`.replaceAll(' ', NO_BREAK))
  const rest = samples.length - names.length
  return [...names, ...(rest > 0 ? [`${formatCount(rest)} more`] : [])].join(', ')
}
