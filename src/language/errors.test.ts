// Errors: exit codes by class, text form, and completeness of docs/errors.md.

import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { BugError, describeError, EnvironmentError, LimitError, MegabattError, UserError } from './errors.ts'

test.each([
  [UserError, 2],
  [LimitError, 2],
  [EnvironmentError, 3],
  [BugError, 70],
])('%o exits with %i', (ErrorClass, exitCode) => {
  const error = new ErrorClass('some-code', 'It failed', { cause: 'why' })
  expect(error).toBeInstanceOf(MegabattError)
  expect(error).toMatchObject({
    name: ErrorClass.name,
    code: 'some-code',
    message: 'It failed',
    cause: 'why',
    exitCode,
  })
})

test('an error is shown with its place and advice where it has them', () => {
  expect(describeError(new UserError('c', 'Bad line'))).toBe('Bad line [c]')
  const place = { file: 'a.py', line: 3, column: 5, program: 'solve_1', statement: 2, sample: 'demo 1' }
  expect(describeError(new UserError('c', 'Bad line', { advice: 'Mend it.', place }))).toBe(
    'Bad line [c]\n  at a.py:3:5, program solve_1, statement 2, demo 1\n  Mend it.',
  )
})

test('a name of a file that would move the cursor is shown without', () => {
  const file = 'a\u001B[2Jb\u202E.py'
  const error = new UserError('c', `${file} cannot be read\nat all`, { place: { file, line: 3 } })
  expect(describeError(error)).toBe('a?[2Jb?.py cannot be read\nat all [c]\n  at a?[2Jb?.py:3')
})

test('docs/errors.md lists exactly the codes that the sources use', async () => {
  const root = new URL('../', import.meta.url)
  const used = new Set<string>()
  const classes = new Set<string>()
  for (const path of await readdir(root, { recursive: true })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const text = await readFile(new URL(path, root), 'utf8')
    // Codes also occur in problems of task files, in rejected texts, and in `super` calls of error subclasses.
    const uses = text.matchAll(
      /(?:new (?:User|Limit|Environment|Bug)Error\(|new TaskProblem\(|refuse\(.*code:|super\((?='[a-z]+-))\s*'([^']+)'/gs,
    )
    for (const [, code] of uses) used.add(code!)
    for (const [, name, code] of text.matchAll(/new (\w+Error)\(\s*'([a-z-]+)'/g))
      classes.add(`| \`${code}\` | \`${name}\` |`)
  }
  const doc = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const listed = Array.from(doc.matchAll(/^\| `([a-z-]+)`/gm), ([, code]) => code!)
  expect(listed.toSorted()).toEqual([...used].toSorted())
  expect([...classes].filter((start) => !doc.includes(start))).toEqual([])
  expect(classes.size).toBeGreaterThan(50)
})
