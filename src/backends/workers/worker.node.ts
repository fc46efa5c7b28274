// A worker thread: takes batches of units from the schedule of a run and runs them, on a heap of its own.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { EnvironmentError } from '../../language/errors.ts'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Heap } from '../../kernel/heap.ts'
import { openEngine } from '../cpu/native/native-engine.node.ts'
import { useEndLock } from '../end-lock.node.ts'
import { BatchRunner, STOPPED } from './batch-runner.ts'
import type {
  MessageFromWorker,
  MessageToWorker,
  PartMessage,
  RepeatedBatch,
  StartMessage,
  WorkerBirth,
} from './messages.ts'
import { ReceivedRun } from './run-parts.ts'
import { takeBatch } from './schedule.ts'
import { FaultInjector } from './worker-faults.node.ts'

const FIRST_HEAP_WORDS = 1 << 20
const NO_CRASHES: RepeatedBatch['crashed'] = new Map()

const { marker, endLock, heapWords, engine: choice, fault } = workerData as WorkerBirth
useEndLock(endLock)
const engine = openEngine(choice)
const faults = new FaultInjector(fault)
const heaps: Partial<Record<CellLayout, Heap>> = {}
let known: ReceivedRun | undefined

parentPort!.on('message', (message: MessageToWorker) => {
  if (message.kind === 'start') runBatches(message)
  // One that no batch of this thread has needed.
  else if (message.kind === 'part') known!.add(message)
  else send({ kind: 'paused' })
})

function runBatches({ data, settings, schedule, thread, repeats }: StartMessage): void {
  if (data !== undefined) known = new ReceivedRun(data, receivePart)
  const run = known!
  const plan = (number: number) => run.plan(number)
  const task = (number: number) => run.task(number)
  const runner = new BatchRunner({ plan, task, settings, schedule, marker, heapOf, faults })
  try {
    for (const repeated of repeats) answer(repeated, true)
    for (let batch = take(); batch >= 0; batch = take()) answer({ batch, crashed: NO_CRASHES }, false)
  } catch (error) {
    if (error === STOPPED) return
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof EnvironmentError) send({ kind: 'exhausted', code: error.code, reason, advice: error.advice })
    else send({ kind: 'failed', reason })
  }

  function take(): number {
    return takeBatch(schedule, thread)
  }
  function answer(batch: RepeatedBatch, isRepeated: boolean): void {
    const done = runner.run(batch, isRepeated)
    faults.send(() => send(done, [done.memory]))
  }
}

/** The next part of the run: it was sent before the batch could be taken that needs it. */
function receivePart(): PartMessage {
  const received = receiveMessageOnPort(parentPort!)
  if (received === undefined) throw new Error('a part of the run is missing')
  return received.message as PartMessage
}

function send(message: MessageFromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}

/** The heap of a layout; heaps of several layouts share the memory. */
function heapOf(layout: CellLayout): Heap {
  const { layouts, modules } = known!.data
  const module = modules[layout]
  const heap = (heaps[layout] ??=
    module === undefined ? engine.newHeap(FIRST_HEAP_WORDS, layout) : faults.newHeap(FIRST_HEAP_WORDS, layout, module))
  heap.ceiling = Math.floor(heapWords / layouts.length)
  return heap
}
