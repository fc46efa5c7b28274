// Device code printed from a table of combinators: one of each form.

import { expect, test } from 'vitest'
import type { Combinator } from '../kernel/combinator-table.ts'
import { printClosureStages } from './print-closure-stages.ts'

const table: Combinator[] = [
  { name: 'nothing', maker: 1, arity: 'any', form: 'constant', value: 12 },
  { name: 'before', maker: 2, arity: 'after binding', form: 'binding', side: 'before' },
  { name: 'behind', maker: 3, arity: 'after binding', form: 'binding', side: 'behind' },
  {
    name: 'staged',
    maker: 4,
    arity: 'one',
    form: 'stages',
    stages: [
      { run: 2, operands: ['argument'], isSaved: true },
      { run: 0, operands: ['saved', 1] },
      { run: 'equality', operands: ['previous', 'saved'] },
    ],
  },
  { name: 'repeated', maker: 5, arity: 'one', form: 'repetition' },
]
const text = printClosureStages(77, table)

/** The lines of a combinator's branch. */
function branchOf(name: string): string[] {
  const [, lines] = new RegExp(`^  if \\(maker === ${name}\\) \\{\n(.*?)^  \\}`, 'ms').exec(text)!
  return lines!
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(4))
}

test('a constant is delivered', () => {
  expect(branchOf('NOTHING')).toEqual(['endWith(h, 12)', 'return true'])
})

test('a binding puts its word before or behind the arguments', () => {
  expect(branchOf('BEFORE')).toEqual([
    'isBinding = true',
    'call.a3 = call.a2',
    'call.a2 = call.a1',
    'call.a1 = call.a0',
    'call.a0 = bound',
  ])
  expect(branchOf('BEHIND')).toEqual([
    'isBinding = true',
    'if (call.count === 1) call.a1 = bound',
    'if (call.count === 2) call.a2 = bound',
    'if (call.count === 3) call.a3 = bound',
  ])
})

test('stages call functions or the kernel of that number, and the result of a saved one is kept before the next', () => {
  expect(branchOf('STAGED')).toEqual([
    'if (stage === 1) {',
    '  callNext(h, closureArgument(h, closure, 2), frameWord(h, F_A), 0, 1)',
    '} else if (stage === 2) {',
    '  setFrameWord(h, F_LEFT, call.word)',
    '  callNext(h, closureArgument(h, closure, 0), frameWord(h, F_LEFT), closureArgument(h, closure, 1), 2)',
    '} else if (stage === 3) {',
    '  enqueue(h, 77, call.word, frameWord(h, F_LEFT), 0, 0, call.frame + F_WORD, call.frame)',
    '} else closeFrame(h)',
    'return',
  ])
})

test('a repetition counts its calls', () => {
  expect(branchOf('REPEATED')[0]).toBe(
    'if (stage <= closureArgument(h, closure, 1)) callNext(h, closureArgument(h, closure, 0), call.word, 0, 1)',
  )
})

test('more than two operands are refused', () => {
  const stages = [{ run: 0, operands: ['argument', 1, 2] as const }]
  expect(() => printClosureStages(0, [{ name: 'wide', maker: 1, arity: 'one', form: 'stages', stages }])).toThrow(
    'at most two operands',
  )
})
