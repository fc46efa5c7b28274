// The clocks: what they count of a run, and that the faster of two passes is kept.

import { expect, test } from 'vitest'
import { TYPE_ERROR } from '../../kernel/errors.ts'
import { Heap } from '../../kernel/heap.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { Counts, StepClock, calibrateClock } from './profile-clocks.ts'

test('calls, words and errors are added up, and the clock is taken off', () => {
  const counts = new Counts(2)
  counts.add(1, 5, 10, 3)
  counts.add(1, 7, 20, TYPE_ERROR)
  expect([...counts.calls]).toEqual([0, 2])
  expect([...counts.words]).toEqual([0, 30])
  expect([...counts.errors]).toEqual([0, 1])
  expect(counts.timeOf(1, 2)).toBe(8)
  expect(counts.timeOf(1, 100)).toBe(0)
})

test('of two passes the shorter times are kept, place by place', () => {
  const [first, second] = [new Counts(2), new Counts(2)]
  first.add(0, 5, 1, 0)
  first.add(1, 1, 1, 0)
  second.add(0, 3, 1, 0)
  second.add(1, 9, 1, 0)
  first.keepFaster(second)
  expect([...first.ms]).toEqual([3, 1])
  expect([...first.calls]).toEqual([1, 1])
})

test('a step clock leaves no moment out and none twice', () => {
  const plan = lowerGraph(mergePrograms([]))
  const heap = new Heap()
  const clock = new StepClock()
  const began = performance.now()
  clock.start()
  clock.beginSample()
  clock.beginSteps(plan, heap)
  heap.top += 6
  clock.endStep(0, 1)
  heap.top += 2
  clock.endStep(2, TYPE_ERROR)
  clock.stop()
  const passed = performance.now() - began
  const counts = clock.counts.get(plan)!
  expect([...counts.words]).toEqual([6, 0, 2])
  expect([...counts.errors]).toEqual([0, 0, 1])
  expect(clock.inputs.readings).toBe(1)
  expect(clock.judging.readings).toBe(2)
  const times = [...counts.ms, clock.inputs.ms, clock.judging.ms]
  for (const ms of times) expect(ms).toBeGreaterThanOrEqual(0)
  expect(times.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(passed)
})

test('reading the clock costs something, and not a millisecond', () => {
  expect(calibrateClock()).toBeGreaterThan(0)
  expect(calibrateClock()).toBeLessThan(1)
})
