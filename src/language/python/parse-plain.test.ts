// The parser of plain functions: the statements of the parser of Python, or none.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../test/generators/seed.ts'
import { galleryPrograms } from '../../data/gallery.ts'
import { parsePlain } from './parse-plain.ts'
import { parseAny } from './parse-python.ts'
import { printPrograms } from './print-python.ts'
import { splitSource } from './split-source.ts'

/** The functions and continued bodies of a text that were plain, and the number of all. */
function comparePieces(text: string): { plain: number; all: number } {
  let plain = 0
  let all = 0
  for (const { role, start, end, problem } of splitSource(text)) {
    if (problem !== undefined || role === 'statements') continue
    all++
    const statements = parsePlain(text, start, end, role === 'body')
    if (statements === undefined) continue
    plain++
    expect({ statements, errorCount: 0 }).toEqual(parseAny(text, start, end, role === 'body'))
  }
  return { plain, all }
}

const data = (file: string): string[] =>
  readFileSync(new URL(`../../../test/conformance/data/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(0, 40)
    .map((line) => JSON.parse(line).program)

const solvers = printPrograms(galleryPrograms().filter(({ mode }) => mode === 'strict'))
const batts = [...data('programs.jsonl'), ...data('programs-t.jsonl')]

test('batts and nearly all solvers are plain and have the same statements', () => {
  for (const text of batts) {
    const { plain, all } = comparePieces(text)
    expect(all).toBeGreaterThan(0)
    expect(plain).toBe(all)
  }
  const { plain, all } = comparePieces(solvers)
  expect(plain).toBeGreaterThan(0.98 * all)
})

describe('a body', () => {
  const inBody = (line: string): string => `def solve_a(I):\n    ${line}\n    return O\n`

  test.each([
    'x1 = f()',
    'x1 = f( a , b )',
    'x1=f(a,b)   # why',
    'x1 = f(g(h(a), T), True, False, None)',
    'x1 = f(a)(b)(c)',
    'x1 = f(a, key=b, other = g(c))',
    'x1 = f(1, -2, 0, 305)',
    "x1 = f((1, 2), (a,), (b), [], [a, b], [a, ], 'text', \"it's\")",
    'x1 = y',
    'a, b, c = f(S)',
    "o.append((1, True, 'solver', t5))",
    'return O, x1',
    '\n\n    # a comment\n  # another\n    x1 = f(a)',
    'try:\n        x = f(a)\n    except (TypeError, ValueError):\n        x = g(f)',
    'try:\n      x = f(a)\n    except TypeError:\n            x = g(f)\n    except:\n        x = h(f)',
  ])('%s', (line) => {
    expect(comparePieces(inBody(line))).toEqual({ plain: 1, all: 1 })
  })

  test.each([
    'x1 = f(a',
    'x1 = f(a))',
    'x1 == f(a)',
    'x1 = a == b',
    'x1 = f(a == b)',
    'x1 = f(a, (b = c))',
    'x1 = f(a.b)',
    'x1 = f(a)[0]',
    'x1 = f(a) + 1',
    'x1 = f(a,)',
    'x1 = f(*a)',
    'x1 = f(007)',
    'x1 = f(1.5)',
    'x1 = f(1x)',
    'x1 = f(- 1)',
    'x1 = f(())',
    'x1 = f(lambda a: b)',
    'x1 = f(print)',
    'x1 = if',
    "x1 = f('a' 'b')",
    "x1 = f('\\n')",
    "x1 = f('''a''')",
    "x1 = f('a)",
    'x1 = f(é)',
    'x1 = y = f(a)',
    'x1 = f(a), b',
    'x1: Grid = f(a)',
    'x1 += f(a)',
    'x1 = f(a); x2 = g(b)',
    'x1 = f(\n    a)',
    '\tx1 = f(a)',
    '  x1 = f(a)',
    'pass',
    'return',
    'returned',
    'x1',
    "'a docstring'",
    'if a:\n        x = b',
    'try:\n        x = f(a)',
    'try:\n    x = f(a)\n    except:\n        x = g(f)',
    'try:\n        x = f(a)\n        y = f(b)\n    except:\n        x = g(f)',
    'try:\n        x = f(a)\n    except:\n        x = g(f)\n    else:\n        x = h(f)',
    'try:\n        x = f(a)\n    except Error as e:\n        x = g(f)',
    'try:\n        f(a)\n    except:\n        x = g(f)',
    `x1 = ${'f('.repeat(41)}${')'.repeat(41)}`,
    `x1 = f${'()'.repeat(42)}`,
  ])('not plain: %j', (line) => {
    expect(comparePieces(inBody(line)).plain).toBe(0)
  })
})

describe('a head', () => {
  test.each([
    'def solve(I):\n  return O',
    'def f():\n  return O',
    'def batt(task_id, S, I, C, log_path):\n  return O',
    'def  f(a : B,c) : # why\n  return O',
    'def verify_a(I: Grid)->Grid:\n\n  return O\n\n\n',
    'def verify_a(I: Grid) -> Grid:\n    return O',
  ])('%j', (text) => {
    expect(comparePieces(text)).toEqual({ plain: 1, all: 1 })
  })

  test.each([
    'def solve(I):',
    'def solve(I): return O',
    'def solve(I=None):\n  return O',
    'def solve(*I):\n  return O',
    'def solve(I,):\n  return O',
    'def solve(if):\n  return O',
    'def solve(I) -> a.b:\n  return O',
    'def solve I:\n  return O',
    'def solve(I):\n  return O\n  @',
  ])('not plain: %j', (text) => {
    expect(comparePieces(text).plain).toBe(0)
  })
})

test('changed texts have the same statements or none', () => {
  const functions = [solvers, ...batts].flatMap((text) =>
    [...splitSource(text)]
      .filter(({ role }) => role === 'function')
      .map(({ start, end }) => text.slice(start, end).slice(0, 500)),
  )
  // No carriage return: the text of a source has line feeds only.
  const pieces = [
    '(',
    ')',
    ',',
    '=',
    ' ',
    '\n',
    '#',
    '\t',
    '.',
    ':',
    '[',
    ']',
    '"',
    "'",
    '1',
    '-',
    'x',
    '\\',
    'def ',
    'return ',
  ]
  const more = [
    'try:',
    '    ',
    'lambda x: x',
    '*',
    '==',
    '+',
    'if ',
    'é',
    '0',
    'print',
    '()',
    '(a,)',
    ';',
    '@',
    'o.append((1, T))',
  ]
  const edit = fc.record({ at: fc.nat(499), drop: fc.nat(3), piece: fc.constantFrom('', ...pieces, ...more) })
  let plain = 0
  const property = fc.property(
    fc.constantFrom(...functions),
    fc.array(edit, { minLength: 1, maxLength: 3 }),
    (text, edits) => {
      let changed = text
      for (const { at, drop, piece } of edits) changed = changed.slice(0, at) + piece + changed.slice(at + drop)
      plain += comparePieces(changed).plain
    },
  )
  fc.assert(property, { numRuns: 2000 })
  expect(plain).toBeGreaterThan(300)
})
