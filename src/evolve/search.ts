// The search for programs of one task, or of all tasks at once: enumeration first, then generations on islands.

import { Random, mixSeed } from '../data/random.ts'
import type { Task } from '../data/task.ts'
import { dialectOf } from '../language/dialects.ts'
import type { Program } from '../language/program.ts'
import { NoveltyArchive } from './archive.ts'
import type { DrawSource } from './draw.ts'
import { enumerateValues, isDefined } from './enumerate.ts'
import { type CountedWork, type Judgement, NO_GRID_ERROR, type ProgramEvaluator, addCounts } from './evaluate.ts'
import { type Individual, compareIndividuals } from './fitness.ts'
import { Library, type Part, partsOf } from './library.ts'
import { drawProgram } from './operators.ts'
import { chooseSurvivors, keepShortest, makeOffspring, migrate } from './population.ts'
import { sizeOf, spellProgram } from './program-parts.ts'
import type { EvolveSettings } from './settings.ts'
import { simplifyProgram } from './simplify.ts'
import { TaskConstants } from './task-constants.ts'
import { WordWheel } from './word-wheel.ts'

/** What a search is for, and what it begins with. */
export interface SearchRequest {
  /** The task, or `all`. */
  readonly id: string
  /** Tasks without their tests. */
  readonly tasks: readonly Task[]
  /** Programs to begin with, in the dialect of the search. */
  readonly programs: readonly Program[]
  readonly dialect: Program['dialect']
  readonly differs: readonly Program[]
  readonly settings: EvolveSettings
}

/** The state of a search after a generation: everything that the next one depends on. */
export interface SearchState {
  /** Generations that are complete; 0 after the enumeration. */
  generation: number
  work: CountedWork
  islands: readonly (readonly Individual[])[]
  archive: NoveltyArchive
  parts: readonly Part[]
  /** By task, a simplified program that is right on all demos. */
  solutions: Map<string, Program>
  /** The program with the smallest total error; of equal ones the shortest. */
  best: Individual | undefined
  isDone: boolean
}

/** The most parts of a library, and values of an enumeration. */
const MAX_PARTS = 2000
const MAX_VALUES = 40_000
/** One of this number of the first programs is chosen at random. */
const CHANCE_SHARE = 4
const MIGRANTS = 4

/** One search; `advance` makes one generation. */
export class Search {
  readonly request: SearchRequest
  state: SearchState | undefined
  #source: DrawSource | undefined
  /** By operator, the offspring of the last generation that entered the population. */
  accepted: Readonly<Record<string, number>> = {}

  constructor(request: SearchRequest, state?: SearchState) {
    this.request = request
    this.state = state
  }

  /** Makes one generation; the first one enumerates. The state changes only at the end. */
  async advance(evaluator: ProgramEvaluator): Promise<void> {
    this.state = this.state === undefined ? await this.#begin(evaluator) : await this.#continue(this.state, evaluator)
  }

  /** Frees the memory of a search that is done, except for its results. */
  release(): void {
    if (this.state?.isDone !== true) return
    this.state = { ...this.state, islands: [], parts: [], archive: new NoveltyArchive(this.request.settings.archive) }
    this.#source = undefined
    this.#made = undefined
  }

  async #begin(evaluator: ProgramEvaluator): Promise<SearchState> {
    const { tasks, programs, settings, dialect } = this.request
    const state: SearchState = {
      generation: 0,
      work: { evaluations: 0, calls: 0 },
      islands: [],
      archive: new NoveltyArchive(settings.archive),
      parts: [],
      solutions: new Map(),
      best: undefined,
      isDone: false,
    }
    const pool: Individual[] = []
    const parts: Part[] = []
    if (programs.length > 0) {
      const { judgements, work } = await evaluator.evaluate({ tasks, programs })
      addCounts(state.work, work)
      for (const [k, judgement] of judgements.entries())
        pool.push({ program: programs[k]!, judgement, operator: 'given' })
      parts.push(...programs.flatMap(partsOf).slice(0, MAX_PARTS / 2))
    }
    if (settings.enumerate > 0 && !this.#isSolvedBy(pool)) {
      const { values, work } = await enumerateValues(
        {
          tasks,
          dialect,
          constants: this.#constants,
          random: this.#random('enumerate', 0),
          isEnough: (done, values) => done.calls >= settings.enumerate * this.#limits.calls || this.#isSolvedBy(values),
          maxValues: MAX_VALUES,
        },
        evaluator,
      )
      addCounts(state.work, work)
      for (const { program, judgement } of values) pool.push({ program, judgement, operator: 'enumerated' })
      parts.push(...values.slice(0, MAX_PARTS - parts.length))
    }
    state.parts = parts
    if (pool.length === 0) {
      const drawn = this.#drawFirst(parts)
      const { judgements, work } = await evaluator.evaluate({ tasks, programs: drawn })
      addCounts(state.work, work)
      for (const [k, judgement] of judgements.entries()) pool.push({ program: drawn[k]!, judgement, operator: 'fresh' })
    }
    const first = this.#chooseFirst(pool)
    for (const { judgement } of first) state.archive.add(judgement.behaviour)
    const measured = await this.#measure(first, state, evaluator)
    state.islands = Array.from({ length: settings.islands }, (_, i) =>
      measured.filter((__, k) => k % settings.islands === i),
    )
    await this.#note(pool, state, evaluator)
    return state
  }

  async #continue(before: SearchState, evaluator: ProgramEvaluator): Promise<SearchState> {
    const { tasks, settings, dialect } = this.request
    const generation = before.generation + 1
    const state: SearchState = {
      ...before,
      generation,
      work: { ...before.work },
      archive: new NoveltyArchive(settings.archive, before.archive.list()),
      solutions: new Map(before.solutions),
    }
    const source = this.#sourceOf(state.parts)
    const randoms = state.islands.map((_, i) => this.#random(`island ${i}`, generation))
    const offspring = state.islands.map((island, i) => makeOffspring(island, source, settings, dialect, randoms[i]!))
    const all = offspring.flat()
    const { judgements, work } = await evaluator.evaluate({ tasks, programs: all.map(({ program }) => program) })
    addCounts(state.work, work)
    const judged = all.map((one, k): Individual => ({ ...one, judgement: judgements[k]! }))
    let from = 0
    const islands: Individual[][] = []
    const accepted: Record<string, number> = {}
    for (const [i, island] of state.islands.entries()) {
      const own = judged.slice(from, (from += offspring[i]!.length))
      const entrants = await this.#measure(this.#admit(own, island, state.archive), state, evaluator)
      const survivors = chooseSurvivors([...island, ...entrants], settings.population, settings, randoms[i]!)
      for (const one of entrants)
        if (survivors.includes(one)) accepted[one.operator] = (accepted[one.operator] ?? 0) + 1
      islands.push(survivors)
    }
    this.accepted = accepted
    state.islands = generation % settings.migrate === 0 ? migrate(islands, MIGRANTS) : islands
    await this.#note(judged, state, evaluator)
    return state
  }

  /** The offspring that may survive: with a grid on all demos of a task, and a new behaviour or a known one in fewer calls. */
  #admit(offspring: readonly Individual[], island: readonly Individual[], archive: NoveltyArchive): Individual[] {
    const sizes = new Map(island.map(({ program, judgement }) => [judgement.behaviour, sizeOf(program)]))
    return offspring.filter(({ program, judgement }) => {
      if (!isCandidate(judgement, this.request.tasks)) return false
      const isNew = archive.add(judgement.behaviour)
      return isNew || sizeOf(program) < (sizes.get(judgement.behaviour) ?? 0)
    })
  }

  /** Notes the best program and solutions, which are simplified; ends the search where it has what it wants, or no work left. */
  async #note(judged: readonly Individual[], state: SearchState, evaluator: ProgramEvaluator): Promise<void> {
    const { tasks, settings } = this.request
    const candidates = judged.filter(({ judgement }) => isCandidate(judgement, tasks))
    for (const one of candidates)
      if (state.best === undefined || compareIndividuals(one, state.best) < 0) state.best = one
    for (const [t, task] of tasks.entries()) {
      if (state.solutions.has(task.id) || task.train.length === 0) continue
      const [solution] = candidates
        .filter(({ judgement }) => isRightOn(judgement, tasks, t))
        .sort((a, b) => sizeOf(a.program) - sizeOf(b.program))
      if (solution === undefined) continue
      const { program, work } = await simplifyProgram(solution.program, [task], evaluator)
      addCounts(state.work, work)
      state.solutions.set(task.id, program)
    }
    const { calls, evaluations } = this.#limits
    state.isDone =
      state.solutions.size === tasks.length ||
      state.work.calls >= calls ||
      state.work.evaluations >= evaluations ||
      state.generation >= settings.generations
  }

  #isSolvedBy(values: readonly { readonly judgement: Judgement }[]): boolean {
    const { tasks } = this.request
    return tasks.every((_, t) => values.some(({ judgement }) => isRightOn(judgement, tasks, t)))
  }

  async #measure(
    individuals: readonly Individual[],
    state: SearchState,
    evaluator: ProgramEvaluator,
  ): Promise<readonly Individual[]> {
    const { tasks, differs, settings } = this.request
    if (!settings.fitness.includes('differs') || individuals.length === 0) return individuals
    const { measures, work } = await evaluator.measure(
      { tasks, programs: individuals.map(({ program }) => program) },
      differs,
    )
    addCounts(state.work, work)
    return individuals.map((one, k) => ({ ...one, measures: measures[k]! }))
  }

  /** The first programs of all islands: most by their total error, some by chance. */
  #chooseFirst(pool: readonly Individual[]): Individual[] {
    const { settings, tasks } = this.request
    const count = settings.islands * settings.population
    const sorted = keepShortest(pool.filter(({ judgement }) => isCandidate(judgement, tasks))).sort(compareIndividuals)
    const bestCount = Math.ceil(count - count / CHANCE_SHARE)
    const rest = this.#random('first', 0).shuffle(sorted.slice(bestCount))
    return [...sorted.slice(0, bestCount), ...rest.slice(0, count - bestCount)]
  }

  #drawFirst(parts: readonly Part[]): Program[] {
    const { settings, dialect } = this.request
    const random = this.#random('draw', 0)
    const source = this.#sourceOf(parts)
    const drawn = new Map<string, Program>()
    for (let k = 0; k < settings.islands * settings.population; k++) {
      const program = drawProgram(dialect, random, source)
      if (sizeOf(program) <= settings.maxStatements) drawn.set(spellProgram(program), program)
    }
    return [...drawn.values()]
  }

  #sourceOf(parts: readonly Part[]): DrawSource {
    if (this.#source !== undefined) return this.#source
    const { dialect, settings } = this.request
    const constants = this.#constants
    const wheel = new WordWheel(dialect, constants.sizeChange, settings.typed)
    return (this.#source = { constants, library: new Library(parts), wheel })
  }

  get #constants(): TaskConstants {
    return (this.#made ??= new TaskConstants(this.request.tasks, dialectOf(this.request.dialect)))
  }

  #made: TaskConstants | undefined

  get #limits(): CountedWork {
    const { settings, tasks } = this.request
    return { calls: settings.calls * tasks.length, evaluations: settings.evaluations * tasks.length }
  }

  /** A stream of its own for each purpose and generation, so that a search can be resumed after any of them. */
  #random(purpose: string, generation: number): Random {
    return new Random(mixSeed(this.request.settings.seed, `${this.request.id} ${purpose}`, generation))
  }
}

/** Whether a program has grids as outputs on all demos of a task. */
function isCandidate(judgement: Judgement, tasks: readonly Task[]): boolean {
  return isDefined(judgement, tasks) && judgement.errors.some((error) => error < NO_GRID_ERROR)
}

/** Whether a program is right on all demos of task `t`. */
function isRightOn({ errors }: Judgement, tasks: readonly Task[], t: number): boolean {
  let from = 0
  for (let k = 0; k < t; k++) from += tasks[k]!.train.length
  const { length } = tasks[t]!.train
  return length > 0 && errors.subarray(from, from + length).every((error) => error === 0)
}
