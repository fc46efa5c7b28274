// docs/batts.md: its example of a differ is read, it lists the base differs, all kinds of mutations and the keys of a record.

import { expect, test } from 'vitest'
import { cardPrograms } from '../../src/batts/card.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { T_SOLVERS } from '../generators/t-solvers.ts'
import { blocksOf, linkedPages, readPage } from './examples.ts'

const page = readPage('batts.md')
const tSolvers = readPrograms(T_SOLVERS, 't.py').programs

test('the differ can be added to a batt', () => {
  const { programs, diagnostics } = readPrograms(blocksOf(page, 'python')[0]!, 'differs.py')
  expect(diagnostics).toEqual([])
  const [solver] = readPrograms('def solve_a(I):\n    return I\n', 'a.py').programs
  expect(cardPrograms([solver!], { differs: programs }).differs.at(-1)).toBe('rows')
})

test('the base differs are listed', () => {
  const listed = Array.from(page.matchAll(/^\| `((?:colors|dots)_\w+)` \|/gm), ([, name]) => name!)
  expect(listed).toEqual(cardPrograms(tSolvers).differs)
})

test('the kinds of mutations that occur are listed, and a record has the keys of the example', () => {
  const [flags] = readPrograms('def solve_flags(I):\n    return objects(I, T, F, T)\n', 't.py', {
    dialect: 't',
  }).programs
  const solvers = [...tSolvers, flags!]
  const mutations = Array.from(
    { length: 30 },
    (_, seed) => cardPrograms(solvers, { seed, mutate: 0.5 }).mutations,
  ).flat()
  const example = JSON.parse(blocksOf(page, 'json')[0]!) as { mutations: object[] }
  expect(Object.keys(mutations[0]!)).toEqual(Object.keys(example.mutations[0]!))
  const kinds = new Set(mutations.map(({ kind }) => kind))
  for (const kind of kinds) expect(page).toContain(`\`${kind}\``)
  expect(kinds.size).toBe(11)
})

test('the links lead to pages', () => {
  for (const target of linkedPages(page)) expect(readPage(target)).toMatch(/^(?:<!--|#)/)
})
