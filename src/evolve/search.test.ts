// One search with an evaluator that judges programs as a test wants: best program, solutions, archive, migration, work.

import { expect, test } from 'vitest'
import { doubled, flipped, taskOf } from '../../test/evolve/small-tasks.ts'
import type { Program } from '../language/program.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { NoveltyArchive } from './archive.ts'
import { demosOf } from './engine-evaluator.ts'
import type { Judgement, ProgramEvaluator } from './evaluate.ts'
import type { Individual } from './fitness.ts'
import { normalizeProgram, sizeOf, spellProgram } from './program-parts.ts'
import { Search, type SearchRequest, type SearchState } from './search.ts'
import { type EvolveSettings, settleEvolution } from './settings.ts'

const FLIP = demosOf(taskOf('flip', flipped))
const DOUBLE = demosOf(taskOf('double', doubled))
const WRONG = [7, 7, 7]
const RIGHT = [0, 0, 0]

/** A program of one call for each name. */
function chain(...names: string[]): Program {
  const lines = names.map((name, k) => `    x${k + 1} = ${name}(${k === 0 ? 'I' : `x${k}`})\n`)
  const text = `def solve(I):\n${lines.join('')}    return x${names.length}\n`
  return normalizeProgram(readPrograms(text, 'x.py').programs[0]!, 'a')
}

function judgementOf(errors: readonly number[], behaviour: string): Judgement {
  return { errors: Int32Array.from(errors), outputs: Int32Array.from(errors), behaviour }
}

/** Judges each program by a function, by default its spelling as behaviour; a request costs one call. */
function evaluatorOf(judge: (program: Program, request: number) => { errors: readonly number[]; behaviour?: string }) {
  const requests: (readonly Program[])[] = []
  const evaluate: ProgramEvaluator['evaluate'] = async ({ programs }) => {
    const request = requests.push(programs) - 1
    const judgements = programs.map((program) => {
      const { errors, behaviour = spellProgram(program) } = judge(program, request)
      return judgementOf(errors, behaviour)
    })
    return { judgements, work: { evaluations: 1, calls: 1 } }
  }
  return { requests, evaluate, measure: () => Promise.reject(new Error('not asked for')) }
}

function requestOf(settings: Partial<EvolveSettings>, others: Partial<SearchRequest> = {}): SearchRequest {
  const settled = settleEvolution({ enumerate: 0, islands: 1, population: 4, ...settings })
  return { id: 'test', tasks: [FLIP], programs: [], dialect: 'a', differs: [], settings: settled, ...others }
}

/** A state with these programs, whose behaviours are known. */
function stateOf(islands: readonly (readonly Individual[])[], known: readonly string[] = []): SearchState {
  const behaviours = islands.flat().map(({ judgement }) => judgement.behaviour)
  return {
    generation: 0,
    work: { evaluations: 0, calls: 0 },
    islands,
    archive: new NoveltyArchive(4096, [...behaviours, ...known]),
    parts: [],
    solutions: new Map(),
    best: undefined,
    isDone: false,
  }
}

const individual = (program: Program, errors = WRONG): Individual => ({
  program,
  judgement: judgementOf(errors, spellProgram(program)),
  operator: 'given',
})
const PARENTS = [chain('rot90', 'vmirror'), chain('rot180', 'hmirror'), chain('rot270', 'trim')].map((program) =>
  individual(program),
)

test('the solution is the shortest, the best program the first of equal ones, and all work is counted', async () => {
  const programs = [chain('rot90', 'rot90'), chain('rot180'), chain('rot270')]
  const search = new Search(requestOf({}, { programs }))
  const evaluator = evaluatorOf(() => ({ errors: RIGHT }))
  await search.advance(evaluator)
  expect(search.state!.best!.program).toBe(programs[1])
  expect(search.state!.solutions).toEqual(new Map([['flip', programs[1]]]))
  expect(search.state).toMatchObject({ isDone: true, work: { calls: 2, evaluations: 2 } })
  expect(evaluator.requests.length).toBe(2)
})

test('a solution stays, and the limits of a search across tasks are those of all tasks', async () => {
  const programs = [chain('rot180')]
  const search = new Search(requestOf({ across: true, calls: 2 }, { programs, tasks: [FLIP, DOUBLE] }))
  const evaluator = evaluatorOf(() => ({ errors: [...RIGHT, ...WRONG] }))
  await search.advance(evaluator)
  expect(search.state).toMatchObject({ isDone: false, work: { calls: 2 } })
  await search.advance(evaluator)
  expect(search.state).toMatchObject({ isDone: false, work: { calls: 3 } })
  await search.advance(evaluator)
  expect(search.state).toMatchObject({ isDone: true, work: { calls: 4 } })
  expect(search.state!.solutions).toEqual(new Map([['flip', programs[0]]]))
})

test('offspring enter with a behaviour that was never seen', async () => {
  const search = new Search(requestOf({}), stateOf([PARENTS], ['seen before']))
  await search.advance(evaluatorOf(() => ({ errors: RIGHT.map(() => 1), behaviour: 'seen before' })))
  expect(new Set(search.state!.islands[0])).toEqual(new Set(PARENTS))
  await search.advance(evaluatorOf(() => ({ errors: RIGHT.map(() => 1), behaviour: 'new' })))
  const [island] = search.state!.islands
  expect(island!.filter(({ judgement }) => judgement.behaviour === 'new').length).toBe(1)
  expect(search.state!.archive.list().slice(-2)).toEqual(['seen before', 'new'])
})

test('offspring that behave like a program of the population enter with fewer calls', async () => {
  const long = individual(chain('rot90', 'vmirror', 'rot90', 'vmirror', 'rot90', 'vmirror'))
  const search = new Search(requestOf({}), stateOf([[long]]))
  await search.advance(evaluatorOf(() => ({ errors: WRONG, behaviour: long.judgement.behaviour })))
  const [island] = search.state!.islands
  expect(island!.length).toBe(1)
  expect(sizeOf(island![0]!.program)).toBeLessThan(sizeOf(long.program))
})

test('every generation has offspring of its own, none of them twice, too long or equal to a parent', async () => {
  const search = new Search(requestOf({ population: 40, maxStatements: 3 }), stateOf([PARENTS], ['seen before']))
  const evaluator = evaluatorOf(() => ({ errors: WRONG, behaviour: 'seen before' }))
  await search.advance(evaluator)
  await search.advance(evaluator)
  const spellings = evaluator.requests.map((programs) => programs.map(spellProgram))
  for (const [k, own] of spellings.entries()) {
    expect(own.length).toBe(40)
    expect(new Set([...own, ...PARENTS.map(({ program }) => spellProgram(program))]).size).toBe(43)
    expect(Math.max(...evaluator.requests[k]!.map(sizeOf))).toBe(3)
  }
  expect(spellings[0]).not.toEqual(spellings[1])
})

test('the best programs move to the next island after the generations that the settings say', async () => {
  const islands = PARENTS.map((parent) => [parent])
  const search = new Search(requestOf({ islands: 3, migrate: 2 }), stateOf(islands, ['seen before']))
  const evaluator = evaluatorOf(() => ({ errors: WRONG, behaviour: 'seen before' }))
  await search.advance(evaluator)
  expect(search.state!.islands).toEqual(islands)
  await search.advance(evaluator)
  const [first, second, third] = PARENTS
  expect(search.state!.islands).toEqual([
    [first, third],
    [second, first],
    [third, second],
  ])
})

test('one in four of the first programs is chosen by chance', async () => {
  const names = ['rot90', 'rot180', 'rot270', 'hmirror', 'vmirror', 'trim']
  const programs = names.flatMap((first) => names.map((second) => chain(first, second)))
  const search = new Search(requestOf({ population: 8 }, { programs }))
  await search.advance(evaluatorOf((program) => ({ errors: [programs.indexOf(program), 1, 1] })))
  const places = search.state!.islands[0]!.map(({ program }) => programs.indexOf(program))
  expect(places.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5])
  expect(places.length).toBe(8)
  expect(places.slice(6)).not.toEqual([6, 7])
})

test('a generation that fails leaves the state as it was', async () => {
  const before = stateOf([PARENTS])
  const search = new Search(requestOf({ across: true }, { tasks: [FLIP, DOUBLE] }), before)
  // The offspring are judged, the solution of the first task is simplified, and that of the second is not.
  const judge = (_: Program, request: number) => {
    if (request === 2) throw new Error('stopped')
    return { errors: [...RIGHT, ...RIGHT] }
  }
  await expect(search.advance(evaluatorOf(judge))).rejects.toThrow('stopped')
  expect(search.state).toBe(before)
  expect(before).toEqual(stateOf([PARENTS]))
  expect(before.archive.size).toBe(3)
})
