// Kernel TypeScript printed from a table of combinators: one of each form, in the shape that runs fastest.

import { expect, test } from 'vitest'
import type { Combinator } from '../kernel/combinator-table.ts'
import { printApplyClosure, printMakerArity } from './print-closure-calls.ts'

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
      { run: 3, operands: ['previous'] },
      { run: 0, operands: ['previous'], isSaved: true },
      { run: 1, operands: ['argument'] },
      { run: 0, operands: ['saved', 'previous', 2] },
      { run: 'equality', operands: ['saved', 'previous'] },
    ],
  },
  { name: 'repeated', maker: 5, arity: 'one', form: 'repetition' },
]

function branchOf(name: string): string[] {
  const lines = printApplyClosure(table).split('\n')
  const start = lines.findIndex((line) => line.startsWith(`  if (maker === ${name})`))
  const end = lines[start]!.endsWith('{') ? lines.indexOf('  }', start) : start
  return lines.slice(start, end + 1).map((line) => line.trim())
}

test('a constant comes before the check of the arity', () => {
  expect(branchOf('NOTHING')).toEqual(['if (maker === NOTHING) return 12'])
  const text = printApplyClosure(table)
  expect(text.indexOf('=== NOTHING')).toBeLessThan(text.indexOf('ARITY_ERROR\n'))
  expect(text.indexOf('=== BEFORE')).toBeGreaterThan(text.indexOf('ARITY_ERROR\n'))
})

test('a bound word comes before or behind the arguments', () => {
  const call = 'applyFunction(h, argument0, count + 1, argument1, a, b, c, depth)'
  expect(branchOf('BEFORE')).toEqual([`if (maker === BEFORE) return ${call}`])
  const other = 'applyBehind(h, argument0, argument1, count, a, b, c, depth)'
  expect(branchOf('BEHIND')).toEqual([`if (maker === BEHIND) return ${other}`])
})

test('stages in order; an error ends them before the next one', () => {
  expect(branchOf('STAGED')).toEqual([
    'if (maker === STAGED) {',
    'const result0 = applyOne(h, closureArgument(h, closure, 3), a, depth)',
    'const result1 = applyOne(h, argument0, result0, depth)',
    'if (isError(result1)) return result1',
    'const result2 = applyOne(h, argument1, a, depth)',
    'if (isError(result2)) return result2',
    'const result3 = applyFunction(h, argument0, 3, result1, result2, closureArgument(h, closure, 2), 0, depth)',
    'if (isError(result3)) return result3',
    'countKernel(h)',
    'return callKernel(h, equalityKernel(), result1, result3, 0, 0)',
    '}',
  ])
})

test('a repetition is a loop', () => {
  expect(branchOf('REPEATED')[2]).toBe(
    'for (let k = 0; k < argument1 && !isError(value); k++) value = applyOne(h, argument0, value, depth)',
  )
})

test('arities by maker', () => {
  expect(printMakerArity(table)).toContain(
    'return maker === BEFORE || maker === BEHIND ? -1 : maker === NOTHING ? 0 : 1\n',
  )
})
