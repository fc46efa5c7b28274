// The interface between the search and whatever runs programs: programs and tasks go in, errors and hashes of outputs come out.

import type { Task } from '../data/task.ts'
import type { Program } from '../language/program.ts'

/** Strict programs to run on the demos of tasks. */
export interface EvaluationRequest {
  readonly tasks: readonly Task[]
  readonly programs: readonly Program[]
}

/** The outputs of a program on all demos of the tasks of a request, in their order. */
export interface Judgement {
  /** By demo, 0 for a right output; a larger number for a worse one (`CELLS_ERROR` and the constants after it). */
  readonly errors: Int32Array
  /** By demo, a hash of the output; 0 for none. */
  readonly outputs: Int32Array
  /** A hash of all outputs together: programs with the same one behave alike on the demos. */
  readonly behaviour: string
}

/** Work is counted from the programs, so it is the same on every backend, on every machine and with any reuse. */
export interface CountedWork {
  /** Programs times demos. */
  evaluations: number
  /** Calls of the merged programs: an equal call of several programs is one, and counts once for each demo that it depends on. */
  calls: number
}

/** The answer to a request. */
export interface EvaluationResult {
  readonly judgements: readonly Judgement[]
  readonly work: CountedWork
}

/** Measures of the differences of programs' outputs from the expected ones. */
export interface MeasureResult {
  /** By program, then by demo and differ: how much differs. */
  readonly measures: readonly Int32Array[]
  readonly work: CountedWork
}

/** Applies each differ to the output of each program and the expected output. */
type Measure = (request: EvaluationRequest, differs: readonly Program[]) => Promise<MeasureResult>

/** What runs programs: an engine, a queue of machines. It chooses how and where; results and counted work must not differ. */
export interface BatchEvaluator {
  /** The requests of several searches, and an answer to each in their order. */
  evaluateAll(requests: readonly EvaluationRequest[]): Promise<readonly EvaluationResult[]>
  readonly measure: Measure
}

/** What runs the programs of one search. */
export interface ProgramEvaluator {
  evaluate(request: EvaluationRequest): Promise<EvaluationResult>
  readonly measure: Measure
}

/** The error of an output of the expected size in which all cells differ; fewer cells have a smaller one. */
export const CELLS_ERROR = 1000
/** The errors of a grid of another size, of another value, and of a program that fails. */
export const SIZE_ERROR = 1500
export const NO_GRID_ERROR = 2000
export const FAILURE_ERROR = 3000

/** Thrown where a signal has ended the work: the results are incomplete. */
export class SearchStopped extends Error {
  constructor() {
    super('The search was stopped')
  }
}

/** Adds the second count to the first. */
export function addCounts(sum: CountedWork, { evaluations, calls }: CountedWork): void {
  sum.evaluations += evaluations
  sum.calls += calls
}
