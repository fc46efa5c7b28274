// Filters and sorts rows: each row is one number of its key and its place, and such numbers are sorted without a comparison function.

import { type PairVerdict, pairVerdicts } from '../../src/engine/run/pair-verdict.ts'
import { MAX_PAIRS, type ResultColumns } from './result-columns.ts'

/** The orders of the list. */
export type SortKey = 'pair' | 'program' | 'task' | 'verdict' | 'right' | 'cells'

/** The rows that are wanted, and their order. */
export interface RowQuery {
  readonly sort: SortKey
  readonly descending: boolean
  /** Empty: all. */
  readonly verdicts: readonly PairVerdict[]
  /** A part of the name of the program, its file, the task or the kind of an error; empty: all. */
  readonly text: string
}

const MOST_KEY = 2 ** 28 - 1

/** The rows of a query, in order. */
export function orderRows(columns: ResultColumns, { sort, descending, verdicts, text }: RowQuery): Uint32Array {
  const { count } = columns
  const isWanted = pairVerdicts.map((verdict) => verdicts.length === 0 || verdicts.includes(verdict))
  const hasText = textFinder(columns, text.trim().toLowerCase())
  const keyOf = keyFinder(columns, sort)
  const verdictColumn = columns.column('verdict')
  const packed = new Float64Array(count)
  let found = 0
  for (let row = 0; row < count; row++) {
    if (!isWanted[verdictColumn[row]!] || !hasText(row)) continue
    const key = Math.min(MOST_KEY, keyOf(row))
    // Rows with equal keys keep the order of the file in both directions.
    packed[found++] = (descending ? MOST_KEY - key : key) * MAX_PAIRS + row
  }
  const sorted = packed.subarray(0, found).sort()
  return Uint32Array.from(sorted, (value) => value % MAX_PAIRS)
}

function textFinder(columns: ResultColumns, text: string): (row: number) => boolean {
  if (text === '') return () => true
  const parts = (['program', 'file', 'task', 'error'] as const).map((name) => {
    const { texts } = columns[`${name}s`]
    return { numbers: columns.column(name), matches: texts.map((one) => one.toLowerCase().includes(text)) }
  })
  return (row) => parts.some(({ numbers, matches }) => matches[numbers[row]!] === true)
}

function keyFinder(columns: ResultColumns, sort: SortKey): (row: number) => number {
  switch (sort) {
    case 'pair':
      return (row) => row
    case 'program':
    case 'task': {
      const ranks = ranksOf(columns[`${sort}s`].texts)
      const numbers = columns.column(sort)
      return (row) => ranks[numbers[row]!]!
    }
    case 'verdict': {
      const numbers = columns.column('verdict')
      return (row) => numbers[row]!
    }
    case 'right': {
      const [demosRight, demos] = [columns.column('demosRight'), columns.column('demos')]
      const [testsRight, tests] = [columns.column('testsRight'), columns.column('tests')]
      return (row) => {
        const total = demos[row]! + tests[row]!
        return total === 0 ? 0 : Math.round((1e6 * (demosRight[row]! + testsRight[row]!)) / total)
      }
    }
    case 'cells': {
      const numbers = columns.column('differing')
      return (row) => numbers[row]!
    }
  }
  return sort satisfies never
}

/** The rank of each text in the order of code units, the same on every machine. */
function ranksOf(texts: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(texts.length)
  const order = [...texts.keys()].sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1))
  for (const [rank, k] of order.entries()) ranks[k] = rank
  return ranks
}
