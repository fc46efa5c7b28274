// A worker thread: runs the batches of units that it is sent, on a heap of its own.

import { parentPort, workerData } from 'node:worker_threads'
import { EnvironmentError } from '../../language/errors.ts'
import type { Evaluations } from '../backend.ts'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import { openEngine } from '../cpu/native/native-engine.node.ts'
import { RowRunner } from '../cpu/row-runner.ts'
import { UnitJudge } from '../judge-sample.ts'
import {
  type BatchMessage,
  type DoneMessage,
  MARK_PLAN,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  type MessageFromWorker,
  NOWHERE,
  type PackedUnit,
  type RunData,
  type StartMessage,
  type WorkerBirth,
} from './messages.ts'
import { UnpackedTask } from './packed-tasks.ts'
import { FaultInjector } from './worker-faults.node.ts'

const FIRST_HEAP_WORDS = 1 << 20

const { marker, heapWords, engine: choice, fault } = workerData as WorkerBirth
const engine = openEngine(choice)
const faults = new FaultInjector(fault)
const heaps: Partial<Record<CellLayout, Heap>> = {}
let run:
  | {
      readonly data: RunData
      readonly settings: StartMessage['settings']
      readonly runner: RowRunner
      readonly layoutCount: number
    }
  | undefined
let current: { readonly number: number; readonly task: UnpackedTask } | undefined

parentPort!.on('message', (message: StartMessage | BatchMessage) => {
  if (message.kind === 'start') startRun(message)
  else answer(message)
})

function startRun({ data, settings }: StartMessage): void {
  const options = { marker: marker.subarray(MARK_SLOT), observer: faults.observer }
  const shared = data ?? run!.data
  const layoutCount = new Set(shared.plans.map(({ layout }) => layout)).size
  run = { data: shared, settings, runner: new RowRunner(settings, heapOf, options), layoutCount }
  // The number of a task says nothing about the tasks of another run.
  current = undefined
}

/** The heap of a layout; heaps of several layouts share the memory. */
function heapOf(layout: CellLayout): Heap {
  const { data, layoutCount } = run!
  const module = data.modules[layout]
  const heap = (heaps[layout] ??=
    module === undefined ? engine.newHeap(FIRST_HEAP_WORDS, layout) : faults.newHeap(FIRST_HEAP_WORDS, layout, module))
  heap.ceiling = Math.floor(heapWords / layoutCount)
  return heap
}

function answer(message: BatchMessage): void {
  try {
    const done = runBatch(message)
    faults.send(() => send(done, buffersOf(done.evaluations)))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof EnvironmentError) send({ kind: 'exhausted', code: error.code, reason, advice: error.advice })
    else send({ kind: 'failed', reason })
  }
}

function send(message: MessageFromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}

function runBatch({ units, isRepeated }: BatchMessage): DoneMessage {
  const { runner } = run!
  runner.isStepwise = isRepeated
  const { onCpu, executed, splits } = runner
  const evaluations = units.map(runUnit)
  return {
    kind: 'done',
    evaluations,
    onCpu: runner.onCpu - onCpu,
    executed: runner.executed - executed,
    splits: runner.splits - splits,
  }
}

function runUnit({ plan: planNumber, task: taskNumber, from, to, skip }: PackedUnit): Evaluations {
  const { data, settings, runner } = run!
  if (current?.number !== taskNumber) {
    current = { number: taskNumber, task: new UnpackedTask(data.tasks, taskNumber) }
  }
  const { task } = current
  task.unpack(from, to)
  marker[MARK_PLAN] = planNumber
  marker[MARK_TASK] = taskNumber
  const plan = data.plans[planNumber]!
  const judge = new UnitJudge(plan, to - from, settings.outputs)
  for (let sample = from; sample < to; sample++) {
    if (skip.includes(sample)) {
      judge.judgeCrash(sample - from)
      continue
    }
    marker[MARK_SAMPLE] = sample
    marker[MARK_SLOT] = NOWHERE
    faults.beginSample(planNumber, taskNumber, sample)
    runner.judge(plan, task, sample, judge, sample - from)
  }
  return judge.evaluations
}

/** The memory of results that is transferred instead of copied. */
function buffersOf(evaluations: readonly Evaluations[]): ArrayBuffer[] {
  return evaluations.flatMap(({ verdicts, differences, errors, failedStatements, candidates, hashes = [] }) =>
    [verdicts, differences, errors, failedStatements, ...candidates, ...hashes].flatMap((array) =>
      array === undefined ? [] : [array.buffer as ArrayBuffer],
    ),
  )
}
