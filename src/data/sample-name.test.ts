import { expect, test } from 'vitest'
import { nameSample, spellSample } from './task.ts'

test('samples are named from 1 within their set, demos first', () => {
  const train = [{}, {}] as never[]
  expect([0, 1, 2, 3].map((k) => spellSample(nameSample({ train }, k)))).toEqual([
    'demo 1',
    'demo 2',
    'test 1',
    'test 2',
  ])
  expect(nameSample({ train: [] }, 0)).toEqual({ set: 'test', number: 1 })
})
