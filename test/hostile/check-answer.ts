// What holds of every answer to a hostile file, whatever is in it.

import { expect } from 'vitest'
import { formatDiagnostic } from '../../src/language/diagnostics.ts'
import { primitiveOfKey } from '../../src/language/names.ts'
import type { Operand, Program } from '../../src/language/program.ts'
import type { ReadResult } from '../../src/language/python/read-python.ts'

/** Reads programs and checks the answer: programs that are sound, diagnostics with places. Gives the programs. */
export function checkAnswer(read: () => ReadResult): Program[] {
  const { programs, diagnostics } = read()
  expect(programs.length + diagnostics.length).toBeGreaterThan(0)
  expect(diagnostics.length).toBeLessThanOrEqual(101)
  for (const diagnostic of diagnostics) {
    expect(diagnostic.line).toBeGreaterThan(0)
    expect(diagnostic.column).toBeGreaterThan(0)
    expect(diagnostic.message).not.toBe('')
    expect(diagnostic.caret).toBeLessThanOrEqual(diagnostic.excerpt.length)
    const shown = formatDiagnostic(diagnostic)
    expect(shown.length).toBeLessThan(1000)
    expectPrintable(shown)
  }
  for (const program of programs) checkProgram(program)
  return programs
}

/** A text has line ends, but nothing else that moves a cursor or turns the order of characters. */
export function expectPrintable(text: string): void {
  // oxlint-disable-next-line no-control-regex -- that there is none is what is tested
  expect(text).not.toMatch(/[\0-\x09\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/)
}

/** A program names nothing but primitives, constants, inputs and its own earlier statements. */
function checkProgram({ statements, outputs, result }: Program): void {
  const isKnown = (operand: Operand, before: number) =>
    operand.kind === 'statement'
      ? operand.index < before
      : operand.kind !== 'primitive' || primitiveOfKey(operand.key) !== undefined
  const known = statements.every(({ callee, args }, k) => [callee, ...args].every((operand) => isKnown(operand, k)))
  expect(known).toBe(true)
  const ends = [...outputs.map(({ value }) => value), ...(result === undefined ? [] : [result])]
  expect(ends.every((operand) => isKnown(operand, statements.length))).toBe(true)
}
