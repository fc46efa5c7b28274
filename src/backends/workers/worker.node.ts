// A worker thread: runs the chunks of units it is sent, on a heap of its own.

import { parentPort, workerData } from 'node:worker_threads'
import type { Evaluations } from '../backend.ts'
import { UnitRunner } from '../cpu/unit-runner.ts'
import { WasmHeap } from '../cpu/wasm-heap.ts'
import {
  type ChunkMessage,
  type DoneMessage,
  type FailedMessage,
  MARK_SAMPLE,
  MARK_SLOT,
  MARK_TASK,
  type RunData,
  type StartMessage,
  type WorkerBirth,
} from './messages.ts'
import { UnpackedTask } from './packed-tasks.ts'

const FIRST_HEAP_WORDS = 1 << 20

const { module, marker, sabotage } = workerData as WorkerBirth
const heap = new WasmHeap(FIRST_HEAP_WORDS, module)
let runner: UnitRunner | undefined
let data: RunData | undefined
let current: { readonly number: number; readonly task: UnpackedTask } | undefined

parentPort!.on('message', (message: StartMessage | ChunkMessage) => {
  if (message.kind === 'start') startRun(message)
  else {
    try {
      const done = runChunk(message)
      parentPort!.postMessage(done, buffersOf(done.evaluations))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      parentPort!.postMessage({ kind: 'failed', reason } satisfies FailedMessage)
    }
  }
})

function startRun({ data: given, settings }: StartMessage): void {
  data = given ?? data
  current = undefined
  runner = new UnitRunner(data!.plans, settings, heap, {
    marker: marker.subarray(MARK_SLOT),
    onSample: (sample) => {
      marker[MARK_SAMPLE] = sample
      if (sabotage !== undefined) commitSabotage(sample)
    },
  })
}

function runChunk({ units }: ChunkMessage): DoneMessage {
  const before = { onCpu: runner!.onCpu, executed: runner!.executed }
  const evaluations = units.map(({ task: number, ...unit }) => {
    if (current?.number !== number) current = { number, task: new UnpackedTask(data!.tasks, number) }
    current.task.unpack(unit.from, unit.to)
    marker[MARK_TASK] = number
    return runner!.run({ ...unit, task: current.task }, unit.skip)
  })
  const { onCpu, executed } = runner!
  return { kind: 'done', evaluations, onCpu: onCpu - before.onCpu, executed: executed - before.executed }
}

/** The memory of results, which is handed over and not copied. */
function buffersOf(evaluations: readonly Evaluations[]): ArrayBuffer[] {
  return evaluations.flatMap(({ verdicts, errors, failedStatements, hashes }) =>
    [verdicts, errors, failedStatements, ...(hashes ?? [])].map((array) => array.buffer as ArrayBuffer),
  )
}

function commitSabotage(sample: number): void {
  if (marker[MARK_TASK] !== sabotage!.task || sample !== sabotage!.sample) return
  if (sabotage!.how === 'exit') process.exit(1)
  throw new Error('sabotage')
}
