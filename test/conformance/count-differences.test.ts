// Outputs against the expected grid: every engine counts as a loop over the cells does.

import { describe, expect, test } from 'vitest'
import { encodeGrid } from '../../src/backends/grid-data.ts'
import { NO_GRID, OTHER_SIZE } from '../../src/backends/mismatch.ts'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { PlanRun } from '../../src/backends/cpu/plan-run.ts'
import type { GridData } from '../../src/data/task.ts'
import { BOUNDS_ERROR } from '../../src/kernel/errors.ts'
import { GRID } from '../../src/kernel/blocks.ts'
import { type Heap, holdScratch } from '../../src/kernel/heap.ts'
import { addressOf } from '../../src/kernel/words.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { lowerGraph } from '../../src/plan/plan.ts'
import { engines } from '../engines.ts'

const TEXT = `def solve_same(I):
    return I

def solve_again(I):
    return I

def solve_turned(I):
    x1 = rot180(I)
    return x1

def solve_number(I):
    x1 = size(I)
    return x1

def solve_failing(I):
    x1 = first(ZERO)
    return x1

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t2 = vconcat(I, I)
    t3 = hconcat(I, I)
    s.append((1, 'None', 'tall', t2))
    o.append((2, False, 'wide', t3))
    return o, s
`

function gridOf(height: number, width: number, colorOf: (cell: number) => number): GridData {
  return { height, width, cells: Uint8Array.from({ length: height * width }, (_, cell) => colorOf(cell)) }
}

const differencesOf = (a: GridData, b: GridData) =>
  a.cells.reduce((sum, color, k) => sum + Number(color !== b.cells[k]), 0)

describe.each(engines)('in %s', (_, engine) => {
  const { programs, diagnostics } = readPrograms(TEXT, 'a.py')
  expect(diagnostics).toEqual([])
  const plan = lowerGraph(mergePrograms(programs))
  const [same, again, turned, number, failing, batt] = plan.programs

  test('of grids of all lengths, the differing cells', () => {
    const run = new PlanRun(plan, engine.newHeap(1 << 12, 'a'), new CpuEvaluator())
    run.startTask([])
    for (let length = 1; length <= 40; length++) {
      for (let changed = -1; changed < length; changed++) {
        const input = gridOf(1, length, (cell) => (7 * cell + length) % 10)
        const expected = gridOf(1, length, (cell) => (cell === changed ? 15 : input.cells[cell]!))
        const reversed = { ...input, cells: input.cells.toReversed() }
        run.runSample(input, undefined, expected)
        expect(run.isScored).toBe(true)
        expect({ length, changed, count: run.differencesOf(same!.result) }).toEqual({
          length,
          changed,
          count: changed < 0 ? 0 : 1,
        })
        expect(run.differencesOf(again!.result)).toBe(changed < 0 ? 0 : 1)
        expect(run.differencesOf(turned!.result)).toBe(differencesOf(reversed, expected))
      }
    }
  })

  test('of other values, that they are no grid or one of another size', () => {
    const run = new PlanRun(plan, engine.newHeap(1 << 12, 'a'), new CpuEvaluator())
    run.startTask([])
    const expected = gridOf(3, 4, (cell) => cell)
    for (const [height, width] of [
      [4, 3],
      [3, 3],
      [2, 4],
      [12, 1],
    ] as const) {
      run.runSample(
        gridOf(height, width, (cell) => cell),
        undefined,
        expected,
      )
      expect(run.differencesOf(same!.result)).toBe(OTHER_SIZE)
    }
    run.runSample(
      gridOf(3, 2, () => 7),
      undefined,
      expected,
    )
    expect(run.differencesOf(number!.result)).toBe(NO_GRID)
    expect(run.differencesOf(failing!.result)).toBe(NO_GRID)
    // The output of a differ is not judged; that of a candidate is: the width fits.
    expect(run.differencesOf(batt!.outputs[batt!.candidates[0]!]!)).toBe(11)
    run.runSample(
      gridOf(3, 2, () => 7),
      undefined,
    )
    expect(run.isScored).toBe(false)
  })

  test('a grid that ends beyond the heap differs in all cells', () => {
    const heap: Heap = engine.newHeap(1 << 12, 'a')
    const evaluator = new CpuEvaluator()
    const grid = gridOf(2, 5, () => 3)
    const word = encodeGrid(heap, grid)
    const slots = heap.top
    heap.words[slots] = word
    heap.top++
    const count = (rows: number): number => {
      heap.words[addressOf(word)] = (rows << 4) | GRID
      heap.fault = 0
      heap.scratchTop = 0
      holdScratch(heap, 3 + 5 * rows)
      heap.scratch.set([0, rows, 5, ...Array.from({ length: 5 * rows }, () => 3)])
      evaluator.countDifferences(heap, slots, 1)
      return heap.scratch[0]!
    }
    expect([count(2), heap.fault]).toEqual([0, 0])
    expect([count(9), heap.fault]).toEqual([45, BOUNDS_ERROR])
  })
})
