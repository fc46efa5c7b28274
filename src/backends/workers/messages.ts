// The messages between the workers backend and its threads.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { RunSettings } from '../backend.ts'
import type { EngineChoice } from '../cpu/engine.ts'
import type { EndLock } from '../end-lock.node.ts'
import type { PackedPlans } from './packed-plans.ts'
import type { PackedTasks } from './packed-tasks.ts'
import type { Schedule } from './schedule.ts'

/** Adjacent plans of a run. */
export interface PlanPart {
  /** The number of the first plan. */
  readonly first: number
  readonly packed: PackedPlans
}

/** Adjacent tasks of a run. */
export interface TaskPart {
  /** The number of the first task. */
  readonly first: number
  readonly packed: PackedTasks
}

/** Everything that the units of a run share; runs that share it have the same object. */
export interface RunData {
  /** The cell layouts of the plans. */
  readonly layouts: readonly CellLayout[]
  /** The modules of these layouts, where kernels run in WebAssembly. */
  readonly modules: Readonly<Partial<Record<CellLayout, WebAssembly.Module>>>
  /** The plans and tasks in the order of their numbers, as far as they are packed. */
  readonly plans: PlanPart[]
  readonly tasks: TaskPart[]
}

/** Starts a run: the thread takes batches until none is left. The data is left out for a thread that has it already. */
export interface StartMessage {
  readonly kind: 'start'
  readonly data: RunData | undefined
  readonly settings: RunSettings
  readonly schedule: Schedule
  /** The number of the thread in the run, from 1 on. */
  readonly thread: number
  /** The batches of a thread that has died, to be run first. */
  readonly repeats: readonly RepeatedBatch[]
}

/** More data of the run that was started last; sent before batches that need it can be taken. */
export interface PartMessage {
  readonly kind: 'part'
  readonly plans: PlanPart | undefined
  readonly tasks: TaskPart | undefined
}

/** Asks a thread to say when it has left the run before, which was stopped. */
export interface PauseMessage {
  readonly kind: 'pause'
}

export type MessageToWorker = StartMessage | PartMessage | PauseMessage

/** A batch that is run again. Samples of its pieces that have crashed are not run. */
export interface RepeatedBatch {
  readonly batch: number
  readonly crashed: ReadonlyMap<number, readonly number[]>
}

/** The results of a batch, and the work it took. */
export interface DoneMessage {
  readonly kind: 'done'
  readonly batch: number
  /** The steps run for each piece, as numbers of eight bytes, then the evaluations of the pieces, one behind the other. */
  readonly memory: ArrayBuffer
  /** The parts that few pieces have. */
  readonly extras: readonly PieceExtras[]
  readonly onCpu: number
  readonly splits: number
}

/** Evaluations of a piece that are not in the memory of its batch. */
export interface PieceExtras {
  readonly piece: number
  readonly cuts: readonly (Int32Array | undefined)[]
  readonly values: readonly (Notation | undefined)[][] | undefined
}

/** Something in a batch threw. */
export interface FailedMessage {
  readonly kind: 'failed'
  readonly reason: string
}

/** The machine has too little memory for one program of the batch: the run ends, no result may depend on it. */
export interface ExhaustedMessage {
  readonly kind: 'exhausted'
  readonly code: string
  readonly reason: string
  readonly advice: string | undefined
}

/** The answer to a PauseMessage. */
export interface PausedMessage {
  readonly kind: 'paused'
}

export type MessageFromWorker = DoneMessage | FailedMessage | ExhaustedMessage | PausedMessage

/** The data that a thread is started with. */
export interface WorkerBirth {
  /** Where the thread is, in shared memory, to be read after its death: see the MARK constants. */
  readonly marker: Int32Array
  readonly endLock: EndLock
  /** The most words of the thread's heap. */
  readonly heapWords: number
  readonly engine: EngineChoice
  readonly fault: WorkerFault | undefined
}

/** The elements of a marker: the numbers of plan and task, the sample, and the slot of the step. */
export const MARK_PLAN = 0
export const MARK_TASK = 1
export const MARK_SAMPLE = 2
export const MARK_SLOT = 3
export const MARKER_LENGTH = 4
/** In place of the task while nothing is run, and of the slot before the first step of a sample. */
export const NOWHERE = -1

/** A fault for tests, at the `at`-th event of its sort in a thread or, for samples, at each of these samples of that task. */
export type WorkerFault =
  | {
      readonly event: 'sample'
      readonly plan?: number
      readonly task: number
      readonly samples: readonly number[]
      readonly how: 'exit' | 'throw'
    }
  /** A step of a plan. */
  | { readonly event: 'step'; readonly at: number; readonly how: 'exit' }
  /** An answer: the thread dies before or after sending it, or cannot send it. */
  | { readonly event: 'message'; readonly at: number; readonly how: 'exit-before' | 'exit-after' | 'throw' }
  /** The machine refuses to grow the heap. */
  | { readonly event: 'grow'; readonly at: number; readonly how: 'refuse' | 'exit' }
