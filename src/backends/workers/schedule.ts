// The batches of a run in shared memory, from which each thread takes the next one by itself.

import type { Plan } from '../../plan/plan.ts'
import { countSteps } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'

/**
 * The units of a run, cut into pieces, these put into batches, and which thread has taken which batch. Batches are taken in their
 * order.
 */
export interface Schedule {
  /** For each piece five numbers: those of its unit, plan and task, and the half-open range [from, to) of its samples. */
  readonly pieces: Int32Array
  /** The number of the first piece of each batch; at the end, the number of pieces. */
  readonly starts: Int32Array
  /** The number of the thread that has taken each batch, or FREE. */
  readonly owners: Int32Array
  /** The elements NEXT, LIMIT and STOP. */
  readonly control: Int32Array
}

const PIECE_WIDTH = 5
/** In place of a thread; numbers of threads begin with 1. */
const FREE = 0
/** All batches below this one are taken. */
const NEXT = 0
/** Batches from this one on must wait until their data is packed, and others have been collected, so that memory stays flat. */
const LIMIT = 1
/** 1 once nobody needs further results. */
const STOP = 2

/** The share of the remaining work that a batch has: large ones first, small ones last, so that all threads end together. */
const BATCHES_PER_WORKER = 4
/** The least and the most work of a batch, in steps and judged programs: about 0.3 and 40 ms. */
const MIN_WORK = 1 << 9
const MAX_WORK = 1 << 16

/** Units of less than this share of the work that a batch still wants are not cut. */
const EXCESS = 1.5

/** Cuts units into batches by their work; with `batchEvaluations`, whole units with about this number of evaluations each. */
export function makeSchedule(
  plans: readonly Plan[],
  units: readonly Unit[],
  taskNumbers: ReadonlyMap<Unit['task'], number>,
  workerCount: number,
  batchEvaluations: number | undefined,
): Schedule {
  const weights = plans.map((plan) =>
    batchEvaluations === undefined ? countSteps(plan) + plan.programs.length : plan.programs.length,
  )
  let left = 0
  for (let k = 0; k < units.length; k++) left += weights[units[k]!.plan]! * (units[k]!.to - units[k]!.from)
  const share = () => Math.min(MAX_WORK, Math.max(MIN_WORK, left / (workerCount * BATCHES_PER_WORKER)))
  const pieces: number[] = []
  const starts: number[] = []
  let room = 0
  let lastTask: Unit['task'] | undefined
  let taskNumber = 0
  // Without iterators: no thread begins before this is done.
  for (let k = 0; k < units.length; k++) {
    const { plan, task, from, to } = units[k]!
    const weight = weights[plan]!
    if (task !== lastTask) taskNumber = taskNumbers.get((lastTask = task))!
    for (let first = from; ;) {
      if (room <= 0) {
        starts.push(pieces.length / PIECE_WIDTH)
        room = batchEvaluations ?? share()
      }
      const isWhole = batchEvaluations !== undefined || weight * (to - first) <= Math.max(MIN_WORK, EXCESS * room)
      const end = isWhole ? to : first + Math.ceil(room / weight)
      pieces.push(k, plan, taskNumber, first, end)
      room -= weight * (end - first)
      left -= weight * (end - first)
      if (end === to) break
      first = end
    }
  }
  const batchCount = starts.length
  return {
    pieces: shareNumbers(pieces.length, pieces),
    starts: shareNumbers(batchCount + 1, [...starts, pieces.length / PIECE_WIDTH]),
    owners: shareNumbers(batchCount),
    control: shareNumbers(3),
  }
}

/** The number of batches. */
export function countBatches({ owners }: Schedule): number {
  return owners.length
}

/** Piece number `k`. */
export function pieceAt({ pieces }: Schedule, k: number) {
  const at = PIECE_WIDTH * k
  return {
    unit: pieces[at]!,
    plan: pieces[at + 1]!,
    task: pieces[at + 2]!,
    from: pieces[at + 3]!,
    to: pieces[at + 4]!,
  }
}

/** The numbers after the last plan and the last task that batches [from, to) need. */
export function reachOf({ pieces, starts }: Schedule, from: number, to: number): { plan: number; task: number } {
  let plan = 0
  let task = 0
  for (let at = PIECE_WIDTH * starts[from]!; at < PIECE_WIDTH * starts[to]!; at += PIECE_WIDTH) {
    plan = Math.max(plan, pieces[at + 1]! + 1)
    task = Math.max(task, pieces[at + 2]! + 1)
  }
  return { plan, task }
}

/**
 * Takes the next batch for a thread; -1 where none is left. Where too many batches are not collected yet it waits, or, for a thread
 * that must not wait, returns -1.
 */
export function takeBatch({ owners, control }: Schedule, thread: number, waits = true): number {
  for (;;) {
    const next = Atomics.load(control, NEXT)
    if (next >= owners.length || Atomics.load(control, STOP) === 1) return -1
    const limit = Atomics.load(control, LIMIT)
    if (next >= limit) {
      if (!waits) return -1
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
