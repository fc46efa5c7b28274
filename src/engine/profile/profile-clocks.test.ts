// The clocks: what they count of a run, and that the faster of two passes is kept.

import { expect, test, vi } from 'vitest'
import { TYPE_ERROR } from '../../kernel/errors.ts'
import { Heap } from '../../kernel/heap.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { CallCounts, KernelClock, StepClock, calibrateClock } from './profile-clocks.ts'

test('calls, words and errors are added up, and the clock is taken off', () => {
  const counts = new CallCounts(2)
  counts.add(1, 5, 10, 3)
  counts.add(1, 7, 20, TYPE_ERROR)
  expect([...counts.calls]).toEqual([0, 2])
  expect([...counts.words]).toEqual([0, 30])
  expect([...counts.errors]).toEqual([0, 1])
  expect(counts.timeOf(1, 2)).toBe(8)
  expect(counts.timeOf(1, 100)).toBe(0)
})

test('of two passes the shorter times are kept, place by place', () => {
  const [first, second] = [new CallCounts(2), new CallCounts(2)]
  first.add(0, 5, 1, 0)
  first.add(1, 1, 1, 0)
  second.add(0, 3, 1, 0)
  second.add(1, 9, 1, 0)
  first.keepFaster(second)
  expect([...first.ms]).toEqual([3, 1])
  expect([...first.calls]).toEqual([1, 1])
})

test('a step clock divides all time between its readings into inputs, steps and judging', () => {
  // Each reading of the clock takes as long as its number: 1, 2, 4, 8, … ms, so every sum has one meaning.
  let reading = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => 2 ** ++reading)
  const [plan, other] = [lowerGraph(mergePrograms([])), lowerGraph(mergePrograms([]))]
  const heap = new Heap()
  const clock = new StepClock()
  clock.start() // 2
  clock.beginSample() // 4, then 8
  clock.beginSteps(plan, heap) // 16, 32
  heap.top += 6
  clock.endStep(0, 1) // 64, 128
  heap.top += 2
  clock.endStep(2, TYPE_ERROR) // 256, 512
  clock.beginSteps(other, heap) // 1024, 2048
  heap.top += 1
  clock.endStep(1, 0) // 4096, 8192
  clock.stop() // 16384
  now.mockRestore()
  const counts = clock.counts.get(plan)!
  expect([...counts.words]).toEqual([6, 0, 2])
  expect([...counts.errors]).toEqual([0, 0, 1])
  expect([...counts.ms]).toEqual([64 - 32, 0, 256 - 128])
  expect([...clock.counts.get(other)!.ms]).toEqual([0, 4096 - 2048, 0])
  expect([...clock.counts.get(other)!.words]).toEqual([0, 1, 0])
  expect(clock.inputs).toEqual({ ms: 16 - 8 + 1024 - 512, readings: 2 })
  expect(clock.judging).toEqual({ ms: 4 - 2 + 16384 - 8192, readings: 2 })
})

test('of two step clocks the shorter times are kept, plan by plan, for inputs and for judging', () => {
  const plan = lowerGraph(mergePrograms([]))
  const clocks = [1, 3].map((length) => {
    let at = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (at += length))
    const clock = new StepClock()
    clock.start()
    clock.beginSample()
    clock.beginSteps(plan, new Heap())
    clock.endStep(0, 1)
    now.mockRestore()
    return clock
  })
  const [short, long] = clocks as [StepClock, StepClock]
  long.keepFaster(short)
  expect([[...long.counts.get(plan)!.ms], long.inputs.ms, long.judging.ms]).toEqual([[1, 0, 0], 1, 1])
  long.keepFaster(long)
  expect([long.inputs.readings, long.judging.readings]).toEqual([1, 1])
})

test('a kernel clock counts calls, times, words and errors by kernel', () => {
  const [first, second] = [new KernelClock(), new KernelClock()]
  first.endKernel(3, 10, 15, 7, TYPE_ERROR)
  second.endKernel(3, 10, 12, 7, TYPE_ERROR)
  first.keepFaster(second)
  const { calls, ms, words, errors } = first.counts
  expect([calls[3], ms[3], words[3], errors[3]]).toEqual([1, 2, 7, 1])
})

test('a reading of the clock costs what it takes where nothing disturbs it', () => {
  const now = performance.now.bind(performance)
  let readings = 0
  let at = 0
  // No spy: it would keep every reading. Those in the middle are the fast ones.
  performance.now = () => (at += ++readings > 30_000 && readings < 70_000 ? 0.002 : 0.003)
  try {
    expect(calibrateClock()).toBeCloseTo(0.002, 9)
  } finally {
    performance.now = now
  }
})
