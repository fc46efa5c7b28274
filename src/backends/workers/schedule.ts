// The batches of a run in shared memory, from which each thread takes the next one by itself.

import type { Plan } from '../../plan/plan.ts'
import { countSteps } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'

/** The units of a run, cut into batches, and which thread has taken which batch. Batches are taken in their order. */
export interface Schedule {
  /** For each unit four numbers: those of its plan and of its task, and the half-open range [from, to) of its samples. */
  readonly units: Int32Array
  /** The number of the first unit of each batch; at the end, the number of units. */
  readonly starts: Int32Array
  /** The number of the thread that has taken each batch, or FREE. */
  readonly owners: Int32Array
  /** The elements NEXT, LIMIT and STOP. */
  readonly control: Int32Array
}

const UNIT_WIDTH = 4
/** In place of a thread; numbers of threads begin with 1. */
const FREE = 0
/** All batches below this one are taken. */
const NEXT = 0
/** Batches from this one on must wait until others have been collected, so that memory stays flat. */
const LIMIT = 1
/** 1 once nobody needs further results. */
const STOP = 2

/** The share of the remaining work that a batch has: large ones first, small ones last, so that all threads end together. */
const BATCHES_PER_WORKER = 4
/** The least and the most work of a batch, in steps and judged programs: about 0.3 and 40 ms. */
const MIN_WORK = 1 << 9
const MAX_WORK = 1 << 16

/** Cuts units into batches; `batchEvaluations` is the number of evaluations of each, default: by their work. */
export function makeSchedule(
  plans: readonly Plan[],
  units: readonly Unit[],
  taskNumbers: ReadonlyMap<Unit['task'], number>,
  workerCount: number,
  batchEvaluations: number | undefined,
): Schedule {
  const numbers = shareNumbers(UNIT_WIDTH * units.length)
  for (const [k, { plan, task, from, to }] of units.entries()) {
    const at = UNIT_WIDTH * k
    numbers[at] = plan
    numbers[at + 1] = taskNumbers.get(task)!
    numbers[at + 2] = from
    numbers[at + 3] = to
  }
  const weights = plans.map((plan) =>
    batchEvaluations === undefined ? countSteps(plan) + plan.programs.length : plan.programs.length,
  )
  const sizes = Float64Array.from(units, ({ plan, from, to }) => weights[plan]! * (to - from))
  let left = sizes.reduce((sum, size) => sum + size, 0)
  const share = () => Math.min(MAX_WORK, Math.max(MIN_WORK, left / (workerCount * BATCHES_PER_WORKER)))
  const starts: number[] = []
  let filled = Infinity
  let wanted = 0
  for (const [k, size] of sizes.entries()) {
    if (filled >= wanted) {
      starts.push(k)
      filled = 0
      wanted = batchEvaluations ?? share()
    }
    filled += size
    left -= size
  }
  const batchCount = starts.length
  return {
    units: numbers,
    starts: shareNumbers(batchCount + 1, [...starts, units.length]),
    owners: shareNumbers(batchCount),
    control: shareNumbers(3),
  }
}

/** The number of batches. */
export function countBatches({ owners }: Schedule): number {
  return owners.length
}

/** Unit number `k`. */
export function unitAt({ units }: Schedule, k: number) {
  const at = UNIT_WIDTH * k
  return { plan: units[at]!, task: units[at + 1]!, from: units[at + 2]!, to: units[at + 3]! }
}

/** Takes the next batch for a thread, and waits where too many batches are not collected yet; -1 where none is left. */
export function takeBatch({ owners, control }: Schedule, thread: number): number {
  for (;;) {
    const next = Atomics.load(control, NEXT)
    if (next >= owners.length || Atomics.load(control, STOP) === 1) return -1
    const limit = Atomics.load(control, LIMIT)
    if (next >= limit) {
      Atomics.wait(control, LIMIT, limit)
      continue
    }
    // One operation, so that a thread that dies at any moment leaves no batch that nobody has.
    const isTaken = Atomics.compareExchange(owners, next, FREE, thread) === FREE
    Atomics.compareExchange(control, NEXT, next, next + 1)
    if (isTaken) return next
  }
}

/** Makes threads take no more batches, and leave those that they have after the current sample. */
export function stopSchedule(schedule: Schedule): void {
  Atomics.store(schedule.control, STOP, 1)
  // Threads that wait for the limit see it, too.
  raiseLimit(schedule, schedule.owners.length)
}

/** Whether nobody needs further results. */
export function isStopped({ control }: Schedule): boolean {
  return Atomics.load(control, STOP) === 1
}

/** Lets threads take the batches below this number. */
export function raiseLimit({ control }: Schedule, limit: number): void {
  Atomics.store(control, LIMIT, limit)
  Atomics.notify(control, LIMIT)
}

/** The batches that a thread has taken. */
export function batchesOf({ owners }: Schedule, thread: number): number[] {
  return Array.from(owners.keys()).filter((batch) => Atomics.load(owners, batch) === thread)
}

/** Gives a batch of a thread that has died to another one. */
export function moveBatch({ owners }: Schedule, batch: number, thread: number): void {
  Atomics.store(owners, batch, thread)
}

function shareNumbers(length: number, values: readonly number[] = []): Int32Array {
  const numbers = new Int32Array(new SharedArrayBuffer(4 * length))
  numbers.set(values)
  return numbers
}
