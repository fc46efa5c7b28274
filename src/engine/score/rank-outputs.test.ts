// The order of distinct outputs: right demos, agreement, size, name.

import { expect, test } from 'vitest'
import { type Vote, rankOutputs } from './rank-outputs.ts'

let next = 0
function vote(hash: string, demosRight: number, size = 5, name = `solver ${next}`): Vote {
  return { solver: next++, name, size, demosRight, hash }
}

const hashes = (votes: readonly Vote[]) => rankOutputs(votes).map(({ hash }) => hash)

test('an output of a solver with more right demos comes first, however many agree on another', () => {
  expect(hashes([vote('many', 2), vote('many', 2), vote('best', 3)])).toEqual(['best', 'many'])
})

test('agreement decides between solvers with equally many right demos', () => {
  expect(hashes([vote('one', 3, 1), vote('two', 3, 9), vote('two', 3, 9)])).toEqual(['two', 'one'])
})

test('solvers with fewer right demos do not count as agreement', () => {
  const votes = [vote('one', 3, 9), vote('one', 2), vote('one', 0), vote('two', 3, 1), vote('two', 3, 9)]
  expect(rankOutputs(votes).map(({ hash, agreement }) => [hash, agreement])).toEqual([
    ['two', 2],
    ['one', 1],
  ])
  // In whatever order they come.
  expect(rankOutputs(votes.toReversed()).map(({ agreement }) => agreement)).toEqual([2, 1])
})

test('the smallest solver of an output decides, then its name', () => {
  expect(hashes([vote('large', 1, 8), vote('small', 1, 7)])).toEqual(['small', 'large'])
  expect(hashes([vote('z', 1, 7, 'b'), vote('y', 1, 7, 'a')])).toEqual(['y', 'z'])
  const [first] = rankOutputs([vote('x', 1, 9, 'a'), vote('x', 1, 2, 'c'), vote('x', 1, 2, 'b')])
  expect(first!.by.name).toBe('b')
  expect(first!.agreement).toBe(3)
})

test('the order of votes changes nothing', () => {
  const votes = [
    vote('x', 1, 3, 'c'),
    vote('x', 2, 9, 'b'),
    vote('x', 2, 9, 'a'),
    vote('x', 2, 12, '0'),
    vote('y', 2, 9, 'd'),
    vote('y', 0, 1, 'e'),
    vote('z', 2, 9, 'f'),
  ]
  for (const order of [votes, votes.toReversed(), votes.toSpliced(2, 1).concat(votes[2]!)]) {
    expect(rankOutputs(order).map(({ hash, by, agreement }) => [hash, by.name, agreement])).toEqual([
      ['x', 'a', 3],
      ['y', 'd', 1],
      ['z', 'f', 1],
    ])
  }
})
