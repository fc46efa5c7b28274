// Equal plans share a schedule, other ones do not.

import { expect, test } from 'vitest'
import { planOf, solver } from '../../../../test/gpu/small-batch.ts'
import { ScheduleCache } from './schedule-cache.ts'
import { schedulePlan } from './schedule.ts'

const TEXTS = [
  solver('a', 'hmirror(I)', 'crop(x1, (0, 0), (1, 1))'),
  // Another constant, another primitive, another argument, and a function in place of a number.
  solver('a', 'hmirror(I)', 'crop(x1, (0, 0), (1, 2))'),
  solver('a', 'vmirror(I)', 'crop(x1, (0, 0), (1, 1))'),
  solver('a', 'hmirror(I)', 'crop(I, (0, 0), (1, 1))'),
  solver('a', 'power(hmirror, 2)', 'x1(I)'),
  solver('a', 'power(hmirror, 3)', 'x1(I)'),
  // More arguments than a step has room for.
  solver('a', 'rot90(I)', 'paint(I, I, I, I, I, x1)'),
  solver('a', 'rot90(I)', 'paint(I, I, I, I, x1, I)'),
]

test('a plan that is planned again has the schedule of the first one', () => {
  const cache = new ScheduleCache()
  const schedules = TEXTS.map((text) => cache.scheduleOf(planOf(text)))
  expect(new Set(schedules).size).toBe(TEXTS.length)
  for (const [k, text] of TEXTS.entries()) {
    const plan = planOf(text)
    expect(cache.scheduleOf(plan)).toBe(schedules[k])
    expect(cache.scheduleOf(plan)).toEqual(schedulePlan(plan))
  }
  expect(schedules).not.toContain(cache.scheduleOf({ ...planOf(TEXTS[0]!), layout: 't' }))
})

test('programs that share all calls share the schedule', () => {
  const cache = new ScheduleCache()
  const one = cache.scheduleOf(planOf(solver('a', 'hmirror(I)', 'rot90(x1)')))
  expect(cache.scheduleOf(planOf(solver('b', 'hmirror(I)', 'rot90(x1)') + solver('c', 'hmirror(I)')))).toBe(one)
})

test('only the last plans are compared', () => {
  const cache = new ScheduleCache()
  const chain = (count: number) =>
    planOf(solver('a', ...Array.from({ length: count }, () => 'identity(I)'), 'rot90(I)'))
  const sizes = Array.from({ length: 18 }, (_, k) => planOf(solver('a', `hupscale(I, ${k + 1})`)))
  const first = cache.scheduleOf(chain(1))
  for (const plan of sizes) cache.scheduleOf(plan)
  expect(cache.scheduleOf(chain(1))).not.toBe(first)
})
