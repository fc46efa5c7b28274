// Shared ends: the calls that functions end with, in both languages, and nothing else.

import { expect, test } from 'vitest'
import type { KernelText } from './kernel-text.ts'
import { assembleOpenclSharing } from './opencl-program.ts'
import { PartReader } from './shared-ends.ts'
import { assembleSharing, wgslEnds } from './shader.ts'

const LARGE = `  // ${'-'.repeat(3000)}\n`

function library(texts: Record<string, string>) {
  const kernels: Record<string, KernelText> = {}
  for (const [printedName, text] of Object.entries(texts)) {
    const functions = Object.keys(texts).filter((name) => name !== printedName && text.includes(`${name}(`))
    kernels[printedName] = { printedName, functions, constants: [], text }
  }
  return { constants: {}, kernels }
}

const wgsl = (body: string) =>
  new PartReader(
    library({
      large: `fn large(a: i32, b: bool) -> i32 {\n${LARGE}  return a;\n}\n`,
      other: `fn other(a: i32) -> i32 {\n${LARGE}  return large(a, true);\n}\n`,
      isLarge: `fn isLarge(a: i32) -> bool {\n${LARGE}  return true;\n}\n`,
      small: 'fn small(a: i32) -> i32 {\n  return a;\n}\n',
      own: `fn own(a: i32) -> i32 {\n${body}}\n`,
    }),
    wgslEnds,
  )

test.each([
  ['a returned call', '  return large(a, false);\n', 'return goTo_large(a, false);'],
  [
    'in a branch',
    '  if (a < 0) {\n    return large(small(a), false);\n  }\n  return a;\n',
    'return goTo_large(small(a), false);',
  ],
  [
    'the result of a function that ends in one place',
    '  var result: i32;\n  if (a < 0) {\n    result = a;\n  } else {\n    if (a > 5) {\n      result = large(a, true);\n    } else {\n      result = small(a);\n    }\n  }\n  return result;\n',
    'result = goTo_large(a, true);',
  ],
])('%s is an end', (_, body, expected) => {
  const part = wgsl(body).partOf('own')
  expect(part.text).toContain(expected)
  expect(part.text).toContain('fn head_own(a: i32)')
  expect(part.ends).toEqual(['large'])
  expect(part.functions).not.toContain('large')
})

test.each([
  ['a call whose value is used', '  return large(a, true) + 1;\n'],
  ['two calls', '  return large(a, true) + large(a, false);\n'],
  ['a small function', '  return small(a);\n'],
  ['a call before others', '  let b = large(a, true);\n  return b;\n'],
  [
    'a result that is changed afterwards',
    '  var result: i32;\n  result = large(a, true);\n  result = small(result);\n  return result;\n',
  ],
  [
    'a result in a branch, before other statements',
    '  var result: i32;\n  if (a < 0) {\n    result = large(a, true);\n  } else {\n    result = a;\n  }\n  note(a);\n  return result;\n',
  ],
  [
    'a result in a loop',
    '  var result: i32;\n  for (var k = 0; k < a; k++) {\n    result = large(k, true);\n  }\n  return result;\n',
  ],
  ['a condition', '  if (isLarge(a)) {\n    return 1;\n  }\n  return 0;\n'],
])('%s is none', (_, body) => {
  const part = wgsl(body).partOf('own')
  expect(part.ends).toEqual([])
  expect(part.text).toBe(`fn head_own(a: i32) -> i32 {\n${body}}\n`)
})

test('ends of ends belong to a family, each once, after the kernels; sizes are without them', () => {
  const reader = wgsl('  return other(a);\n')
  expect(reader.partsOf(['own', 'small']).map(({ name }) => name)).toEqual(['own', 'small', 'other', 'large'])
  expect(reader.partOf('large').flags).toEqual([false, true])
  expect(reader.sizeOf('own')).toBeLessThan(100)
  expect(reader.sizeOf('other')).toBeLessThan(3200)
})

test('a kernel of a family that another one ends with is an end of it, and its part stands there once', () => {
  const members = [
    { kernel: 'argmax', arity: 3 },
    { kernel: 'argmaxOrNone', arity: 3 },
  ]
  for (const text of [assembleSharing(members, 'a'), assembleOpenclSharing(members, 'a')]) {
    expect(text).toMatch(/return .*goTo_argmax\(/)
    expect(text.match(/^(?:fn|static int) goTo_argmax\(/gm)).toHaveLength(1)
    expect(text.match(/^(?:fn|static int) head_argmax\(/gm)).toHaveLength(1)
    // It is called for its own queue, and as the end of the other one.
    expect(text.match(/outcome = head_argmax\(/g)).toHaveLength(2)
  }
})

test('both languages share the same ends, on either side of a condition', () => {
  const members = [
    { kernel: 'recolor', arity: 2 },
    { kernel: 'toindices', arity: 1 },
    { kernel: 'shift', arity: 2 },
  ]
  const wgslText = assembleSharing(members, 'a')
  const openclText = assembleOpenclSharing(members, 'a')
  const endsIn = (text: string) => [...new Set(text.match(/goTo_\w+/g))].toSorted()
  expect(endsIn(wgslText)).toEqual(endsIn(openclText))
  expect(endsIn(wgslText)).toEqual(expect.arrayContaining(['goTo_cellsOfColor', 'goTo_finishSet', 'goTo_indicesOf']))
  expect(openclText).toContain('return isError(cells) ? cells : goTo_cellsOfColor(h, value, patch, cells == TRUE);')
  expect(wgslText).toContain('fn goTo_cellsOfColor(a0: i32, a1: i32, a2: bool) -> i32 {')
  // The function itself is not there, unless something needs it before its end.
  expect(wgslText).not.toContain('fn cellsOfColor(')
})
