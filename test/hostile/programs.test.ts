// Hostile program texts: each is answered with a program or a diagnostic that has a place, soon, and nothing is run.

import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { amount } from '../amount.ts'
import { SEED } from '../generators/seed.ts'
import { checkAnswer } from './check-answer.ts'
import { type HostileText, MALICIOUS_TEXTS, damageTexts } from './damage.ts'

function checkText({ content }: HostileText): void {
  checkAnswer(() => readPrograms(content, 'hostile.py'))
  expect(existsSync('hacked')).toBe(false)
}

test.each(MALICIOUS_TEXTS.map((text) => [text.title, text] as const))('%s', (_, text) => {
  checkText(text)
})

test.each([...damageTexts(amount(60, 300), SEED)].map((text) => [text.title, text] as const))(
  'damaged %s',
  (_, text) => {
    checkText(text)
  },
)

test.each([
  'import and call',
  'call while importing',
  'dunder walk',
  'default that runs',
  'decorator',
  'class body',
  'recursion',
])('no program comes of: %s', (title) => {
  const { content } = MALICIOUS_TEXTS.find((text) => text.title === title)!
  expect(readPrograms(content, 'hostile.py').programs).toEqual([])
})
