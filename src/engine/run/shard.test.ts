// How a run is cut into shards: every pair once, balanced, in the order of the run.

import { describe, expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import type { Task } from '../../data/task.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { listJobs } from './pair-order.ts'
import type { Pairing } from './pair-programs.ts'
import { groupsOf } from './run-groups.ts'

function taskOf(id: string, side: number, tests: number): Task {
  const grid = { height: side, width: side, cells: new Uint8Array(side * side) }
  const pair = { input: grid, output: grid }
  return { id, train: [pair], test: Array.from({ length: tests }, () => pair) }
}

function programOf(name: string, length: number): string {
  const lines = Array.from({ length }, (_, k) => `    x${k + 1} = vmirror(${k === 0 ? 'I' : `x${k}`})`)
  return `def ${name}(I):\n${lines.join('\n')}\n    return x${length}\n`
}

function requestOf(tasks: readonly Task[], programs: readonly string[], pairing: Pairing) {
  return { dataset: makeDataset(tasks), programs: readPrograms(programs.join('\n'), 'p.py').programs, pairing }
}

/** The numbers in the whole run of the pairs of a shard, and its work. */
function shardOf(request: ReturnType<typeof requestOf>, index: number, count: number) {
  const groups = groupsOf({ ...request, shard: { index, count } })
  let work = 0
  const pairs = listJobs(groups, request.dataset).flatMap(({ programs, task, sampleCount, whole }) => {
    const cost = programs.reduce((sum, p) => sum + request.programs[p]!.statements.length, 0)
    work += cost * sampleCount * task.train[0]!.input.cells.length
    return whole!.positions.map((position) => whole!.firstPair + position)
  })
  return { pairs, work, groups }
}

function shardsOf(request: ReturnType<typeof requestOf>, count: number) {
  return Array.from({ length: count }, (_, k) => shardOf(request, k + 1, count))
}

const range = (length: number) => Array.from({ length }, (_, k) => k)
const small = range(40).map((k) => taskOf(`t${String(k).padStart(4, '0')}`, 3 + (k % 20), 3))

describe('shards', () => {
  test('have every pair of the run once, in ascending order', () => {
    const own = requestOf(
      small,
      range(90).map((k) => programOf(`solve_${k}_t${String(k % 45).padStart(4, '0')}`, 1 + (k % 7))),
      'own',
    )
    for (const count of [1, 3, 16, 100]) {
      const shards = shardsOf(own, count)
      for (const { pairs } of shards) expect(pairs).toEqual(pairs.toSorted((a, b) => a - b))
      expect(shards.flatMap(({ pairs }) => pairs).sort((a, b) => a - b)).toEqual(range(80))
    }
  })

  test('balance the work of tasks of different sizes', () => {
    const request = requestOf(small, [programOf('solve_a', 4), programOf('solve_b', 2)], 'all')
    const works = shardsOf(request, 4).map(({ work }) => work)
    expect(Math.max(...works) / Math.min(...works)).toBeLessThan(1.1)
  })

  test('cut the programs of one large task', () => {
    const programs = range(64).map((k) => programOf(`solve_${k}`, 1 + (k % 3)))
    const request = requestOf([taskOf('only', 5, 2), taskOf('tiny', 1, 0)], programs, 'all')
    const shards = shardsOf(request, 8)
    const works = shards.map(({ work }) => work)
    expect(Math.max(...works) / Math.min(...works)).toBeLessThan(1.3)
    expect(shards.flatMap(({ pairs }) => pairs).sort((a, b) => a - b)).toEqual(range(128))
  })

  test('keep the programs of a task together where there are many tasks', () => {
    const request = requestOf(small, [programOf('solve_a', 4), programOf('solve_b', 2)], 'all')
    for (const { groups } of shardsOf(request, 2)) {
      expect(groups).toHaveLength(1)
      expect(groups[0]!.programs).toEqual([0, 1])
    }
  })

  test('do not depend on anything but the content', () => {
    const make = () => requestOf(small, [programOf('solve_a', 4), programOf('solve_b', 2)], 'all')
    expect(shardOf(make(), 3, 7)).toEqual(shardOf(make(), 3, 7))
  })
})
