// Lines of verdicts: equal ones are found whatever their hashes, in the order of their first programs.

import { expect, test } from 'vitest'
import { newRandom } from '../../../test/generators/seed.ts'
import { VerdictLines } from './verdict-lines.ts'

/** What `find` has found, as plain lists. */
function found({ count, firstOf, timesOf, lineOf }: VerdictLines, programCount: number) {
  return {
    first: [...firstOf.subarray(0, count)],
    times: [...timesOf.subarray(0, count)],
    lines: [...lineOf.subarray(0, programCount)],
  }
}

/** The same by comparison of texts. */
function expected(words: Int32Array, from: number, width: number, programCount: number) {
  const numbers = new Map<string, number>()
  const [first, times, lines]: number[][] = [[], [], []]
  for (let p = 0; p < programCount; p++) {
    const key = words.subarray(from + p * width, from + (p + 1) * width).join()
    let line = numbers.get(key)
    if (line === undefined) {
      numbers.set(key, (line = numbers.size))
      first!.push(p)
      times!.push(0)
    }
    times![line]!++
    lines!.push(line)
  }
  return { first, times, lines }
}

test('lines of any width, before which other words stand, one list after the other', () => {
  const random = newRandom(5)
  const lines = new VerdictLines()
  for (let run = 0; run < 200; run++) {
    const [from, width, programCount] = [random() % 4, 1 + (random() % 3), 1 + (random() % 70)]
    const kinds = 1 + (random() % 6)
    const words = Int32Array.from(
      { length: from + width * programCount },
      () => (random() % kinds) << (8 * (random() % 4)),
    )
    lines.find(words, from, width, programCount)
    expect(found(lines, programCount)).toEqual(expected(words, from, width, programCount))
  }
})

test('a place for every line, where all are different', () => {
  const words = Int32Array.from({ length: 1000 }, (_, k) => k << 16)
  const lines = new VerdictLines()
  lines.find(words, 0, 1, words.length)
  expect(lines.count).toBe(1000)
})
