// What a search reports: after each generation, and at its end.

import type { Program } from '../language/program.ts'
import { printProgram } from '../language/python/print-python.ts'
import type { CountedWork } from './evaluate.ts'
import { type Individual, totalError } from './fitness.ts'
import { sizeOf } from './program-parts.ts'
import type { Search } from './search.ts'

/** A program in a report. */
export interface ReportedProgram {
  /** The sum of the errors on all demos: 0 for a program that is right on all. */
  readonly error: number
  /** The demos on which it is right, and all demos. */
  readonly right: number
  readonly demos: number
  readonly statements: number
  readonly operator: string
  /** The text in Python syntax. */
  readonly source: string
}

/** One generation of one search. It has no times, so that equal evolutions have equal reports. */
export interface GenerationReport {
  /** The task, or `all`. */
  readonly search: string
  /** 0 is the generation that enumerates. */
  readonly generation: number
  /** Work of this search so far. */
  readonly evaluations: number
  readonly calls: number
  /** Programs in all islands, different behaviours among them, and behaviours in the archive. */
  readonly population: number
  readonly behaviours: number
  readonly archive: number
  /** Parts in the library. */
  readonly parts: number
  /** By operator, the offspring of this generation that entered the population. */
  readonly accepted: Readonly<Record<string, number>>
  readonly best: ReportedProgram | null
  /** Tasks that are solved: a program is right on all their demos. */
  readonly solved: readonly string[]
  readonly isDone: boolean
}

/** The result of a search on one task. */
export interface TaskResult {
  readonly task: string
  readonly solved: boolean
  /** The solution, simplified; else the best program, if there is one. */
  readonly program: Program | null
  readonly best: ReportedProgram | null
  readonly generations: number
  /** Work of the search; across tasks, of all of them together. */
  readonly work: CountedWork
}

/** The report of the last generation of a search. */
export function reportGeneration({ request, state, accepted }: Search): GenerationReport {
  const { generation, work, islands, archive, parts, best, solutions, isDone } = state!
  const population = islands.flat()
  return {
    search: request.id,
    generation,
    evaluations: work.evaluations,
    calls: work.calls,
    population: population.length,
    behaviours: new Set(population.map(({ judgement }) => judgement.behaviour)).size,
    archive: archive.size,
    parts: parts.length,
    accepted,
    best: best === undefined ? null : reportProgram(best),
    solved: [...solutions.keys()],
    isDone,
  }
}

function reportProgram(individual: Individual): ReportedProgram {
  const { program, judgement, operator } = individual
  return {
    error: totalError(individual),
    right: judgement.errors.filter((error) => error === 0).length,
    demos: judgement.errors.length,
    statements: sizeOf(program),
    operator,
    source: printProgram(program),
  }
}

/** The results of a search, one for each of its tasks. */
export function resultsOf({ request, state }: Search): TaskResult[] {
  return request.tasks.map(({ id }): TaskResult => {
    const solution = state?.solutions.get(id)
    const best = state?.best
    return {
      task: id,
      solved: solution !== undefined,
      program: nameSolver(solution ?? best?.program, id),
      best: best === undefined ? null : reportProgram(best),
      generations: state?.generation ?? 0,
      work: state?.work ?? { evaluations: 0, calls: 0 },
    }
  })
}

function nameSolver(program: Program | undefined, task: string): Program | null {
  return program === undefined ? null : { ...program, name: `solve_${task}`, task }
}
