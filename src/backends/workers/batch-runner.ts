// Runs batches of a run on the thread that it is called on: a worker thread, or the host of the threads.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Plan } from '../../plan/plan.ts'
import type { RunSettings } from '../backend.ts'
import { RowRunner } from '../cpu/row-runner.ts'
import { EvaluationMemory, evaluationBytes } from '../evaluations.ts'
import { UnitJudge } from '../judge-sample.ts'
import {
  type DoneMessage,
  MARK_PLAN,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  NOWHERE,
  type PieceExtras,
  type RepeatedBatch,
} from './messages.ts'
import type { PackedTask } from './packed-tasks.ts'
import { type Schedule, isStopped, pieceAt } from './schedule.ts'
import type { FaultInjector } from './worker-faults.node.ts'

const NO_SAMPLES: readonly number[] = []
/** Thrown to leave a batch that nobody needs any more. */
export const STOPPED = new Error('the run was stopped')

/** The parameters of a runner: the run, and the means of the thread. */
export interface BatchRunnerOptions {
  readonly plan: (number: number) => Plan
  readonly task: (number: number) => PackedTask
  readonly settings: RunSettings
  readonly schedule: Schedule
  /** Holds where the thread is, see the MARK constants. */
  readonly marker: Int32Array
  readonly heapOf: (layout: CellLayout) => Heap
  readonly faults?: FaultInjector
}

/** The part of a run that one thread does. */
export class BatchRunner {
  readonly #options: BatchRunnerOptions
  readonly #runner: RowRunner
  /** The task of the last piece. */
  #task: { readonly number: number; readonly task: PackedTask } | undefined

  constructor(options: BatchRunnerOptions) {
    this.#options = options
    const { settings, heapOf, marker, faults } = options
    this.#runner = new RowRunner(settings, heapOf, { marker: marker.subarray(MARK_SLOT), observer: faults?.observer })
  }

  /**
   * Runs a batch. One in which a thread has died is run step by step, so that the marker holds the step of the next death. Throws
   * STOPPED once nobody needs further results.
   */
  run({ batch, crashed }: RepeatedBatch, isRepeated: boolean): DoneMessage {
    const { schedule, settings, plan: planOf, marker } = this.#options
    const { outputs } = settings
    marker[MARK_TASK] = NOWHERE
    this.#runner.isStepwise = isRepeated
    const { onCpu, splits } = this.#runner
    const [first, end] = [schedule.starts[batch]!, schedule.starts[batch + 1]!]
    const firstByte = bytesBefore(end - first)
    let byteLength = firstByte
    for (let piece = first; piece < end; piece++) {
      const { plan, from, to } = pieceAt(schedule, piece)
      byteLength += evaluationBytes(planOf(plan), to - from, outputs)
    }
    const memory = new EvaluationMemory(new ArrayBuffer(byteLength))
    const extras: PieceExtras[] = []
    const executed = viewExecuted(memory.buffer, end - first)
    let at = firstByte
    for (let piece = first; piece < end; piece++) {
      const { plan: planNumber, from, to } = pieceAt(schedule, piece)
      const plan = planOf(planNumber)
      const judge = new UnitJudge(plan, to - from, outputs, { memory, firstByte: at })
      at += evaluationBytes(plan, to - from, outputs)
      const executedBefore = this.#runner.executed
      this.#runPiece(piece, judge, crashed.get(piece) ?? NO_SAMPLES)
      executed[piece - first] = this.#runner.executed - executedBefore
      addExtras(extras, piece, judge)
    }
    return {
      kind: 'done',
      batch,
      memory: memory.buffer,
      extras,
      onCpu: this.#runner.onCpu - onCpu,
      splits: this.#runner.splits - splits,
    }
  }

  #runPiece(piece: number, judge: UnitJudge, crashed: readonly number[]): void {
    const { schedule, plan: planOf, task: taskOf, marker, faults } = this.#options
    const { plan: planNumber, task: taskNumber, from, to } = pieceAt(schedule, piece)
    if (this.#task?.number !== taskNumber) this.#task = { number: taskNumber, task: taskOf(taskNumber) }
    const { task } = this.#task
    marker[MARK_PLAN] = planNumber
    marker[MARK_TASK] = taskNumber
    const plan = planOf(planNumber)
    for (let sample = from; sample < to;) {
      if (crashed.includes(sample)) {
        judge.judgeCrash(sample - from)
        sample++
        continue
      }
      if (isStopped(schedule)) throw STOPPED
      marker[MARK_SAMPLE] = sample
      marker[MARK_SLOT] = NOWHERE
      faults?.beginSample(planNumber, taskNumber, sample)
      // In a repeated batch, which may have samples that crash, they are run one by one.
      const end = faults?.isAny === true ? sample + 1 : to
      sample = this.#runner.judgeSome(plan, task, sample, end, judge, from)
    }
  }
}

/** The bytes of the memory of a batch before its evaluations. */
export function bytesBefore(pieceCount: number): number {
  return 8 * pieceCount
}

/** The steps run for each piece of a batch. */
export function viewExecuted(memory: ArrayBuffer, pieceCount: number): Float64Array {
  return new Float64Array(memory, 0, pieceCount)
}

function addExtras(extras: PieceExtras[], piece: number, { cuts, values }: UnitJudge): void {
  if (cuts !== undefined || values !== undefined) extras.push({ piece, cuts: cuts ?? [], values })
}
