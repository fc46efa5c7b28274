// A run begins on one thread, and continues on all cores only where the rest is long; the clock of these tests is a counter.

import { expect, test } from 'vitest'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import type { PairResult } from '../../engine/run/pair-result.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import type { Backend, RunSettings } from '../backend.ts'
import { CpuBackend } from '../cpu/cpu-backend.ts'
import { wasmEngine } from '../cpu/engine.ts'
import { GrowingBackend, LONG_MS, PATIENCE_MS } from './growing-backend.ts'

const programs = galleryPrograms()
const dataset = makeDataset(galleryTasks({ samples: 1 }))

/** Runs the gallery on a backend whose clock advances by `msASample` with every sample. */
async function run(
  msASample: number,
  outputs: RunSettings['outputs'] = 'hash',
): Promise<{
  pairs: PairResult[]
  rests: number[]
  opened: number
  work: Backend['work']
  name: string
}> {
  let now = 0
  let opened = 0
  const rests: number[] = []
  const pairs: PairResult[] = []
  const backend = new GrowingBackend({
    engine: wasmEngine,
    heapWords: 1 << 24,
    openWorkers: async () => {
      opened++
      return new CpuBackend()
    },
    onGrowth: (restMs) => rests.push(restMs),
    now: () => (now += msASample),
  })
  const { work } = await runPrograms({
    programs,
    dataset,
    backend,
    settings: { outputs },
    onPair: (pair) => pairs.push(pair),
  })
  await runPrograms({ programs, dataset, backend, settings: { outputs } })
  return { pairs, rests, opened, work, name: backend.name }
}

test('short work stays on one thread', async () => {
  const { opened, rests, name } = await run(0.01)
  expect(opened).toBe(0)
  expect(rests).toEqual([])
  expect(name).toBe('cpu')
})

test('work that is soon done stays there, although it took longer than the patience', async () => {
  // All samples together take less than patience and rest.
  const { opened } = await run((PATIENCE_MS + LONG_MS / 2) / countSamples())
  expect(opened).toBe(0)
})

test('long work continues on threads, which are started once for all runs and announced with the rest', async () => {
  const { opened, rests, name } = await run(100)
  expect(opened).toBe(1)
  expect(rests).toHaveLength(1)
  expect(rests[0]).toBeGreaterThan(LONG_MS)
  expect(name).toBe('workers')
})

test('the rest is estimated by samples, also within units that do not begin with the first one', async () => {
  const pair = { input: gridFromRows([[1]]), output: gridFromRows([[1]]) }
  const task: Task = { id: 'long', train: [], test: Array.from({ length: 100 }, () => pair) }
  const rests: number[] = []
  let now = 0
  const backend = new GrowingBackend({
    engine: wasmEngine,
    heapWords: 1 << 24,
    openWorkers: async () => new CpuBackend(),
    onGrowth: (restMs) => rests.push(restMs),
    now: () => (now += PATIENCE_MS / 3),
  })
  const request = {
    programs: programs.slice(0, 1),
    dataset: makeDataset([task]),
    pairing: 'all',
    unitSamples: 1,
  } as const
  await runPrograms({ ...request, backend })
  // Three samples took the patience.
  expect(rests).toEqual([(97 * PATIENCE_MS) / 3])
})

test('a run that keeps values stays on one thread, whose memory is bounded', async () => {
  expect(await run(100, 'value')).toMatchObject({ opened: 0, name: 'cpu' })
})

test('results, calls and kernels are those of one thread, wherever the run moves', async () => {
  const pairs: PairResult[] = []
  const alone = await runPrograms({
    programs,
    dataset,
    settings: { outputs: 'hash' },
    onPair: (pair) => pairs.push(pair),
  })
  for (const msASample of [0.01, 20, 100, 1000]) {
    const grown = await run(msASample)
    expect(grown.pairs).toEqual(pairs)
    expect(grown.work).toMatchObject({ statements: alone.work.statements, onCpu: alone.work.onCpu })
    expect(grown.work.executed).toBe(alone.work.executed)
  }
})

function countSamples(): number {
  return dataset.tasks.reduce((sum, { train, test }) => sum + train.length + test.length, 0)
}

test('threads are told of the signal that ends a run', async () => {
  const { signal } = new AbortController()
  const seen: unknown[] = []
  let now = 0
  class Threads extends CpuBackend {
    override run(...[plans, units, settings, given]: Parameters<Backend['run']>) {
      seen.push(given)
      return super.run(plans, units, settings)
    }
  }
  const backend = new GrowingBackend({
    engine: wasmEngine,
    heapWords: 1 << 24,
    openWorkers: async () => new Threads(),
    now: () => (now += PATIENCE_MS),
  })
  await runPrograms({ programs, dataset, backend, signal })
  expect(seen).toEqual([signal])
})
