// Profiles: what merging saves, and traces of bounded length.

import { expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { profilePrograms } from './profile-programs.ts'

const dataset = makeDataset(galleryTasks({ samples: 1 }).slice(0, 2))

test('a statement of three programs is one node whose time they share', async () => {
  const source = [1, 2, 3].map((k) => `def solve_${k}(I):\n    x1 = rot90(I)\n    return x1\n`).join('\n')
  const { programs } = readPrograms(source, 'a.py')
  const { profile, trace } = await profilePrograms({ programs, dataset, pairing: 'all' })
  expect(trace).toBeUndefined()
  expect(profile.byStatement).toHaveLength(1)
  const [node] = profile.byStatement
  expect(node).toMatchObject({ program: 'solve_1', statement: 'x1', callee: 'rot90', uses: 3, calls: profile.samples })
  for (const { ownMs, aloneMs } of profile.byProgram) {
    expect(aloneMs).toBeCloseTo(node!.ms, 9)
    expect(ownMs).toBeCloseTo(node!.ms / 3, 9)
  }
  const { merging } = profile
  expect(merging).toMatchObject({ statements: 3, nodes: 1 })
  expect(merging.mergedMs).toBeCloseTo(node!.ms, 9)
  expect(merging.savedMs).toBeCloseTo(2 * node!.ms, 9)
})

test('a clock with steps of a tenth of a millisecond, as in browsers, has times as well', async () => {
  const now = performance.now.bind(performance)
  // No spy: it would keep every one of the millions of readings.
  performance.now = () => Math.floor(now() * 10) / 10
  try {
    const { profile } = await profilePrograms({ programs: galleryPrograms().slice(0, 10), dataset })
    expect(profile.time.runMs).toBeGreaterThan(0)
    // Each call takes less than a step of the clock: its fastest pass has the time 0.
    expect(profile.byStatement[0]!.ms).toBeGreaterThan(0)
    expect(profile.byPrimitive[0]!.ms).toBeGreaterThan(0)
    const { kernelsMs, callingMs, inputsMs, judgingMs } = profile.parts
    expect(kernelsMs + callingMs + inputsMs + judgingMs).toBeCloseTo(profile.time.runMs, 6)
  } finally {
    performance.now = now
  }
})

test('nothing to run is a profile of nothing', async () => {
  const { profile, trace } = await profilePrograms({ programs: [], dataset, trace: true })
  expect(profile).toMatchObject({ programs: 0, evaluations: 0, work: { calls: 0, kernels: 0, words: 0 } })
  expect(profile.byPrimitive).toEqual([])
  expect(trace!.otherData).toEqual({ steps: 0, stepsLeftOut: 0 })
})

test.each([1, 57])('a trace of at most %i events', async (trace) => {
  const programs = galleryPrograms()
  const result = await profilePrograms({ programs, dataset, pairing: 'all', trace })
  const { otherData, traceEvents } = result.trace!
  const events = traceEvents.filter(({ cat }) => cat === 'step' || cat === 'kernel')
  expect(events.length).toBe(trace)
  expect(events.filter(({ cat }) => cat === 'step')).toHaveLength(otherData.steps)
  expect(otherData.steps + otherData.stepsLeftOut).toBe(result.profile.work.calls)
  expect(traceEvents.filter(({ cat }) => cat === 'run')).toHaveLength(1)
})

test('passes say how far they are, and never go back once they are timed', { tags: ['long'] }, async () => {
  const seen: number[] = []
  let isDone = false
  const programs = galleryPrograms().slice(0, 20)
  await profilePrograms({
    programs,
    dataset,
    pairing: 'all',
    onProgress: ({ done, total }) => {
      seen.push(done)
      isDone = done === total
    },
  })
  expect(isDone).toBe(true)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})
