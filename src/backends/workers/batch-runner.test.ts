// Batches on one thread: each piece on its own task, samples that are left out, and where the thread is.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { Heap } from '../../kernel/heap.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { type Plan, lowerGraph } from '../../plan/plan.ts'
import { readProgramFile } from '../../language/read-any.ts'
import { CORRECT, FAILED, type Unit, WRONG } from '../backend.ts'
import { viewEvaluations } from '../evaluations.ts'
import { BatchRunner, bytesBefore } from './batch-runner.ts'
import { MARKER_LENGTH, MARK_TASK, NOWHERE, type RepeatedBatch } from './messages.ts'
import { PackedTask, packTasks } from './packed-tasks.ts'
import { makeSchedule } from './schedule.ts'

const { programs } = readProgramFile('def solve_turn(I):\n    return rot90(I)\n', 'turn.py')
const plan = lowerGraph(mergePrograms(programs))
// Sample k of task t is right if they are equal.
const tasks = [0, 1].map((t): Task => {
  const pair = (k: number) => ({ input: gridFromRows([[k, 0]]), output: gridFromRows([[t], [0]]) })
  return { id: `${t}`, train: [], test: [0, 1, 2].map(pair) }
})
const packed = packTasks(tasks)
const settings = { budget: 1 << 20, allowance: 1 << 20, measure: false, outputs: 'none' } as const

/** A runner of units, a batch each, and its marker. */
function newRunner(units: readonly Unit[], planOf: (number: number) => Plan = () => plan) {
  const marker = new Int32Array(MARKER_LENGTH).fill(NOWHERE)
  const heap = new Heap()
  const schedule = makeSchedule([plan, plan], units, new Map(tasks.map((task, t) => [task, t])), 1, 1)
  const task = (t: number) => new PackedTask(packed, t)
  return { marker, runner: new BatchRunner({ plan: planOf, task, settings, schedule, marker, heapOf: () => heap }) }
}

const unitOf = (t: number, from: number, to: number, planNumber = 0): Unit => ({
  plan: planNumber,
  task: tasks[t]!,
  from,
  to,
})

/** The verdicts of a batch of one unit. */
function verdictsOf(runner: BatchRunner, { from, to }: Unit, repeated: RepeatedBatch, isRepeated = false): number[] {
  const { memory } = runner.run(repeated, isRepeated)
  return [...viewEvaluations(plan, to - from, 'none', memory, bytesBefore(1)).verdicts]
}

test('each unit is run on its own task', () => {
  const units = [unitOf(0, 0, 3), unitOf(1, 0, 3), unitOf(0, 0, 3)]
  const { runner } = newRunner(units)
  expect(units.map((unit, batch) => verdictsOf(runner, unit, { batch, crashed: new Map() }))).toEqual([
    [CORRECT, WRONG, WRONG],
    [WRONG, CORRECT, WRONG],
    [CORRECT, WRONG, WRONG],
  ])
})

test('a sample that has crashed is left out, also of a unit that begins later', () => {
  const unit = unitOf(1, 1, 3)
  const { runner } = newRunner([unit])
  expect(verdictsOf(runner, unit, { batch: 0, crashed: new Map([[0, [2]]]) }, true)).toEqual([CORRECT, FAILED])
})

test('a batch that fails before its first sample is blamed on no sample', () => {
  const { runner, marker } = newRunner([unitOf(0, 0, 3), unitOf(0, 0, 3, 1)], (number) => {
    if (number === 1) throw new Error('no plan')
    return plan
  })
  runner.run({ batch: 0, crashed: new Map() }, false)
  expect(marker[MARK_TASK]).toBe(0)
  expect(() => runner.run({ batch: 1, crashed: new Map() }, false)).toThrow('no plan')
  expect(marker[MARK_TASK]).toBe(NOWHERE)
})
