// Grids between data and rows of numbers, which people and pages work with.

import { UserError } from '../language/errors.ts'
import { readGrid } from './read-grid.ts'
import { TaskProblem } from './task-problem.ts'
import type { GridData } from './task.ts'

/** The grid of these rows; throws a UserError if they are ragged, empty, too many, or hold anything but colours. */
export function gridFromRows(rows: readonly (readonly number[])[]): GridData {
  try {
    return readGrid(rows, ['rows'])
  } catch (problem) {
    if (!(problem instanceof TaskProblem)) throw problem
    throw new UserError(problem.code, problem.message, { advice: problem.advice })
  }
}

/** The rows of a grid. */
export function gridToRows({ height, width, cells }: GridData): number[][] {
  return Array.from({ length: height }, (_, i) => [...cells.subarray(i * width, (i + 1) * width)])
}
