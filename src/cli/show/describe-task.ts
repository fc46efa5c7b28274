// A task in a few words: its pairs, the sizes of its grids, and its colours.

import { type GridData, type Task, samplesOf } from '../../data/task.ts'

/** The least and the greatest. */
export type Range = readonly [least: number, most: number]

/** The sides of grids. */
export interface GridSizes {
  readonly height: Range
  readonly width: Range
}

/** Facts of a task. */
export interface TaskFacts {
  readonly demos: number
  readonly tests: number
  /** Test pairs whose outputs are known. */
  readonly knownTests: number
  readonly inputs: GridSizes
  /** The sizes of the known outputs; null if there is none. */
  readonly outputs: GridSizes | null
  /** The colours of all grids, ascending. */
  readonly colors: readonly number[]
}

/** Counts the pairs of a task and measures its grids. */
export function measureTask(task: Task): TaskFacts {
  const pairs = samplesOf(task)
  const inputs = pairs.map(({ input }) => input)
  const outputs = pairs.flatMap(({ output }) => output ?? [])
  const colors = new Set<number>()
  for (const { cells } of [...inputs, ...outputs]) for (const color of cells) colors.add(color)
  return {
    demos: task.train.length,
    tests: task.test.length,
    knownTests: task.test.filter(({ output }) => output !== undefined).length,
    inputs: measureGrids(inputs),
    outputs: outputs.length === 0 ? null : measureGrids(outputs),
    colors: [...colors].sort((a, b) => a - b),
  }
}

function measureGrids(grids: readonly GridData[]): GridSizes {
  return { height: rangeOf(grids.map(({ height }) => height)), width: rangeOf(grids.map(({ width }) => width)) }
}

function rangeOf(values: readonly number[]): Range {
  return [Math.min(...values), Math.max(...values)]
}

/** A size or a range of sizes, as in `3 × 4` or `3–5 × 4`. */
export function spellSizes({ height, width }: GridSizes): string {
  return `${spellRange(height)} × ${spellRange(width)}`
}

function spellRange([least, most]: Range): string {
  return least === most ? String(least) : `${least}–${most}`
}

/** Ascending colours, as in `0 2–5 9`. */
export function spellColors(colors: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const color of colors) {
    const run = runs.at(-1)
    if (run !== undefined && run[1] === color - 1) run[1] = color
    else runs.push([color, color])
  }
  return runs.map((run) => (run[1] === run[0] + 1 ? run.join(' ') : spellRange(run))).join(' ')
}

/** The heading of a task. */
export function describeTask(task: Task): string {
  const { demos, tests, knownTests, inputs, outputs, colors } = measureTask(task)
  const unknown = knownTests === tests ? '' : ` (${tests - knownTests} without a known output)`
  const sizes = outputs === null ? spellSizes(inputs) : `${spellSizes(inputs)} → ${spellSizes(outputs)}`
  return `${count(demos, 'demo')}, ${count(tests, 'test')}${unknown}, ${sizes}, colours ${spellColors(colors)}`
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
