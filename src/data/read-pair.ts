// Reads pairs of task files: an input, and the output that belongs to it.

import type { JsonPath } from '../language/json/json-places.ts'
import { readGrid } from './read-grid.ts'
import { TaskProblem, nameOf } from './task-problem.ts'
import type { Pair } from './task.ts'

/** An object of a JSON file. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The pair in a JSON value; throws a TaskProblem with its path if there is none. */
export function readPair(value: unknown, path: JsonPath, which: 'with outputs' | 'any'): Pair {
  const advice = 'A pair is {"input": grid, "output": grid}; only in "test" may the output be left out.'
  if (!isObject(value)) throw shape(path, `is ${nameOf(value)}, not a pair`, advice)
  if (!Object.hasOwn(value, 'input')) {
    if (!Object.hasOwn(value, 'attempt_1')) throw shape(path, 'has no "input"', advice)
    throw shape(path, 'has "attempt_1", so it is an answer', 'This is a submission, not a file of tasks: leave it out.')
  }
  const hasOutput = Object.hasOwn(value, 'output')
  if (!hasOutput && which === 'with outputs') throw shape(path, 'has no "output"', advice)
  const input = readGrid(value['input'], [...path, 'input'])
  return hasOutput ? { input, output: readGrid(value['output'], [...path, 'output']) } : { input }
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A problem of the form of a file. */
export function shape(path: JsonPath, says: string, advice: string): TaskProblem {
  return new TaskProblem('task-shape', path, says, advice)
}
