// The verdict on a pair from the verdicts on its samples.

import { expect, test } from 'vitest'
import { isPassed, judgeSamples } from './pair-verdict.ts'
import { type SampleResult, countSamples, failuresOf } from './sample-result.ts'

/** Samples from one letter each, demos before the bar: r right, ? unknown, n near, w wrong, s another size, e error, l limit. */
function samplesOf(text: string): SampleResult[] {
  const bar = text.indexOf('|')
  return [...text.replace('|', '')].map((letter, k): SampleResult => {
    const name = k < bar ? ({ set: 'demo', number: k + 1 } as const) : ({ set: 'test', number: k - bar + 1 } as const)
    const failure = { statement: 'x1', line: 2, kind: 'type', message: '' } as const
    switch (letter) {
      case 'r':
        return { ...name, verdict: 'right' }
      case '?':
        return { ...name, verdict: 'unknown' }
      case 'n':
        return { ...name, verdict: 'wrong', mismatch: 'cells', cells: 16, differing: 2 }
      case 'w':
        return { ...name, verdict: 'wrong', mismatch: 'cells', cells: 15, differing: 2 }
      case 's':
        return { ...name, verdict: 'wrong', mismatch: 'size', cells: 16 }
      default:
        return { ...name, verdict: letter === 'e' ? 'error' : 'limit', ...failure }
    }
  })
}

test.each([
  ['rr|r', 'solved'],
  ['rr|', 'solved'],
  ['|r', 'solved'],
  ['rr|??', 'passes-demos'],
  ['rr|r?', 'passes-demos'],
  ['r?|?', 'passes-demos'],
  // No demo was passed.
  ['?|r?', 'unknown'],
  ['??|?', 'unknown'],
  ['|', 'unknown'],
  // All demos are right, but a known test is not.
  ['rr|w', 'wrong'],
  ['rr|n', 'near'],
  ['nn|?', 'near'],
  ['nw|r', 'wrong'],
  ['rs|n', 'wrong'],
  ['rr|e', 'error'],
  // An error on a test counts, whether or not its output is known.
  ['rr|l', 'limit'],
  ['rw|l', 'limit'],
  ['lr|e', 'error'],
])('%s: %s', (text, verdict) => {
  expect(judgeSamples(samplesOf(text)).verdict).toBe(verdict)
  expect(isPassed(judgeSamples(samplesOf(text)).verdict)).toBe(verdict === 'solved' || verdict === 'passes-demos')
})

test('demos and tests count apart', () => {
  const samples = samplesOf('rrw?|rel??')
  expect(judgeSamples(samples)).toEqual({
    verdict: 'error',
    demos: { total: 4, right: 2, unknown: 1 },
    tests: { total: 5, right: 1, unknown: 2 },
    samples,
  })
  expect(countSamples(samples)).toEqual({ total: 9, right: 3, wrong: 1, errors: 1, limits: 1, unknown: 3 })
  expect(failuresOf({ samples }).map(({ verdict, number }) => [verdict, number])).toEqual([
    ['error', 2],
    ['limit', 3],
  ])
})
