// The reader of result files: any cut into blocks, damage, values, and orders of rows.

import { crc32 as crcOfNode } from 'node:zlib'
import { expect, test } from 'vitest'
import { spellChecksum, spellPair } from '../../src/cli/results/line-format.ts'
import { headerLine } from '../../src/cli/results/read-results.ts'
import { crc32 } from '../../studio/runs/crc32.ts'
import { type RowQuery, orderRows } from '../../studio/runs/order-rows.ts'
import { readLines } from '../../studio/runs/read-lines.ts'
import { readResults } from '../../studio/runs/read-results.ts'
import { largePair } from './write-results.ts'

const PAIRS = 40
const withChecksum = (line: string) => `${line}${spellChecksum(crcOfNode(line))}\n`
const lines = Array.from({ length: PAIRS }, (_, k) => withChecksum([...spellPair(k, largePair(k))].join('')))
const header = headerLine({ run: 'test', outputs: 'value', pairs: PAIRS })
const value = withChecksum('{"pair":3,"set":"demo","number":1,"output":0,"value":{"g":["01"]}')

const read = (text: string) => readResults(new Blob([text]))

/** Bytes in blocks of a size, so that lines are cut everywhere. */
function inBlocks(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += size)))
    },
  })
}

test('the checksum is that of zlib', () => {
  const bytes = new TextEncoder().encode('123456789 ß')
  expect(crc32(bytes)).toBe(crcOfNode(bytes))
  expect(crc32(bytes, 3, 7)).toBe(crcOfNode(bytes.subarray(3, 7)))
})

test.each([1, 2, 7, 64, 1 << 20])('lines have their places, whatever the blocks: %d bytes', async (size) => {
  const texts = ['a', '', 'bß', 'ccc', 'last without an end']
  const bytes = new TextEncoder().encode(texts.join('\n'))
  const found: string[] = []
  await readLines(inBlocks(bytes, size), ({ bytes: block, start, end, offset, isEnded }) => {
    const text = new TextDecoder().decode(block.subarray(start, end))
    expect(new TextDecoder().decode(bytes.subarray(offset, offset + end - start))).toBe(text)
    expect(isEnded).toBe(found.length < texts.length - 1)
    found.push(text)
  })
  expect(found).toEqual(texts)
})

test('pairs are counted as in reports; lines of values are passed over', async () => {
  const { columns, state } = await read([header, value, ...lines].join(''))
  expect(state).toEqual({ run: 'test', expectedPairs: PAIRS, lines: PAIRS + 2, damagedLines: [], damaged: 0 })
  const all = Array.from({ length: PAIRS }, (_, k) => largePair(k))
  const count = (verdict: string) =>
    all.flatMap(({ samples }) => samples).filter((one) => one.verdict === verdict).length
  expect(columns.sums).toMatchObject({
    pairs: PAIRS,
    evaluations: 2 * PAIRS,
    right: count('right'),
    wrong: count('wrong'),
    errors: count('error'),
    limits: 0,
    unknown: 0,
  })
  expect(columns.rowAt(3)).toEqual({
    pair: 3,
    program: 'solve_3',
    file: 'population.py',
    task: 'task3',
    verdict: 'near',
    demosRight: 1,
    demos: 2,
    testsRight: 0,
    tests: 0,
    differing: 3,
    failedSample: 1,
    error: undefined,
  })
  expect(columns.rowAt(10)).toMatchObject({ verdict: 'error', error: 'type', failedSample: 1, differing: undefined })
  expect(columns.rowAt(1)).toMatchObject({ verdict: 'solved', failedSample: undefined })
  const { start, end } = columns.placeOf(5)
  expect(`${[header, value, ...lines].join('').slice(start, end)}\n`).toBe(lines[5])
})

test('columns grow', async () => {
  const many = Array.from({ length: 5000 }, (_, k) => withChecksum([...spellPair(k, largePair(k))].join('')))
  const { columns } = await read([header, ...many].join(''))
  expect(columns.count).toBe(5000)
  expect(columns.rowAt(0).program).toBe('solve_0')
  expect(columns.rowAt(4999).pair).toBe(4999)
})

test('a changed character, a torn end and lines of other things are damage', async () => {
  const changed = lines[4]!.replace('task4', 'task5')
  const other = withChecksum('{"pair":1,"program":"a"')
  const text = [header, lines[0], changed, lines[1], other, lines[2], lines[3]!.slice(0, 50)].join('')
  const { columns, state } = await read(text)
  expect(columns.count).toBe(3)
  expect(state).toMatchObject({ damaged: 3, damagedLines: [3, 5, 7] })
})

test('a last line without its end is damage, although its checksum is right', async () => {
  const { columns, state } = await read([header, lines[0], lines[1]!.trimEnd()].join(''))
  expect(columns.count).toBe(1)
  expect(state).toMatchObject({ damaged: 1, damagedLines: [3] })
})

test.each([
  ['program', 1],
  ['file', null],
  ['task', undefined],
  ['verdict', 'other'],
  ['demos', null],
  ['demos', { total: 1 }],
  ['tests', { right: 1 }],
  ['samples', {}],
  ['samples', [null]],
  ['samples', [{ verdict: 'other' }]],
])('a line with a right checksum is damage if %s is %j', async (key, wrong) => {
  const pair = { pair: 1, ...largePair(1), [key]: wrong }
  const { columns, state } = await read([header, lines[0], withChecksum(JSON.stringify(pair).slice(0, -1))].join(''))
  expect([columns.count, state.damaged]).toEqual([1, 1])
})

test('the first five damaged lines are listed, all are counted', async () => {
  const { state } = await read([header, 'a\nb\n', lines[0], 'c\nd\ne\nf\n'].join(''))
  expect(state).toMatchObject({ damaged: 6, damagedLines: [2, 3, 5, 6, 7] })
})

test('a line of more than 256 MB is refused before its end', async () => {
  const block = new Uint8Array(1 << 24)
  let blocks = 0
  const long = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (blocks++ < 30) controller.enqueue(block)
      else controller.close()
    },
  })
  await expect(readLines(long, () => undefined)).rejects.toThrow('more than 268435456 bytes')
  expect(blocks).toBeLessThan(20)
})

test.each([
  ['', 'The file is empty'],
  ['{"format":"other"}\n', 'not the header'],
  ['no JSON\n', 'not the header'],
  [headerLine({ run: 'x', outputs: 'none', pairs: 1 }).replace('"version":2', '"version":3'), 'version 3'],
  [headerLine({ run: 'x', outputs: 'none', pairs: 1 }).replace('"version":2', '"version":1'), 'version 1'],
])('%j is no result file', async (text, reason) => {
  await expect(read(text)).rejects.toThrow(reason)
})

test('rows are sorted and filtered; equal keys keep their order in both directions', async () => {
  const { columns } = await read([header, ...lines].join(''))
  const all: RowQuery = { sort: 'pair', descending: false, verdicts: [], text: '' }
  const rows = (query: Partial<RowQuery>) => [...orderRows(columns, { ...all, ...query })]
  const numbers = Array.from({ length: PAIRS }, (_, k) => k)
  expect(rows({})).toEqual(numbers)
  expect(rows({ descending: true })).toEqual(numbers.toReversed())
  const near = numbers.filter((k) => largePair(k).verdict === 'near')
  expect(rows({ sort: 'cells', verdicts: ['near'], descending: true })).toEqual(near.toReversed())
  expect(rows({ verdicts: ['error', 'near'] })).toEqual(numbers.filter((k) => largePair(k).verdict !== 'solved'))
  expect(rows({ text: 'TYPE' })).toEqual([0, 10, 20, 30])
  expect(rows({ text: ' solve_7 ' })).toEqual([7])
  expect(rows({ text: 'task12' })).toEqual([12])
  expect(rows({ sort: 'program' }).slice(0, 4)).toEqual([0, 1, 10, 11])
  expect(rows({ sort: 'right', verdicts: ['error', 'solved'] }).slice(0, 5)).toEqual([0, 10, 20, 30, 1])
  const verdicts = rows({ sort: 'verdict' }).map((row) => columns.rowAt(row).verdict)
  expect([verdicts[0], verdicts.at(-1)]).toEqual(['solved', 'error'])
})
