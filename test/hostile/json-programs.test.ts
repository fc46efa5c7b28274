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
import { SOUND_TEXTS } from './program-texts.ts'

const MAX_MS = 2000

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

const solver = (result: string) => `{"name": "solve_a", "result": ${result}}`
const many = (count: number, make: (k: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, k) => make(k)).join(separator)

const MALICIOUS: readonly [string, string | Uint8Array][] = Object.entries({
  'a million brackets': '['.repeat(1_000_000),
  'a million braces': '{"a":'.repeat(1_000_000),
  'a million closed brackets': `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`,
  'a deep result': solver(`${'{"t":['.repeat(100_000)}${']}'.repeat(100_000)}`),
  'brackets behind a comment that hides a quote': `{"programs": [{"name": /* " */ ${'['.repeat(100_000)}`,
  'brackets in a string that ends with its line': `{"name": "${'['.repeat(100_000)}\n${'['.repeat(100_000)}`,
  'closing brackets of the wrong sort': '[},'.repeat(100_000),
  'a million closing brackets': ']'.repeat(1_000_000),
  'a million quotes': '"'.repeat(1_000_000),
  'a million backslashes': `["${'\\'.repeat(1_000_000)}`,
  'a million commas': ','.repeat(1_000_000),
  'a million numbers': `[${many(1_000_000, () => '1')}]`,
  'a million keys': `{${many(1_000_000, (k) => `"k${k}": 1`)}}`,
  'many keys of a statement': `{"name": "solve_a", "statements": [{${many(300_000, (k) => `"k${k}": 1`)}}], "result": "I"}`,
  'many equal keys': `{"name": "solve_a", "statements": [], ${many(50, () => '"statements": []')}, "result": "I"}`,
  'many unknown names': `{"name": "solve_a", "statements": [${many(20_000, (k) => `{"name": "x${k}", "call": "objets", "args": ["objets"]}`)}], "result": "I"}`,
  'many programs of one name': `[${many(20_000, () => solver('"I"'))}]`,
  'a long literal': solver(`{"t": [${many(500_000, () => '7')}]}`),
  'a long literal with a mistake': solver(`{"t": [${many(500_000, () => '7')}, null]}`),
  'a long row': solver(`{"g": ["${'7'.repeat(1_000_000)}"]}`),
  'a long name': `{"name": "solve_${'a'.repeat(1_000_000)}", "result": "I"}`,
  'a long unknown name': solver(`"${'a'.repeat(1_000_000)}"`),
  'a long key': `{"name": "solve_a", "${'a'.repeat(1_000_000)}": 1, "result": "I"}`,
  'a name that is Python': '{"name": "a(I):\\n    import os\\n    os.system(1)\\ndef b", "result": "I"}',
  'statement names that are Python': `{"name": "solve_a", "statements": [{"name": "x = exec(1) #", "call": "rot90", "args": ["I"]}], "result": "I"}`,
  'names of JavaScript': solver('"constructor"'),
  'a prototype': '{"__proto__": {"name": "solve_a"}, "name": "solve_a", "result": "I"}',
  'a prototype as an operand': solver('{"__proto__": {"t": []}}'),
  'a huge exponent': solver('1e999999999'),
  'huge digits': solver('9'.repeat(100_000)),
  'a statement of itself': `{"name": "solve_a", "statements": [{"name": "x", "call": "x", "args": ["x"]}], "result": "x"}`,
  'terminal escapes': solver('"\\u001b[31m"'),
  'a reversed text': solver('"\u202E\u2066"'),
  'half of a surrogate pair': solver('"\\uD800"'),
  'a NUL': solver('"\0"'),
  'an escaped NUL': solver('"\\u0000"'),
  'blanks that are none of JSON': `\u00A0${solver('"I"')}`,
  'only blanks': ' '.repeat(1_000_000),
  'only lines': '\n'.repeat(1_000_000),
  'bytes that are no UTF-8': Uint8Array.of(0x7b, 0xc3, 0x28, 0x7d),
  UTF16: Uint8Array.from([...'{"name"'].flatMap((c) => [c.charCodeAt(0), 0])),
})

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

test.each(MALICIOUS)('%s', (_, content) => {
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
    expect(checkAnswer(MALICIOUS.find(([own]) => own === title)![1])).toEqual([])
  },
)
