// Error words: kind, rule and message of each.

import { expect, test } from 'vitest'
import * as errors from '../../kernel/errors.ts'
import { ERROR_BASE, isError } from '../../kernel/words.ts'
import { describeError, errorKind, errorRule } from './error-words.ts'

test.each([
  ['type', errors.TYPE_ERROR],
  ['arity', errors.ARITY_ERROR],
  ['index', errors.INDEX_ERROR],
  ['empty', errors.EMPTY_ERROR],
  ['value', errors.VALUE_ERROR],
  ['overflow', errors.OVERFLOW_ERROR],
  ['budget', errors.BUDGET_ERROR],
  ['not-callable', errors.NOT_CALLABLE_ERROR],
  ['bounds', errors.BOUNDS_ERROR],
  ['room', errors.ROOM_ERROR],
])('%s', (kind, word) => {
  expect(isError(word)).toBe(true)
  expect([errorKind(word), errorRule(word)]).toEqual([kind, 0])
  expect(describeError(word)).toMatch(new RegExp(`^${kind}: [a-zC].+[^.]$`))
})

test('every error of the kernel has a kind of its own', () => {
  const words = Object.entries(errors).flatMap(([name, value]) => (name.endsWith('_ERROR') ? [value as number] : []))
  expect(words.length).toBe(10)
  expect(new Set(words.map(errorKind)).size).toBe(words.length)
})

test('a deviation is a type error under its rule', () => {
  const rules = Object.entries(errors).flatMap(([name, value]) => (name.endsWith('_RULE') ? [value as number] : []))
  expect(rules.length).toBeGreaterThan(0)
  for (const rule of rules) {
    const word = errors.deviation(rule)
    expect([isError(word), errorKind(word), errorRule(word)]).toEqual([true, 'type', rule])
    expect(describeError(word)).toContain(`(deviation ${rule})`)
  }
})

test('an error word that nobody made is a bug of ours', () => {
  expect(describeError(ERROR_BASE)).toContain('a bug in Megabatt')
  expect(describeError(ERROR_BASE + 15)).toContain('a bug in Megabatt')
})
