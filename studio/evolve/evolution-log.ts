// The log of `megabatt evolve --out`, read line by line while it grows.

import type { GenerationReport, ReportedProgram } from '../../src/evolve/generation-report.ts'

/** The figures of one generation, for curves. */
export interface GenerationPoint {
  readonly generation: number
  readonly evaluations: number
  readonly calls: number
  /** The error of the best program so far; undefined before there is one. */
  readonly error: number | undefined
  readonly population: number
  /** Different behaviours in the population. */
  readonly behaviours: number
}

/** A search: its generations so far, and the last report. */
export interface LoggedSearch {
  readonly points: GenerationPoint[]
  last: GenerationReport
}

/** The result of a task, once the evolution has ended. */
export interface LoggedResult {
  readonly task: string
  readonly solved: boolean
  readonly tests: { readonly right: number; readonly total: number } | null
  /** The solver, or the best program. */
  readonly source: string | null
}

/** What a log says so far. */
export class EvolutionLog {
  /** The ids of all tasks, and whether one population is for all of them. */
  tasks: readonly string[] = []
  isAcross = false
  /** By task, or `all`; in the order of the tasks that have begun. */
  readonly searches = new Map<string, LoggedSearch>()
  readonly results = new Map<string, LoggedResult>()
  round = 0
  isEnded = false
  /** Lines that are not of a log. */
  damaged = 0

  /** Adds a line; false where it is damaged, or goes back to an earlier round: then the file is another one than before. */
  add(line: string): boolean {
    const value = parse(line)
    switch (value?.['type']) {
      case 'evolution':
        return this.#begin(value)
      case 'generation':
        return this.#addGeneration(value)
      case 'result':
        return this.#addResult(value)
      case 'end':
        this.isEnded = true
        return true
      default:
        this.damaged++
        return false
    }
  }

  /** The ids of tasks that are solved. */
  get solved(): ReadonlySet<string> {
    return new Set([...this.searches.values()].flatMap(({ last }) => last.solved))
  }

  #begin({ tasks, settings }: Fields): boolean {
    if (this.tasks.length > 0 || !isTexts(tasks)) return false
    this.tasks = tasks
    this.isAcross = (settings as Fields | null | undefined)?.['across'] === true
    return true
  }

  #addGeneration(value: Fields): boolean {
    const { round } = value
    if (typeof round !== 'number' || round < this.round || !isGeneration(value)) {
      this.damaged++
      return false
    }
    const { search, generation, evaluations, calls, population, behaviours, best } = value
    const known = this.searches.get(search)
    const point = { generation, evaluations, calls, error: best?.error, population, behaviours }
    this.round = round
    if (known === undefined) this.searches.set(search, { points: [point], last: value })
    else {
      known.points.push(point)
      known.last = value
    }
    return true
  }

  #addResult({ task, solved, tests, source }: Fields): boolean {
    if (typeof task !== 'string' || (source !== null && typeof source !== 'string')) {
      this.damaged++
      return false
    }
    const isCounted = isCounts(tests)
    this.results.set(task, { task, solved: solved === true, tests: isCounted ? tests : null, source })
    return true
  }
}

type Fields = Record<string, unknown>

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

const COUNTS = ['generation', 'evaluations', 'calls', 'population', 'behaviours', 'archive', 'parts'] as const

function isGeneration(value: Fields): value is Fields & GenerationReport {
  const { search, solved, accepted, best } = value
  return (
    typeof search === 'string' &&
    COUNTS.every((key) => Number.isSafeInteger(value[key])) &&
    isTexts(solved) &&
    typeof accepted === 'object' &&
    accepted !== null &&
    (best === null || isProgram(best))
  )
}

function isProgram(value: unknown): value is ReportedProgram {
  if (typeof value !== 'object' || value === null) return false
  const { source, operator, ...counts } = value as Fields
  const isCount = (key: string) => Number.isSafeInteger(counts[key])
  return (
    typeof source === 'string' &&
    typeof operator === 'string' &&
    ['error', 'right', 'demos', 'statements'].every(isCount)
  )
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isCounts(value: unknown): value is { readonly right: number; readonly total: number } {
  const { right, total } = (value ?? {}) as Fields
  return Number.isSafeInteger(right) && Number.isSafeInteger(total)
}
