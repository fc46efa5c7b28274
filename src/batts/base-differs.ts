// The four base differs: colours and one-cell objects of one grid that the other does not have, how many and the first.

import { type CellLayout, dialectOf } from '../language/dialects.ts'
import { BugError } from '../language/errors.ts'
import { formatDiagnostic } from '../language/diagnostics.ts'
import type { Program } from '../language/program.ts'
import { readPrograms } from '../language/python/read-python.ts'

/** By layout of cells: the colours of a grid, its one-cell objects, and the measure of a difference of each. */
const PARTS: Readonly<Record<CellLayout, Readonly<Record<'colors' | 'dots', { of: string[]; measure: string[] }>>>> = {
  a: {
    colors: { of: ['palette(GRID)'], measure: ['difference(A, B)', 'size(D)', 'first(D)'] },
    dots: {
      // The flags of the selector R5: univalued, without diagonals, without background.
      of: ['objects(GRID, T, F, T)', 'sizefilter(PART, ONE)'],
      measure: ['difference(A, B)', 'size(D)', 'first(D)'],
    },
  },
  t: {
    colors: { of: ['p_g(GRID)'], measure: ['difference_tuple(A, B)', 'size_t(D)', 'first_t(D)'] },
    dots: {
      of: ['o_g(GRID, R5)', 'sizefilter(PART, ONE)'],
      measure: ['difference(A, B)', 'size_f(D)', 'first_f(D)'],
    },
  },
}

/** The differs, and the two grids that each compares: what the first has and the second has not. */
const DIFFERS = [
  ['colors_gained', 'colors', 'C', 'I'],
  ['colors_lost', 'colors', 'I', 'C'],
  ['dots_lost', 'dots', 'I', 'C'],
  ['dots_gained', 'dots', 'C', 'I'],
] as const

/** The base differs as strict programs in the dialect of a cell layout; each returns (how many, the first one). */
export function baseDiffers(layout: CellLayout): readonly Program[] {
  return (made[layout] ??= readDiffers(layout))
}

const made: Partial<Record<CellLayout, readonly Program[]>> = {}

function readDiffers(layout: CellLayout): readonly Program[] {
  const text = DIFFERS.map(([name, part, a, b]) => writeDiffer(name, PARTS[layout][part], a, b)).join('\n\n')
  const { programs, diagnostics } = readPrograms(text, 'base-differs.py', { dialect: dialectOf(layout).id })
  const [problem] = diagnostics
  if (problem !== undefined) throw new BugError('base-differs', formatDiagnostic(problem))
  return programs
}

function writeDiffer(name: string, { of, measure }: { of: string[]; measure: string[] }, a: string, b: string): string {
  const lines: string[] = []
  const add = (call: string): string => {
    lines.push(`    x${lines.length + 1} = ${call}`)
    return `x${lines.length}`
  }
  const partOf = (grid: string): string =>
    of.reduce((part, call) => add(call.replace('GRID', grid).replace('PART', part)), '')
  const [partA, partB] = [partOf(a), partOf(b)]
  const [difference, size, first] = measure
  const missing = add(difference!.replace('A', partA).replace('B', partB))
  const pair = add(`astuple(${add(size!.replace('D', missing))}, ${add(first!.replace('D', missing))})`)
  return `def differ_${name}(S, I, C):\n${lines.join('\n')}\n    return ${pair}\n`
}
