// Lines with examples: chosen by name and dialect, and refused where they call something else.

import { expect, test } from 'vitest'
import { listComplaints, translateSamples } from '../../test/translate-sample.ts'
import { printExamples } from './print-examples.ts'

function translateLines(...lines: string[]) {
  const tags = lines.map((line) => ` * ${line}\n`).join('')
  const text = `/**\n * Says so.\n${tags} */\nexport function size(_h: Heap, x: Word): Word { return x }\n`
  return translateSamples({ 'src/primitives/sizes.ts': text })
}

const DECLARED = [
  '@as art size(x: Any): Integer',
  '@as t size_f(x: FrozenSet): Integer',
  '@as t size_t(x: Tuple): Integer',
]

test('a name has its own line, or the first one of the kernel under its name', () => {
  const translation = translateLines(...DECLARED, '@example size({1})', '@example size_t((1, 2))')
  expect(listComplaints(translation)).toEqual([])
  expect(translation.primitives.map(({ name, examples }) => [name, examples])).toEqual([
    ['size', { a: 'size({1})', r: 'size({1})', t: 'size({1})' }],
    ['size_f', { t: 'size_f({1})' }],
    ['size_t', { t: 'size_t((1, 2))' }],
  ])
  expect(printExamples(translation.primitives)).toContain('  "size_f": { t: "size_f({1})" },\n')
})

test('a line with letters is for these dialects only', () => {
  const translation = translateLines(...DECLARED, '@example ar size({1})', '@example size({2})', '@example t size({3})')
  expect(translation.primitives.map(({ examples }) => examples)).toEqual([
    { a: 'size({2})', r: 'size({2})', t: 'size({3})' },
    { t: 'size_f({2})' },
    { t: 'size_t({2})' },
  ])
})

test('a primitive without a line has no example', () => {
  expect(translateLines(...DECLARED).primitives.map(({ examples }) => examples)).toEqual([{}, {}, {}])
})

test.each(['sizes({1})', 'size', 'x size({1})', 'size({1}) = 1'])('%s is refused', (text) => {
  const complaints = listComplaints(translateLines(...DECLARED, `@example ${text}`))
  expect(complaints).toEqual([
    `src/primitives/sizes.ts:6:13: no example of 'size': ${text}; write a call of the primitive, name(argument, ...)`,
  ])
})
