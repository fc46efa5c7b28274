// Excerpts of long lines, and text that a terminal can show.

import { expect, test } from 'vitest'
import { type Diagnostic, formatDiagnostic, makeExcerpt, showText } from './diagnostics.ts'

const digits = (length: number) => Array.from({ length }, (_, k) => String(k % 10)).join('')

test.each([
  ['short', 3, 'short', 2],
  ['short', 99, 'short', 5],
  ['', 1, '', 0],
  [digits(120), 120, digits(120), 119],
  [digits(121), 1, `${digits(120)}…`, 0],
  [digits(121), 61, `${digits(120)}…`, 60],
  [digits(121), 62, `…${digits(121).slice(1)}`, 61],
  [digits(300), 101, `…${digits(300).slice(40, 160)}…`, 61],
  [digits(300), 301, `…${digits(300).slice(240)}`, 61],
])('of %j at column %i', (line, column, excerpt, caret) => {
  expect(makeExcerpt(line, column)).toEqual({ excerpt, caret })
})

test.each([
  ['a\tb', 'a b'],
  ['a\u001B[2Jb', 'a?[2Jb'],
  ['\u202Ea\u2028b\u2029', '?a?b?'],
  ['\uE000\uD800', '??'],
  ['\u{E0001}', '??'],
  ['é😀', 'é😀'],
])('%j is shown as %s', (text, shown) => {
  expect(showText(text)).toBe(shown)
})

test('a diagnostic without an excerpt or advice is one line', () => {
  const diagnostic: Diagnostic = {
    code: 'arity',
    severity: 'warning',
    file: 'a\u001B.py',
    line: 3,
    column: 7,
    message: 'It is so',
    excerpt: '  ',
    caret: 1,
  }
  expect(formatDiagnostic(diagnostic)).toBe('a?.py:3:7: warning: It is so [arity]')
  expect(formatDiagnostic({ ...diagnostic, excerpt: ' x', advice: 'Mend it.' })).toBe(
    'a?.py:3:7: warning: It is so [arity]\n   x\n   ^\n  Mend it.',
  )
})
