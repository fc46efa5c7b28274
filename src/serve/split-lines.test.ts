// Lines from bytes in pieces of any length, some of them too long.

import { expect, test } from 'vitest'
import { LineSplitter } from './split-lines.ts'

const text = (line: Uint8Array | undefined) => (line === undefined ? null : new TextDecoder().decode(line))

test.each([1, 2, 3, 5, 100])('pieces of %i bytes give the same lines', (size) => {
  const bytes = new TextEncoder().encode('ab\n\nabcdefgh\ncd\nabcdef\nabcdefg\nrest')
  const splitter = new LineSplitter(6)
  const lines: (string | null)[] = []
  for (let from = 0; from < bytes.length; from += size)
    for (const line of splitter.take(bytes.slice(from, from + size))) lines.push(text(line))
  expect(lines).toEqual(['ab', '', null, 'cd', 'abcdef', null])
  expect(text(splitter.finish())).toBe('rest')
  expect(splitter.finish()).toBeUndefined()
})
