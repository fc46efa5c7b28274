// Lists of pairs from bytes: the same pairs and problems as a JSON parser finds, however the bytes are cut.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../test/generators/seed.ts'
import { readPair } from '../read-pair.ts'
import { TaskProblem } from '../task-problem.ts'
import type { Pair } from '../task.ts'
import { PairScanner } from './pair-scanner.ts'

interface Found {
  readonly index: number
  readonly pair?: unknown
  readonly problem?: string
}

const rows = ({ height, width, cells }: Pair['input']) => [height, width, [...cells]]
const spell = ({ input, output }: Pair) => [rows(input), output && rows(output)]

/** The pairs of a text in pieces of these sizes. */
function scan(text: string | Uint8Array, sizes: readonly number[] = []): Found[] {
  const found: Found[] = []
  const scanner = new PairScanner('list.json', {
    onPair: (pair, index) => found.push({ index, pair: spell(pair) }),
    onInvalid: (problem, index) => found.push({ index, problem: problem.message }),
  })
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  let at = 0
  for (let k = 0; at < bytes.length; k++) {
    const size = sizes.length === 0 ? bytes.length : sizes[k % sizes.length]!
    scanner.push(bytes.subarray(at, at + size))
    at += size
  }
  expect(scanner.finish()).toBe(found.length)
  return found
}

/** The same by JSON.parse. */
function parse(text: string): Found[] {
  return (JSON.parse(text) as unknown[]).map((value, index) => {
    try {
      return { index, pair: spell(readPair(value, [index], 'with outputs')) }
    } catch (problem) {
      return { index, problem: (problem as TaskProblem).message }
    }
  })
}

const color = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 0, max: 15 }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 16, 1.5, 100, 'a', null, true) },
)
const grid = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
      .chain(([height, width]) =>
        fc.array(fc.array(color, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
      ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], [[]], [[1], [1, 2]], 7, [1], 'x]}"', null) },
)
const pair = fc.oneof(
  { weight: 8, arbitrary: fc.record({ input: grid, output: grid }) },
  { weight: 1, arbitrary: fc.record({ output: grid, input: grid }) },
  {
    weight: 1,
    arbitrary: fc.record({ input: grid, output: grid, note: fc.constantFrom<unknown>('"},{', { a: [1, '\\'] }, 3) }),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({}, [], 3, null, 'a,b', { input: [[1]] }) },
)
const indent = fc.constantFrom(undefined, 1, '\t', ' \r')

describe('a list of pairs', () => {
  test('has the pairs and the problems that JSON.parse has, in pieces of any size', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), indent, fc.boolean(), sizes, (list, space, isPython, pieces) => {
        const plain = JSON.stringify(list, null, space)
        const text = isPython && space === undefined ? plain.replaceAll(',', ', ').replaceAll(':', ': ') : plain
        expect(scan(text, pieces)).toEqual(parse(text))
      }),
      { numRuns: 400 },
    )
  })

  test('colours with two digits, sides of 100, spellings of numbers', () => {
    const side = Array.from({ length: 100 }, (_, k) => k % 16)
    const large = JSON.stringify(Array.from({ length: 100 }, () => side))
    for (const own of [large, '[[15]]', '[[10,0]]', '[[1.0]]', '[[1e0]]', '[ [ 3 , 4 ] , [ 5 , 6 ] ]']) {
      const text = `[{"input":${own},"output":[[0]]}]`
      expect(scan(text)).toEqual(parse(text))
      expect(scan(text)[0]!.problem).toBeUndefined()
    }
    const longRow = JSON.stringify([Array.from({ length: 300_000 }, () => 1)])
    const manyRows = JSON.stringify(Array.from({ length: 101 }, () => side))
    for (const own of ['[[16]]', '[[-0.5]]', '[[-1]]', longRow, manyRows]) {
      const text = `[{"input":[[0]],"output":${own}},{"input":[[1]],"output":[[2]]}]`
      expect(scan(text)).toEqual(parse(text))
      expect(scan(text).map(({ problem }) => problem === undefined)).toEqual([false, true])
    }
  })

  test('a byte order mark is skipped', () => {
    expect(scan('\uFEFF[{"input":[[1]],"output":[[2]]}]')).toHaveLength(1)
  })

  test('text that is no list in JSON is an error with its byte', () => {
    const messageOf = (text: string | Uint8Array) => {
      try {
        scan(text)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    const one = '{"input":[[1]],"output":[[2]]}'
    expect(messageOf('{}')).toContain('begins with [, at byte 0')
    expect(messageOf(`[${one}`)).toContain('not complete, at byte 31')
    expect(messageOf('[')).toContain('not complete, at byte 1')
    expect(messageOf(`[${one}${one}]`)).toContain('Expected , or ] after a pair, at byte 31')
    expect(messageOf(`[${one},]`)).toContain('Pair [1] is not JSON')
    expect(messageOf(`[${one}] x`)).toContain('behind the list, at byte 33')
    expect(messageOf('[{"input":[[01]],"output":[[2]]}]')).toContain('Pair [0] is not JSON')
    expect(messageOf('[{"input":[[1,]],"output":[[2]]}]')).toContain('Pair [0] is not JSON')
    expect(messageOf(`[${'['.repeat(5_000_000)}`)).toMatch(/A pair has more than \d+ bytes/)
    expect(messageOf(Uint8Array.of(91, 34, 255, 34, 93))).toContain('Pair [0] is not JSON')
  })

  test('small pieces take linear time', () => {
    const text = `[{"input":[[1]],"output":[[2]],"note":"${'x'.repeat(1_000_000)}"}]`
    expect(scan(text, [1])).toHaveLength(1)
  })
})
