// The table of combinators against the constants of closures, the registry, and the limits of its users.

import { expect, test } from 'vitest'
import { primitives } from '../primitives/registry.generated.ts'
import * as closures from './closures.ts'
import { combinatorNamed, combinatorOf, combinatorTable } from './combinator-table.ts'

test('every combinator has the number of its constant, and no two have the same', () => {
  const constants = closures as unknown as Record<string, unknown>
  expect(combinatorTable.map(({ name, maker }) => [name, maker])).toEqual(
    combinatorTable.map(({ name }) => [name, constants[name.toUpperCase()]]),
  )
  expect(new Set(combinatorTable.map(({ maker }) => maker)).size).toBe(combinatorTable.length)
})

test('every combinator of the language is in the table, and only the safe function besides', () => {
  const names = primitives.filter(({ sort }) => sort === 'combinator').map(({ name }) => name)
  expect(combinatorTable.map(({ name }) => name).sort()).toEqual([...names, 'safe'].sort())
})

test('combinators are found by number and by name', () => {
  for (const combinator of combinatorTable) {
    expect(combinatorOf(combinator.maker)).toBe(combinator)
    expect(combinatorNamed(combinator.name)).toBe(combinator)
  }
  expect([combinatorOf(0), combinatorOf(99), combinatorNamed('size')]).toEqual([undefined, undefined, undefined])
})

test('a stage uses the saved result only after the one stage that saves it', () => {
  for (const combinator of combinatorTable) {
    if (combinator.form !== 'stages') continue
    const saving = combinator.stages.flatMap(({ isSaved }, k) => (isSaved === true ? [k] : []))
    const using = combinator.stages.flatMap(({ operands }, k) => (operands.includes('saved') ? [k] : []))
    expect(saving.length).toBe(using.length > 0 ? 1 : 0)
    for (const k of using) expect(k).toBeGreaterThan(saving[0]!)
  }
})

// Two leaves one, three leaves two, every other number leaves three.
test.each([0, 1, 2, 3, 4, 7])('bindings of a function of %i arguments', (arity) => {
  let expected = arity
  for (let bindings = 0; bindings < 10; bindings++) {
    expect(closures.arityAfterBinding(arity, bindings)).toBe(expected)
    expected = expected === 2 ? 1 : expected === 3 ? 2 : 3
  }
})
