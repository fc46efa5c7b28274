// Hostile program texts: each is answered with a program or a diagnostic that has a place, soon, and nothing is run.

import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatDiagnostic } from '../../src/language/diagnostics.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import type { Operand, Program } from '../../src/language/program.ts'
import { readPrograms } from '../../src/language/read-python.ts'
import { SEED } from '../generators/seed.ts'
import { type HostileText, MALICIOUS_TEXTS, damageTexts } from './damage.ts'

const MAX_MS = 10_000

function checkAnswer({ content }: HostileText): void {
  const started = performance.now()
  const { programs, diagnostics } = readPrograms(content, 'hostile.py')
  const took = performance.now() - started
  expect(programs.length + diagnostics.length).toBeGreaterThan(0)
  expect(diagnostics.length).toBeLessThanOrEqual(101)
  for (const diagnostic of diagnostics) {
    expect(diagnostic.line).toBeGreaterThan(0)
    expect(diagnostic.column).toBeGreaterThan(0)
    expect(diagnostic.message).not.toBe('')
    expect(diagnostic.caret).toBeLessThanOrEqual(diagnostic.excerpt.length)
    const shown = formatDiagnostic(diagnostic)
    expect(shown.length).toBeLessThan(1000)
    // oxlint-disable-next-line no-control-regex -- that there is none is what is tested
    expect(shown).not.toMatch(/[\0-\x09\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/)
  }
  for (const program of programs) checkProgram(program)
  expect(existsSync('hacked')).toBe(false)
  expect(took).toBeLessThan(MAX_MS)
}

/** A program names nothing but primitives, constants, inputs and its own earlier statements. */
function checkProgram({ statements, outputs, result }: Program): void {
  const isKnown = (operand: Operand, before: number) =>
    operand.kind === 'statement'
      ? operand.index < before
      : operand.kind !== 'primitive' || primitiveNamed(operand.name) !== undefined
  const known = statements.every(({ callee, args }, k) => [callee, ...args].every((operand) => isKnown(operand, k)))
  expect(known).toBe(true)
  const ends = [...outputs.map(({ value }) => value), ...(result === undefined ? [] : [result])]
  expect(ends.every((operand) => isKnown(operand, statements.length))).toBe(true)
}

test.each(MALICIOUS_TEXTS.map((text) => [text.title, text] as const))('%s', (_, text) => {
  checkAnswer(text)
})

test.each([...damageTexts(300, SEED)].map((text) => [text.title, text] as const))('damaged %s', (_, text) => {
  checkAnswer(text)
})

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
