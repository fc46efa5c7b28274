// Hostile program files in JSON: each is answered with a program or a diagnostic that has a place, soon.

import { expect, test } from 'vitest'
import { printJsonPrograms } from '../../src/language/json/print-json.ts'
import { printPrograms } from '../../src/language/python/print-python.ts'
import type { Program } from '../../src/language/program.ts'
import { readJsonPrograms } from '../../src/language/json/read-json.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { SEED } from '../generators/seed.ts'
import { checkAnswer } from './check-answer.ts'
import { damage } from './damage.ts'
import { MALICIOUS_JSON_TEXTS } from './json-texts.ts'
import { SOUND_TEXTS } from './program-texts.ts'

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

function checkFile(content: string | Uint8Array): Program[] {
  const programs = checkAnswer(() => readJsonPrograms(content, 'hostile.json'))
  // What was loaded can be printed, and is then nothing but itself.
  const names = (typeof content === 'string' && content.length > 100_000 ? [] : programs).map(({ name }) => name)
  const printed = printPrograms(programs.slice(0, names.length))
  expect(readPrograms(printed, 'a.py').programs.map(({ name }) => name)).toEqual(names)
  return programs
}

test.each(MALICIOUS_JSON_TEXTS.map(({ title, content }) => [title, content] as const))('%s', (_, content) => {
  checkFile(content)
})

test('damaged files: each is answered, and what is sound beside the damage is loaded', () => {
  let [loaded, refused] = [0, 0]
  const settings = { sound: SOUND, fragments: FRAGMENTS, maxEdits: 3, maxLength: 40 }
  for (const { title, content } of damage(settings, 400, SEED)) {
    const names = checkFile(content).map(({ name }) => name)
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
    expect(checkFile(MALICIOUS_JSON_TEXTS.find((text) => text.title === title)!.content)).toEqual([])
  },
)
