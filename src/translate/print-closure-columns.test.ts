// Calls of closures with columns, printed from a table of combinators.

import { expect, test } from 'vitest'
import type { Combinator, Stage } from '../kernel/combinator-table.ts'
import { printClosureColumns } from './print-closure-columns.ts'

/** The lines of the branch of a combinator with these stages; undefined if its calls are made one by one. */
function branchOf(stages: readonly Stage[]): string[] | undefined {
  const combinator: Combinator = { name: 'own', maker: 1, arity: 'one', form: 'stages', stages }
  return linesOf(combinator)
}

function linesOf(combinator: Combinator): string[] | undefined {
  const [, branch] = printClosureColumns([combinator]).split('  if (maker === OWN) {\n')
  return branch
    ?.split('\n  }\n')[0]!
    .split('\n')
    .map((line) => line.trim())
}

test('one stage after the other replaces the column', () => {
  const stages: Stage[] = [
    { run: 1, operands: ['previous'] },
    { run: 0, operands: ['previous'] },
  ]
  expect(branchOf(stages)).toEqual([
    'if (!applyColumn(h, closureArgument(h, closure, 1), column, count, level)) return false',
    'return applyColumn(h, closureArgument(h, closure, 0), column, count, level)',
  ])
})

test('the argument is copied while a later stage needs it', () => {
  const stages: Stage[] = [
    { run: 1, operands: ['argument'], isSaved: true },
    { run: 2, operands: ['argument'] },
    { run: 0, operands: ['saved', 'previous'] },
  ]
  expect(branchOf(stages)).toEqual([
    'const copy0 = copyColumn(h, column, count)',
    'if (!applyColumn(h, closureArgument(h, closure, 1), copy0, count, level)) return false',
    'if (!applyColumn(h, closureArgument(h, closure, 2), column, count, level)) return false',
    'return applyColumns(h, closureArgument(h, closure, 0), copy0, column, column, count, level)',
  ])
})

test('an argument of the closure is a column of one word', () => {
  const stages: Stage[] = [
    { run: 0, operands: ['argument'] },
    { run: 'equality', operands: ['previous', 1] },
  ]
  expect(branchOf(stages)?.slice(1)).toEqual([
    'const constant1 = constantColumn(h, closureArgument(h, closure, 1), count)',
    'return runColumns(h, equalityKernel(), column, constant1, column, count)',
  ])
})

test('a binding puts the bound word on its side', () => {
  const binding = { name: 'own', maker: 1, arity: 'after binding', form: 'binding' } as const
  expect(linesOf({ ...binding, side: 'before' })?.at(-1)).toContain('fn, bound, column, column,')
  expect(linesOf({ ...binding, side: 'behind' })?.at(-1)).toContain('fn, column, bound, column,')
})

test.each<[string, Stage[]]>([
  [
    'a saved column would be overwritten',
    [
      { run: 1, operands: ['argument'], isSaved: true },
      { run: 2, operands: ['previous'] },
      { run: 0, operands: ['saved', 'previous'] },
    ],
  ],
  ['a stage has three operands', [{ run: 0, operands: ['argument', 1, 2] }]],
  [
    'a stage before the last has two operands',
    [
      { run: 0, operands: ['argument', 1] },
      { run: 0, operands: ['previous'] },
    ],
  ],
])('calls are made one by one where %s', (_reason, stages) => {
  expect(branchOf(stages)).toBeUndefined()
})
