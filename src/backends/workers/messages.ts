// What passes between the backend and its worker threads.

import type { Plan } from '../../plan/plan.ts'
import type { Evaluations, RunSettings } from '../backend.ts'
import type { PackedTasks } from './packed-tasks.ts'

/** Everything that the units of a run share; the same object for runs that share it. */
export interface RunData {
  readonly plans: readonly Plan[]
  readonly tasks: PackedTasks
}

/** Starts a run. A worker that has its data already gets none. */
export interface StartMessage {
  readonly kind: 'start'
  readonly data: RunData | undefined
  readonly settings: RunSettings
}

/** A unit by numbers: the task is that of the packed ones; samples in `skip` have crashed before and are not run. */
export interface PackedUnit {
  readonly plan: number
  readonly task: number
  readonly from: number
  readonly to: number
  readonly skip: readonly number[]
}

/** Units to be run one after the other. */
export interface ChunkMessage {
  readonly kind: 'chunk'
  readonly units: readonly PackedUnit[]
}

/** What came of a chunk, and what it took. */
export interface DoneMessage {
  readonly kind: 'done'
  readonly evaluations: readonly Evaluations[]
  readonly onCpu: number
  readonly executed: number
}

/** Something in a chunk threw. */
export interface FailedMessage {
  readonly kind: 'failed'
  readonly reason: string
}

/** What a worker is born with. */
export interface WorkerBirth {
  readonly module: WebAssembly.Module
  /** Where it is, in shared memory, to be read after its death: the places are below. */
  readonly marker: Int32Array
  readonly sabotage: Sabotage | undefined
}

/** The places of a marker: the number of the task, the sample, and the slot of the step. */
export const MARK_TASK = 0
export const MARK_SAMPLE = 1
export const MARK_SLOT = 2
/** In the place of the task while nothing is run. */
export const NOWHERE = -1

/** A crash on purpose, for tests: what a worker does when it comes to this sample of this task. */
export interface Sabotage {
  readonly task: number
  readonly sample: number
  readonly how: 'exit' | 'throw'
}
