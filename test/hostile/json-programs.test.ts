// Hostile program files in JSON: each is answered with a program or a diagnostic that has a place, soon.

import { expect, test } from 'vitest'
import { formatDiagnostic } from '../../src/language/diagnostics.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import { printJsonPrograms } from '../../src/language/print-json.ts'
import { printPrograms } from '../../src/language/print-python.ts'
import type { Operand, Program } from '../../src/language/program.ts'
import { readJsonPrograms } from '../../src/language/read-json.ts'
import { readPrograms } from '../../src/language/read-python.ts'
import { SEED, newRandom } from '../generators/seed.ts'
import { MALICIOUS_JSON_TEXTS } from './json-texts.ts'
import { SOUND_TEXTS } from './program-texts.ts'

const MAX_MS = 10_000

// One program a file, and all in one.
const SOUND = [...SOUND_TEXTS, SOUND_TEXTS.join('\n')].map((text) =>
  printJsonPrograms(readPrograms(text, 'a.py').programs),
)

const FRAGMENTS = [
  ...'{}[],:"\\/-.0\n\t\0',
  '{"',
  '":',
  '[[',
  ']]',
  '/*',
  '//',
  '*/',
  "'",
  'null',
  'NaN',
  'Infinity',
  '-',
  '1e999',
  '0x10',
  '01',
  '9'.repeat(400),
  '"__proto__": ',
  '"constructor"',
  '"statements": [',
  '"programs": [',
  '"name": "batt",',
  '"inner": true,',
  '{"t": [',
  '{"g": ["',
  '{"f": "',
  '"I"',
  '"x1"',
  '\uFEFF',
  '\u202E',
  '\uD800',
  '\\u0000',
  '\\uD800',
  'é',
]

/** Sound files with parts cut out, doubled, moved, replaced and cut off; always the same ones for one seed. */
function* damageFiles(count: number, seed: number): Generator<[string, string]> {
  const random = newRandom(seed)
  const below = (limit: number) => random() % Math.max(1, limit)
  for (let k = 0; k < count; k++) {
    let text = SOUND[k % SOUND.length]!
    const done: string[] = []
    for (let left = 1 + below(3); left > 0; left--) {
      const at = below(text.length)
      const to = Math.min(text.length, at + 1 + below(40))
      const fragment = FRAGMENTS[below(FRAGMENTS.length)]!
      const [name, next] = [
        ['insert', text.slice(0, at) + fragment + text.slice(at)],
        ['replace', text.slice(0, at) + fragment + text.slice(to)],
        ['remove', text.slice(0, at) + text.slice(to)],
        ['double', text.slice(0, to) + text.slice(at)],
        ['truncate', text.slice(0, at)],
        ['move', text.slice(0, at) + text.slice(to) + text.slice(at, to)],
      ][below(6)] as [string, string]
      text = next
      done.push(name)
    }
    yield [`${k}: ${done.join(', ')}`, text]
  }
}

function checkAnswer(content: string | Uint8Array): Program[] {
  const started = performance.now()
  const { programs, diagnostics } = readJsonPrograms(content, 'hostile.json')
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
  // What was loaded can be printed, and is then nothing but itself.
  const names = (typeof content === 'string' && content.length > 100_000 ? [] : programs).map(({ name }) => name)
  const printed = printPrograms(programs.slice(0, names.length))
  expect(readPrograms(printed, 'a.py').programs.map(({ name }) => name)).toEqual(names)
  expect(took).toBeLessThan(MAX_MS)
  return programs
}

/** A program names nothing but primitives, constants, inputs and its own earlier statements. */
function checkProgram({ statements, outputs, result }: Program): void {
  const isKnown = (operand: Operand, before: number) =>
    operand.kind === 'statement'
      ? operand.index < before
      : operand.kind !== 'primitive' || primitiveNamed(operand.name) !== undefined
  expect(statements.every(({ callee, args }, k) => [callee, ...args].every((o) => isKnown(o, k)))).toBe(true)
  const ends = [...outputs.map(({ value }) => value), ...(result === undefined ? [] : [result])]
  expect(ends.every((operand) => isKnown(operand, statements.length))).toBe(true)
}

test.each(MALICIOUS_JSON_TEXTS.map(({ title, content }) => [title, content] as const))('%s', (_, content) => {
  checkAnswer(content)
})

test('damaged files: each is answered, and what is sound beside the damage is loaded', () => {
  let [loaded, refused] = [0, 0]
  for (const [title, content] of damageFiles(400, SEED)) {
    const names = checkAnswer(content).map(({ name }) => name)
    expect([title, new Set(names).size]).toEqual([title, names.length])
    if (names.length > 0) loaded++
    else refused++
  }
  expect(loaded).toBeGreaterThan(80)
  expect(refused).toBeGreaterThan(80)
})

test.each(['a name that is Python', 'statement names that are Python', 'a prototype', 'a deep result'])(
  'no program comes of: %s',
  (title) => {
    expect(checkAnswer(MALICIOUS_JSON_TEXTS.find((text) => text.title === title)!.content)).toEqual([])
  },
)
