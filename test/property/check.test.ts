// A call that `check` says can only fail does fail: random programs of every dialect, on samples with and without C.

import { expect, test } from 'vitest'
import { newRowRunner } from '../../src/backends/cpu/row-runner.ts'
import type { Task } from '../../src/data/task.ts'
import { settleSettings } from '../../src/engine/run/run-pass.ts'
import { isError } from '../../src/kernel/words.ts'
import { findFailingCalls } from '../../src/language/check/find-failing-calls.ts'
import { dialectIds } from '../../src/language/dialects.ts'
import { printPrograms } from '../../src/language/python/print-python.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { lowerGraph } from '../../src/plan/plan.ts'
import { amount } from '../amount.ts'
import { draw } from '../generators/seed.ts'
import { typedProgram } from '../generators/typed-programs.ts'

const COUNT = amount(100, 300)
const grid = { height: 3, width: 4, cells: Uint8Array.from([0, 1, 1, 0, 2, 1, 0, 0, 2, 2, 0, 3]) }
const dot = { height: 1, width: 1, cells: Uint8Array.of(5) }
const task: Task = { id: 'task', train: [{ input: grid, output: dot }], test: [{ input: dot, output: grid }] }

test.each(dialectIds)(
  'flagged calls of random programs of dialect %s fail',
  (dialect) => {
    const wrong: string[] = []
    let flagged = 0
    const runners = [true, false].map((measure) => newRowRunner(settleSettings({ measure })))
    for (const program of draw(typedProgram({ dialect }), COUNT)) {
      const failing = findFailingCalls(program)
      if (failing.length === 0) continue
      flagged += failing.length
      const plan = lowerGraph(mergePrograms([program], { keepUnused: true }))
      for (const [sample, runner] of runners.entries()) {
        runner.run(plan, task, sample, ({ run }) => {
          for (const { index, reason } of failing) {
            const slot = plan.programs[0]!.slots[plan.programs[0]!.statements.indexOf(index)]!
            if (!isError(run.slots[slot]!)) wrong.push(`${index}: ${reason}\n${printPrograms([program])}`)
          }
        })
      }
    }
    expect(wrong.slice(0, 2)).toEqual([])
    expect(flagged).toBeGreaterThan(COUNT / 40)
  },
  600_000,
)
