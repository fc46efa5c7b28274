// Rows of a report: one for each program on a task, selected and sorted.

import type { CandidateResult, PairSummary } from '../../engine/run/pair-result.ts'
import { type JudgedSamples, isPassed, pairVerdicts } from '../../engine/run/pair-verdict.ts'
import { showText } from '../../language/diagnostics.ts'
import { countDiffering } from './describe-samples.ts'

/** Values of `--show`. */
export const shownResults = ['failed', 'solved', 'near'] as const
export type ShownResults = (typeof shownResults)[number]

/** Values of `--sort`. */
export const sortKeys = ['verdict', 'name', 'task', 'cells', 'right'] as const
export type SortKey = (typeof sortKeys)[number]

/** A candidate of a batt as `megabatt cut` names it: the id of its solver, and the number of its entry if ids are not unique. */
export interface BattEntry {
  readonly solver: string
  readonly number?: number
}

/** A row: the result of a program, or of one candidate of a batt. */
export interface ResultRow extends JudgedSamples {
  readonly pair: PairSummary
  /** The name of the program; for a candidate, with the name of its solver. */
  readonly label: string
  /** The entry of a batt, where the row is of one candidate. */
  readonly entry?: BattEntry
}

/** A row for each pair. */
export function rowsOfPairs(pairs: readonly PairSummary[], labelOf: (pair: PairSummary) => string): ResultRow[] {
  return pairs.map((pair) => ({ ...judgedOf(pair), pair, label: labelOf(pair) }))
}

/** A row for each strict program and each candidate of a batt; one for the batt if only several candidates together pass. */
export function rowsOfSolvers(pair: PairSummary, label: string): ResultRow[] {
  const candidates = candidatesOf(pair)
  const rows = candidates.map((own): ResultRow => ({
    ...judgedOf(own),
    pair,
    label: `${label}/${showText(own.name)}`,
    entry: entryOf(own, candidates),
  }))
  const isAlone = isPassed(pair.verdict) && !candidates.some(({ verdict }) => isPassed(verdict))
  return isAlone || rows.length === 0 ? [...rows, { ...judgedOf(pair), pair, label }] : rows
}

function entryOf({ name, number }: CandidateResult, all: readonly CandidateResult[]): BattEntry {
  return all.filter((other) => other.name === name).length > 1 ? { solver: name, number } : { solver: name }
}

/** The candidates of a batt; none for a strict program. */
export function candidatesOf({ battOutputs = [] }: PairSummary): CandidateResult[] {
  return battOutputs.filter((output): output is CandidateResult => output.kind === 'o')
}

/** Whether `--show` selects a row; near misses are failures, too. */
export function isShown({ verdict }: JudgedSamples, shown: ShownResults): boolean {
  switch (shown) {
    case 'failed':
      return !isPassed(verdict) && verdict !== 'unknown'
    case 'solved':
      return isPassed(verdict)
    case 'near':
      return verdict === 'near'
    default:
      return shown satisfies never
  }
}

/** Sorts rows; equal ones keep their order. */
export function sortRows(rows: readonly ResultRow[], key: SortKey): ResultRow[] {
  switch (key) {
    case 'task':
      return [...rows]
    case 'name':
      return rows.toSorted((a, b) => compareTexts(a.label, b.label))
    case 'verdict':
      return sortBy(rows, (row) => [pairVerdicts.indexOf(row.verdict), -rightOf(row), differingOf(row)])
    case 'cells':
      return sortBy(rows, (row) => [differingOf(row), -rightOf(row)])
    case 'right':
      return sortBy(rows, (row) => [-rightOf(row), differingOf(row)])
    default:
      return key satisfies never
  }
}

function judgedOf({ verdict, demos, tests, samples }: JudgedSamples): JudgedSamples {
  return { verdict, demos, tests, samples }
}

/** The share of the samples that are right: tasks have different numbers of them. */
function rightOf({ demos, tests, samples }: JudgedSamples): number {
  return (demos.right + tests.right) / Math.max(samples.length, 1)
}

function differingOf({ samples }: JudgedSamples): number {
  return countDiffering(samples) ?? Number.MAX_SAFE_INTEGER
}

function sortBy(rows: readonly ResultRow[], keysOf: (row: ResultRow) => number[]): ResultRow[] {
  const keyed = rows.map((row) => ({ row, keys: keysOf(row) }))
  keyed.sort((a, b) => {
    const k = a.keys.findIndex((key, place) => key !== b.keys[place])
    return k < 0 ? 0 : a.keys[k]! - b.keys[k]!
  })
  return keyed.map(({ row }) => row)
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
