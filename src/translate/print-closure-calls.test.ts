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
  {
    name: 'looped',
    maker: 6,
    arity: 'one',
    form: 'stages',
    stages: [
      { run: 1, operands: ['argument', 0] },
      { run: 0, operands: ['previous'] },
    ],
  },
  { name: 'repeated', maker: 5, arity: 'one', form: 'repetition' },
]

/** The lines of a combinator's branch in one of the two functions. */
function branchOf(name: string, fn: 'applyOne' | 'applyBinding'): string[] {
  const text = printApplyClosure(table)
  const lines = text.slice(text.indexOf(`export function ${fn}(`)).split('\n')
  const start = lines.findIndex((line) => line.trim().startsWith(`if (maker === ${name})`))
  const indentation = ' '.repeat(lines[start]!.search(/\S/))
  const end = lines[start]!.endsWith('{') ? lines.indexOf(`${indentation}}`, start) : start
  return lines.slice(start, end + 1).map((line) => line.trim())
}

test('a constant comes before the check of the arity', () => {
  expect(branchOf('NOTHING', 'applyOne')).toEqual(['if (maker === NOTHING) return 12'])
  expect(branchOf('NOTHING', 'applyBinding')).toEqual(['if (maker === NOTHING) return 12'])
  const text = printApplyClosure(table)
  const binding = text.slice(text.indexOf('export function applyBinding('))
  expect(binding.indexOf('=== NOTHING')).toBeLessThan(binding.indexOf('ARITY_ERROR\n'))
  expect(binding.indexOf('=== BEFORE')).toBeGreaterThan(binding.indexOf('ARITY_ERROR\n'))
  expect(binding).not.toContain('STAGED')
})

test('a bound word comes before or behind the arguments', () => {
  const call = 'applyFunction(h, argument0, count + 1, argument1, a, b, c, depth)'
  expect(branchOf('BEFORE', 'applyBinding')).toEqual([`if (maker === BEFORE) return ${call}`])
  const other = 'applyBehind(h, argument0, argument1, count, a, b, c, depth)'
  expect(branchOf('BEHIND', 'applyBinding')).toEqual([`if (maker === BEHIND) return ${other}`])
  expect(branchOf('BEFORE', 'applyOne')).toContain('return applyTwo(h, argument0, argument1, a, level)')
  expect(branchOf('BEHIND', 'applyOne')).toContain('return applyTwo(h, argument0, a, argument1, level)')
})

test('stages in order; an error ends them before the next one', () => {
  expect(branchOf('STAGED', 'applyOne')).toEqual([
    'if (maker === STAGED) {',
    'const result0 = applyOne(h, closureArgument(h, closure, 3), a, level)',
    'const result1 = applyOne(h, argument0, result0, level)',
    'if (isError(result1)) return result1',
    'const result2 = applyOne(h, argument1, a, level)',
    'if (isError(result2)) return result2',
    'const result3 = applyFunction(h, argument0, 3, result1, result2, closureArgument(h, closure, 2), 0, level)',
    'if (isError(result3)) return result3',
    'return callKernel2(h, equalityKernel(), result1, result3)',
    '}',
  ])
})

test('a last call with one operand goes on in the loop', () => {
  expect(branchOf('LOOPED', 'applyOne')).toEqual([
    'if (maker === LOOPED) {',
    'const result0 = applyTwo(h, argument1, a, argument0, level)',
    'a = result0',
    'closure = argument0',
    'continue',
    '}',
  ])
})

test('a repetition is a loop', () => {
  expect(branchOf('REPEATED', 'applyOne')[1]).toBe(
    'for (let k = 0; k < argument1 && !isError(a); k++) a = applyOne(h, argument0, a, level)',
  )
})

test('arities by maker', () => {
  expect(printMakerArity(table)).toContain(
    'return maker === BEFORE || maker === BEHIND ? -1 : maker === NOTHING ? 0 : 1\n',
  )
})
