import { expect, test } from 'vitest'
import { type CountedProgress, formatDuration, formatProgress } from './progress.ts'

const progress: CountedProgress = {
  done: 250_000,
  total: 1_000_000,
  first: 0,
  seconds: 10,
  unit: 'evaluations with differs',
}

test('a wide line has a bar, counts, speed and the time left', () => {
  expect(formatProgress(progress, 120)).toBe(
    '██████░░░░░░░░░░░░░░░░░░ 250,000 of 1,000,000 evaluations with differs, 25,000 a second, 30 s left',
  )
})

test.each([20, 40, 60, 80, 100])('at %i columns one is left empty', (columns) => {
  const line = formatProgress(progress, columns)
  expect(line.length).toBeGreaterThan(0)
  expect(line.length).toBeLessThan(columns)
  expect(line).toContain('left')
})

test('at 60 columns the counts and the time left stay', () => {
  expect(formatProgress(progress, 60)).toBe('250,000 of 1,000,000 evaluations with differs, 30 s left')
  expect(formatProgress({ ...progress, unit: 'evaluations' }, 60)).toBe(
    '███░░░░░░░ 250,000 of 1,000,000 evaluations, 30 s left',
  )
})

test('nothing is printed where nothing fits', () => {
  expect(formatProgress(progress, 3)).toBe('')
})

test('what was done before the start does not count as speed', () => {
  expect(formatProgress({ ...progress, first: 240_000 }, 120)).toContain('1,000 a second, 13 min left')
})

test('before the first item the estimate is the one that is given, less the time that has passed', () => {
  const compiling = { done: 0, total: 120, first: 0, seconds: 1, unit: 'kernels compiled', secondsEach: 1 }
  expect(formatProgress(compiling, 60)).toBe('░░░░░░░░░░ 0 of 120 kernels compiled, 2 min left')
  expect(formatProgress({ ...compiling, seconds: 70 }, 60)).toContain('50 s left')
  expect(formatProgress({ ...compiling, seconds: 700 }, 60)).toContain('1 s left')
})

test('without an estimate none is printed before the first item', () => {
  expect(formatProgress({ ...progress, done: 0 }, 120)).toMatch(/differs$/)
})

test.each([
  [400, '1 s'],
  [59_000, '59 s'],
  [61_000, '2 min'],
  [7_200_000, '2.0 h'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
