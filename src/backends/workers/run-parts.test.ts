// The data of a run in parts: each batch has its plans and tasks as soon as it may be taken, and nothing is packed twice.

import { expect, test } from 'vitest'
import { gridFromRows } from '../../data/grid-rows.ts'
import type { Task } from '../../data/task.ts'
import { readProgramFile } from '../../language/read-any.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import type { PartMessage, RunData } from './messages.ts'
import { ReceivedRun, RunPacker, findTask } from './run-parts.ts'
import { type Schedule, makeSchedule, pieceAt } from './schedule.ts'

const COUNT = 9
const { programs } = readProgramFile(
  Array.from({ length: COUNT }, (_, k) => `def solve_${k}(I):\n    return canvas(${k}, (1, 1))\n`).join('\n'),
  'parts.py',
)
const plans = programs.map((program) => lowerGraph(mergePrograms([program])))
const tasks = plans.map((_, k): Task => ({ id: `${k}`, train: [], test: [{ input: gridFromRows([[k, k]]) }] }))
const newData = (): RunData => ({ layouts: ['a'], modules: {}, plans: [], tasks: [] })

/** A batch for each unit: plan and task of the unit. */
function scheduleOf(places: readonly (readonly [plan: number, task: number])[]): Schedule {
  const units = places.map(([plan, task]): Unit => ({ plan, task: tasks[task]!, from: 0, to: 1 }))
  return makeSchedule(plans, units, new Map(tasks.map((task, k) => [task, k])), 2, 1)
}

function packAll(packer: RunPacker): PartMessage[] {
  const parts: PartMessage[] = []
  while (!packer.isDone) parts.push(packer.packPart())
  return parts
}

const own = scheduleOf(plans.map((_, k) => [k, k]))
const sizesOf = (parts: readonly PartMessage[]) =>
  parts.map(({ plans: packed, tasks: others }) => [packed?.packed.starts.length, others?.packed.tasks.length])

test('parts have the data of one batch, of two, of four, and of all others', () => {
  const packer = new RunPacker(plans, tasks, own, newData())
  const ready: number[] = []
  const parts: PartMessage[] = []
  while (!packer.isDone) {
    parts.push(packer.packPart())
    ready.push(packer.readyBatches)
  }
  expect(ready).toEqual([1, 3, 7, COUNT])
  // Three numbers for each task.
  expect(sizesOf(parts)).toEqual([
    [1, 3],
    [2, 6],
    [4, 12],
    [2, 6],
  ])
  expect([packer.data.plans, packer.data.tasks]).toEqual([
    parts.map((part) => part.plans),
    parts.map((part) => part.tasks),
  ])
})

test('batches in any order have their data when they are ready, and the last part has what no batch needs', () => {
  const schedule = scheduleOf([
    [2, 1],
    [6, 5],
    [0, 3],
    [1, 0],
    [3, 7],
  ])
  const packer = new RunPacker(plans, tasks, schedule, newData())
  const receive = () => {
    throw new Error('a part is missing')
  }
  while (!packer.isDone) {
    packer.packPart()
    const received = new ReceivedRun(packer.data, receive)
    for (let batch = 0; batch < packer.readyBatches; batch++) {
      const { plan, task } = pieceAt(schedule, batch)
      expect(received.plan(plan)).toEqual(plans[plan])
      expect(received.task(task).sample(0)).toEqual(tasks[task]!.test[0])
    }
  }
  const received = new ReceivedRun(packer.data, receive)
  expect(plans.map((_, k) => received.plan(k))).toEqual(plans)
  expect(tasks.map((_, t) => findTask(packer.data.tasks, t).test)).toEqual(tasks.map((task) => task.test))
})

test('a thread receives parts when it needs them, and has a plan once', () => {
  const packer = new RunPacker(plans, tasks, own, newData())
  packer.packPart()
  const data: RunData = { ...packer.data, plans: [...packer.data.plans], tasks: [...packer.data.tasks] }
  const waiting = packAll(packer)
  const received = new ReceivedRun(data, () => waiting.shift()!)
  expect(received.plan(0)).toEqual(plans[0])
  expect(waiting.length).toBe(3)
  expect(received.task(3).sample(0)).toEqual(tasks[3]!.test[0])
  expect(waiting.length).toBe(1)
  const last = received.plan(COUNT - 1)
  expect([last, waiting.length]).toEqual([plans[COUNT - 1], 0])
  expect(received.plan(COUNT - 1)).toBe(last)
  expect(received.plan(1)).toEqual(plans[1])
})

test('a thread takes parts that it has not asked for', () => {
  const packer = new RunPacker(plans, tasks, own, newData())
  const received = new ReceivedRun(newData(), () => {
    throw new Error('a part is missing')
  })
  for (const part of packAll(packer)) received.add(part)
  expect(received.plan(COUNT - 1)).toEqual(plans[COUNT - 1])
})

test('what the data has already is not packed again', () => {
  const { data } = new RunPacker(plans, tasks, own, newData())
  const first = new RunPacker(plans, tasks, own, data)
  packAll(first)
  const again = new RunPacker(plans, tasks, own, data)
  expect([again.isDone, again.readyBatches]).toEqual([true, COUNT])
  const sameTasks = new RunPacker(plans, tasks, own, { ...newData(), tasks: data.tasks })
  expect(sizesOf(packAll(sameTasks))).toEqual([
    [1, undefined],
    [2, undefined],
    [4, undefined],
    [2, undefined],
  ])
})

test('a run without batches packs all data with its only part', () => {
  const packer = new RunPacker(plans, tasks, scheduleOf([]), newData())
  expect(sizesOf(packAll(packer))).toEqual([[COUNT, 3 * COUNT]])
})
