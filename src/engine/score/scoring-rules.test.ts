// The three scoring rules on cases where they differ.

import { expect, test } from 'vitest'
import { scoreByRules } from './scoring-rules.ts'

test('the rules weigh outputs, fractions of tasks and complete tasks', () => {
  const rules = scoreByRules([[true], [true, false, false, false], [false]])!
  expect(rules.outputs).toEqual({ points: 2, total: 6, share: 2 / 6 })
  expect(rules.tasks).toEqual({ points: 1.25, total: 3, share: 1.25 / 3 })
  expect(rules.complete).toEqual({ points: 1, total: 3, share: 1 / 3 })
})

test('a task without test outputs does not count', () => {
  expect(scoreByRules([[], [true, true]])).toEqual({
    outputs: { points: 2, total: 2, share: 1 },
    tasks: { points: 1, total: 1, share: 1 },
    complete: { points: 1, total: 1, share: 1 },
  })
  expect(scoreByRules([[], []])).toBeUndefined()
  expect(scoreByRules([])).toBeUndefined()
})
