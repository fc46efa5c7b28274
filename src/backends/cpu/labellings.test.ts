import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../test/generators/seed.ts'
import type { GridData } from '../../data/task.ts'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import { Heap } from '../../kernel/heap.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { decodeNotation } from '../../language/values/value-notation.ts'
import { isError } from '../../kernel/words.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { type Plan, lowerGraph } from '../../plan/plan.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { PlanRun } from './plan-run.ts'
import { WasmHeap } from './wasm-heap.ts'

/** The default where all programs run on all tasks, see engine/run/run-pass.ts. */
const POPULATION_BUDGET = 1 << 18
const SELECTORS = [0, 1, 2, 3, 4, 5, 6, 7]

function planOf(layout: CellLayout, selectors: readonly number[]): Plan {
  const flag = (selector: number, bit: number) => ((selector & bit) === 0 ? 'F' : 'T')
  const calls = selectors.map((selector) =>
    layout === 't' ? `o_g(I, R${selector})` : `objects(I, ${[4, 2, 1].map((bit) => flag(selector, bit)).join(', ')})`,
  )
  const lines = calls.map((call, k) => `    t${k} = ${call}\n    s.append((${k}, 'None', 'labelled', t${k}))\n`)
  const text = `def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n${lines.join('')}    return o, s\n`
  const { programs, diagnostics } = readPrograms(text, 'batt.py', { dialect: layout })
  expect(diagnostics).toEqual([])
  return lowerGraph(mergePrograms(programs))
}

interface Limits {
  readonly budget?: number
  readonly allowance?: number
}

function runPlan(plan: Plan, heap: Heap, input: GridData, { budget, allowance }: Limits = {}) {
  const run = new PlanRun(plan, heap, new CpuEvaluator(budget), { allowance })
  // The plan itself stands below.
  const from = heap.top
  run.startTask([])
  run.runSample(input, undefined)
  const { slots, costs } = plan.programs[0]!.slots.reduce(
    (all, slot) => ({
      slots: [...all.slots, isError(run.slots[slot]!) ? run.slots[slot]! : decodeNotation(heap, run.slots[slot]!)],
      costs: [...all.costs, run.costs[slot]!],
    }),
    { slots: [] as unknown[], costs: [] as number[] },
  )
  return { slots, costs, words: run.wordCount, used: heap.top - from }
}

const grids = fc
  .record({
    height: fc.integer({ min: 1, max: 9 }),
    width: fc.integer({ min: 1, max: 9 }),
    colors: fc.integer({ min: 1, max: 6 }),
  })
  .chain(({ height, width, colors }) =>
    fc
      .uint8Array({ minLength: height * width, maxLength: height * width, max: colors })
      .map((cells): GridData => ({ height, width, cells })),
  )
const subsets = fc.uniqueArray(fc.constantFrom(...SELECTORS), { minLength: 2 })

describe.each(['a', 't'] as const)('layout %s', (layout) => {
  // A run drops what its heap holds.
  const wasm = new WasmHeap(1 << 16, layout)
  const heaps = { WebAssembly: () => wasm, JavaScript: () => new Heap(1 << 16, 1 << 12, layout) }

  test.each(Object.entries(heaps))('in one pass as one by one, in %s: values and counted words', (_, newHeap) => {
    fc.assert(
      fc.property(grids, subsets, (grid, selectors) => {
        const plan = planOf(layout, selectors)
        expect(plan.labellings.map(({ selectors: own }) => [...own])).toEqual([selectors])
        const together = runPlan(plan, newHeap(), grid)
        const single = runPlan({ ...plan, labellings: [] }, newHeap(), grid)
        expect({ ...together, used: 0 }).toEqual({ ...single, used: 0 })
        expect(together.used).toBeLessThanOrEqual(single.used)
      }),
      { numRuns: 150 },
    )
  })

  test('objects without the background are those with it, not copies', () => {
    const plan = planOf(layout, [4, 5])
    const grid = { height: 2, width: 3, cells: Uint8Array.of(0, 1, 0, 0, 0, 2) }
    const together = runPlan(plan, heaps.WebAssembly(), grid)
    const single = runPlan({ ...plan, labellings: [] }, heaps.WebAssembly(), grid)
    expect(together.slots).toEqual(single.slots)
    // The two objects of one cell each, of two words.
    expect(single.used - together.used).toBe(4)
  })

  test.each([{ budget: 100_000 }, { budget: 40 }, { allowance: 100_000 }, { allowance: 12 }])(
    'with little of %o the calls are made one by one',
    (limits) => {
      const plan = planOf(layout, SELECTORS)
      const grid = { height: 3, width: 4, cells: Uint8Array.from({ length: 12 }, (_, k) => (k * 7) % 5) }
      const single = runPlan({ ...plan, labellings: [] }, heaps.WebAssembly(), grid, limits)
      expect(runPlan(plan, heaps.WebAssembly(), grid, limits)).toEqual(single)
    },
  )

  test('in one pass with the budget of a population too, which no call on the largest grid comes near', () => {
    const plan = planOf(layout, SELECTORS)
    const cells = Uint8Array.from({ length: 136 * 30 }, (_, k) => (Math.floor(k / 30) + 2 * k) % 5)
    const grid = { height: 136, width: 30, cells }
    const together = runPlan(plan, heaps.WebAssembly(), grid, { budget: POPULATION_BUDGET })
    const single = runPlan({ ...plan, labellings: [] }, heaps.WebAssembly(), grid, { budget: POPULATION_BUDGET / 4 })
    // As texts: there are 30,000 cells.
    expect(JSON.stringify({ ...together, used: 0 }) === JSON.stringify({ ...single, used: 0 })).toBe(true)
    expect(together.used).toBeLessThan(single.used)
  })

  test.each([
    [137, 30],
    [5, 31],
    [5, 2],
  ])('a large, wide or narrow grid is labelled call by call: %i x %i', (height, width) => {
    const plan = planOf(layout, SELECTORS)
    const grid = { height, width, cells: Uint8Array.from({ length: height * width }, (_, k) => (k % 7) % 3) }
    const single = runPlan({ ...plan, labellings: [] }, heaps.WebAssembly(), grid)
    expect(runPlan(plan, heaps.WebAssembly(), grid)).toEqual(single)
  })

  test('the next sample has its own objects', () => {
    const plan = planOf(layout, [4, 5])
    const heap = heaps.WebAssembly()
    const run = new PlanRun(plan, heap, new CpuEvaluator())
    run.startTask([])
    const sizes = [1, 2].map((color) => {
      run.runSample({ height: 1, width: 3, cells: Uint8Array.of(0, color, 0) }, undefined)
      return JSON.stringify(decodeNotation(heap, run.slots[plan.programs[0]!.slots[1]!]!))
    })
    expect(sizes[0]).not.toBe(sizes[1])
  })
})

test('without a grid each call has its own error', () => {
  const text =
    'def solve_a(I):\n  x1 = size(I)\n  x2 = objects(x1, T, F, T)\n  x3 = objects(x1, T, T, T)\n  return astuple(x2, x3)\n'
  const plan = lowerGraph(mergePrograms(readPrograms(text, 'a.py').programs))
  expect(plan.labellings).toHaveLength(1)
  const grid = { height: 1, width: 1, cells: Uint8Array.of(3) }
  const { slots } = runPlan(plan, new WasmHeap(), grid)
  expect(slots).toEqual(runPlan({ ...plan, labellings: [] }, new WasmHeap(), grid).slots)
})
