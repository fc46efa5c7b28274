// The state of an evolution in the terminal: a line of counts, and the best program of one search beside the expected output.

import type { GenerationReport } from '../../evolve/generation-report.ts'
import { formatCount } from '../../language/format-count.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { describeDifference, drawComparison } from './draw-difference.ts'
import type { PictureOptions } from './draw-picture.ts'
import { paint } from './terminal-colors.ts'

/** Counts over all searches. */
export interface EvolveCounts {
  readonly round: number
  readonly done: number
  readonly total: number
  readonly solved: number
  readonly evaluations: number
  /** Evaluations a second. */
  readonly rate: number
}

/** The output of a best program on a demo that it does not solve. */
export interface ShownOutput {
  readonly demo: number
  readonly expected: Notation
  readonly actual: Notation
}

/** The counts in one line. */
export function describeCounts({ round, done, total, solved, evaluations, rate }: EvolveCounts): string {
  const searches = total === 1 ? '' : `${formatCount(done)} of ${formatCount(total)} searches done, `
  return `round ${formatCount(round)}: ${searches}${formatCount(solved)} solved, ${formatCount(evaluations)} evaluations, ${formatCount(rate)} a second`
}

/** A search in one line: its best program, and how different its programs are. */
export function describeSearch({ search, generation, best, behaviours, population, calls }: GenerationReport): string {
  const state =
    best === null
      ? 'no program yet'
      : `best right on ${best.right} of ${best.demos} demos, error ${formatCount(best.error)}`
  return `${search}, generation ${generation}: ${state}; ${formatCount(behaviours)} behaviours of ${formatCount(population)} programs, ${formatCount(calls)} calls`
}

/** The whole view; `maxRows` of the options bounds its lines. */
export function drawEvolution(
  counts: EvolveCounts,
  report: GenerationReport | undefined,
  output: ShownOutput | undefined,
  options: PictureOptions,
): string[] {
  const lines = [describeCounts(counts)]
  if (report !== undefined) lines.push(paint('bold', describeSearch(report), options.color))
  if (report?.best !== null && report?.best !== undefined)
    lines.push(
      ...report.best.source
        .trimEnd()
        .split('\n')
        .slice(0, Math.max(4, options.maxRows >> 1)),
    )
  if (output !== undefined) {
    lines.push(`demo ${output.demo}: ${describeDifference(output)}`)
    const left = Math.max(4, options.maxRows - lines.length)
    lines.push(...drawComparison(output, { ...options, maxRows: left, compact: true }))
  }
  return lines.slice(0, options.maxRows).map((line) => (options.color ? line : line.slice(0, options.width)))
}
