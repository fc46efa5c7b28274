import { describe, expect, test } from 'vitest'
import type { Unit } from '../../backend.ts'
import { readProgramFile } from '../../../language/read-any.ts'
import { mergePrograms } from '../../../plan/graph.ts'
import { lowerGraph } from '../../../plan/plan.ts'
import type { DeviceFacts } from './chunk-device.ts'
import { ChunkSizer } from './chunk-sizes.ts'
import { type RowRange, makeChunk, splitRanges } from './chunk.ts'
import { planMemory } from '../resident/device-memory.ts'
import { schedulePlan } from '../schedule/schedule.ts'

const grid = { height: 1, width: 1, cells: new Uint8Array(1) }
const task = (id: string): Unit['task'] => ({
  id,
  train: [{ input: grid, output: grid }],
  test: Array.from({ length: 50 }, () => ({ input: grid })),
})
const [one, two] = [task('one'), task('two')]
const units: Unit[] = [
  { plan: 0, task: one, from: 0, to: 40 },
  { plan: 1, task: one, from: 0, to: 10 },
  { plan: 0, task: two, from: 5, to: 6 },
]
const { programs } = readProgramFile('def solve_a(I):\n    return rot90(I)\n', 'test.py')
const plan = lowerGraph(mergePrograms(programs))
const plans = [plan, plan].map((own) => ({ plan: own, schedule: schedulePlan(own) }))
const ranges: RowRange[] = units.map(({ from, to }, unit) => ({ unit, from, to }))

const countRowsOf = ({ from, to }: RowRange) => to - from
const countRows = (all: readonly RowRange[]) => all.reduce((sum, range) => sum + countRowsOf(range), 0)

describe('chunks', () => {
  test('the rows of a plan are together, each with its task', () => {
    const { plans: planRows, rowCount } = makeChunk(ranges, units, plans)
    expect(rowCount).toBe(51)
    expect(planRows.map(({ rows, tasks }) => [rows.length, tasks.length])).toEqual([
      [41, 2],
      [10, 1],
    ])
    expect(planRows[0]!.rows.at(-1)).toEqual({ unit: 2, sample: 5, task: 1 })
  })

  test('halves have all rows between them, down to one', () => {
    const halve = (part: readonly RowRange[]): readonly RowRange[] => splitRanges(part)?.flatMap(halve) ?? part
    const single = halve(ranges)
    expect(single.map(countRowsOf)).toEqual(Array.from({ length: 51 }, () => 1))
    expect(new Set(single.map(({ unit, from }) => `${unit}:${from}`)).size).toBe(51)
    const [first, second] = splitRanges(ranges)!
    expect([countRows(first), countRows(second)]).toEqual([25, 26])
  })
})

const limits = {
  maxBufferSize: 1 << 30,
  maxStorageBufferBindingSize: 1 << 27,
  maxStorageBuffersPerShaderStage: 10,
  maxComputeWorkgroupsPerDimension: 65535,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupStorageSize: 16384,
  minStorageBufferOffsetAlignment: 256,
}

describe('memory', () => {
  test('the largest buffer takes at most 80 % of the largest that there may be, and all together no more than is asked for', () => {
    for (const bytes of [undefined, 2 ** 26, 2 ** 31]) {
      const sizes = planMemory({ kind: 'hardware', limits }, bytes)
      const { heap, arena, scratch, entries, ready, counters, tables } = sizes
      const words = heap + arena + scratch + entries * 10 + ready * 2 + counters + tables
      expect(heap).toBe(Math.max(heap, arena, scratch, entries * 10 + ready * 2, counters, tables))
      expect(heap * 4).toBeLessThanOrEqual(0.8 * limits.maxStorageBufferBindingSize)
      expect(words * 4).toBeLessThanOrEqual(bytes ?? Infinity)
    }
  })

  test('chunks follow what the ones before have needed', () => {
    const sizes = planMemory({ kind: 'software', limits }, 1 << 23)
    const facts = { sizes, kind: 'hardware' } as DeviceFacts
    const sizer = new ChunkSizer()
    const first = sizer.mostSteps(facts)
    sizer.learn(100, 100_000)
    expect(sizer.mostSteps(facts)).toBeLessThan(first)
    for (let k = 0; k < 40; k++) sizer.learn(100, 1000)
    expect(sizer.mostSteps(facts)).toBeGreaterThan(first)
    sizer.limit(7)
    const waiting = [...ranges]
    const cut = sizer.cut(waiting, units, [plan, plan], facts)
    expect(countRows(cut)).toBe(7)
    expect(countRows(cut) + countRows(waiting)).toBe(51)
    // One row that is too large does not make all chunks after it small.
    sizer.learn(7, 70)
    expect(countRows(sizer.cut([...ranges], units, [plan, plan], facts))).toBe(14)
  })
})
