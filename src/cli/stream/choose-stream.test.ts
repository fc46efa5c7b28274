import { expect, test } from 'vitest'
import { bytesOf, needsAll } from './choose-stream.ts'

test.each([
  [{}, false],
  [{ stream: true }, false],
  [{ failures: 'f.jsonl' }, false],
  [{ out: 'o.jsonl' }, true],
  [{ report: 'r.html' }, true],
  [{ grids: true }, true],
  [{ repeat: 2 }, true],
] as const)('with %j, results are of all samples at once: %s', (options, isNeeded) => {
  expect(needsAll({ repeat: 1, ...options })).toBe(isNeeded)
})

test('a file that is packed with gzip has more bytes than it seems', () => {
  const file = { path: 'a.json.gz', byteLength: 100 }
  expect([bytesOf(file), bytesOf({ ...file, packing: { kind: 'gzip' } })]).toEqual([100, 1000])
})
