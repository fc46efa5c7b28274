// A task as the text of its file: JSON in which each row of a grid has a line of its own, so that people see the grids.

import type { GridData, Pair, Task } from '../../src/data/task.ts'

/** The text of a task file. */
export function printTask({ train, test }: Task): string {
  return `{"train": [\n${printPairs(train)}\n],\n"test": [\n${printPairs(test)}\n]}\n`
}

function printPairs(pairs: readonly Pair[]): string {
  return pairs
    .map(({ input, output }) => `  {"input": [\n${printGrid(input)}],\n   "output": [\n${printGrid(output!)}]}`)
    .join(',\n')
}

function printGrid({ height, width, cells }: GridData): string {
  const rows = Array.from({ length: height }, (_, i) => cells.subarray(i * width, (i + 1) * width))
  return rows.map((row) => `    [${row.join(', ')}]`).join(',\n')
}
