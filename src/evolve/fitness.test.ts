// Fitness and selection: the cases of each part, lexicase, archives, survivors and migration.

import { describe, expect, test } from 'vitest'
import { Random } from '../data/random.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { NoveltyArchive } from './archive.ts'
import { type Individual, Lexicase, casesOf, compareIndividuals, totalError } from './fitness.ts'
import { chooseSurvivors, keepShortest, migrate } from './population.ts'

/** An individual with these errors, as many statements as said, and its errors as outputs unless told. */
function individual(errors: number[], size = 1, behaviour = `${errors.join()}/${size}`, outputs = errors): Individual {
  const lines = Array.from({ length: size }, (_, k) => `    x${k + 1} = rot90(${k === 0 ? 'I' : `x${k}`})\n`)
  const [program] = readPrograms(`def solve(I):\n${lines.join('')}    return x${size}\n`, 'x.py').programs
  const judgement = { errors: Int32Array.from(errors), outputs: Int32Array.from(outputs), behaviour }
  return { program: program!, judgement, operator: 'fresh' }
}

test('every part gives its cases', () => {
  const pool = [individual([0, 300], 2), { ...individual([5, 300], 1), measures: Int32Array.of(4, 1) }]
  const casesWith = (...parts: Parameters<typeof casesOf>[1][number][]) =>
    casesOf(pool, parts).map((cases) => [...cases])
  expect(casesWith('samples')).toEqual([
    [0, 1],
    [1, 1],
  ])
  expect(casesWith('cells')).toEqual([
    [0, 300],
    [5, 300],
  ])
  expect(casesWith('differs')).toEqual([[], [4, 1]])
  expect(casesWith('parsimony')).toEqual([[2], [1]])
  // The second demo has one output for both.
  expect(casesWith('novelty')).toEqual([[3], [3]])
  expect(casesWith('samples', 'parsimony')).toEqual([
    [0, 1, 2],
    [1, 1, 1],
  ])
})

test('an output that few programs have is novel', () => {
  const pool = [individual([9], 1, 'a', [1]), individual([9], 1, 'b', [1]), individual([9], 1, 'c', [2])]
  expect(casesOf(pool, ['novelty']).map(([crowd]) => crowd)).toEqual([2, 2, 1])
})

test('lexicase selects specialists of single demos and nobody who is worse on all', () => {
  const pool = [
    individual([0, 900]),
    individual([900, 0]),
    individual([500, 500]),
    individual([950, 950]),
    individual([960, 960]),
  ]
  const lexicase = new Lexicase(pool, ['samples'])
  const random = new Random(1)
  const counts = [0, 0, 0, 0, 0]
  for (let k = 0; k < 200; k++) counts[lexicase.select([0, 1, 2, 3, 4], random)]!++
  expect(counts.slice(2)).toEqual([0, 0, 0])
  expect(Math.min(counts[0]!, counts[1]!)).toBeGreaterThan(60)
  expect(lexicase.select([2, 3], random)).toBeGreaterThanOrEqual(2)
})

test('a case tolerates what is within the median deviation of the best', () => {
  const pool = [10, 12, 14, 16, 18].map((error) => individual([error]))
  const lexicase = new Lexicase(pool, ['cells'])
  const chosen = new Set(Array.from({ length: 100 }, (_, k) => lexicase.select([0, 1, 2, 3, 4], new Random(k))))
  expect([...chosen].sort()).toEqual([0, 1])
})

test('the best has the smallest total error, and of equal ones the fewest statements', () => {
  const pool = [individual([3, 0], 1), individual([1, 1], 3), individual([2, 0], 2)]
  expect(pool.map(totalError)).toEqual([3, 2, 2])
  expect(pool.toSorted(compareIndividuals)).toEqual([pool[2], pool[1], pool[0]])
})

describe('populations', () => {
  test('programs that behave alike are one, the first of the shortest', () => {
    const pool = [
      individual([1], 3, 'same'),
      individual([1], 2, 'same'),
      { ...individual([1], 2, 'same'), operator: 'card' as const },
      individual([2], 1),
    ]
    expect(keepShortest(pool)).toEqual([pool[1], pool[3]])
  })

  test('survivors are as many as wanted, with the best among them, in the order of their errors', () => {
    const pool = Array.from({ length: 30 }, (_, k) => individual([(k * 7) % 30, (k * 11) % 30]))
    const survivors = chooseSurvivors(pool, 8, { fitness: ['samples', 'cells', 'novelty', 'parsimony'] }, new Random(3))
    expect(survivors.length).toBe(8)
    expect(new Set(survivors).size).toBe(8)
    const sorted = pool.toSorted(compareIndividuals)
    expect(survivors.slice(0, 2)).toEqual(sorted.slice(0, 2))
    expect(survivors).toEqual(survivors.toSorted(compareIndividuals))
  })

  test('the best of each island move to the next one, in a ring', () => {
    const islands = [[individual([1]), individual([9])], [individual([2])], [individual([3])]]
    const errors = migrate(islands, 1).map((island) => island.map(totalError))
    expect(errors).toEqual([
      [1, 9, 3],
      [2, 1],
      [3, 2],
    ])
    expect(migrate([islands[0]!], 1)).toEqual([islands[0]])
  })
})

test('an archive knows the last behaviours, up to its bound', () => {
  const archive = new NoveltyArchive(2, ['a'])
  expect([archive.add('a'), archive.add('b'), archive.add('b')]).toEqual([false, true, false])
  expect(archive.add('c')).toBe(true)
  expect([archive.list(), archive.size, archive.add('a')]).toEqual([['b', 'c'], 2, true])
})
