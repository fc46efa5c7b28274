// What passes between the process of a device and the one that uses it.

import type { DeviceFacts, DeviceWork } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import type { ChunkOptions, ChunkWords } from '../resident/resident-runner.ts'
import type { SentError } from './sent-error.ts'

/** The first message: which device, and how many bytes its buffers may take. */
export interface OpenMessage {
  readonly kind: 'open'
  readonly adapter: number
  readonly bytes: number | undefined
}

/** An image without what only its maker needs: plans and places of answers are many times as large as the rest. */
export type SentImage = Omit<ChunkImage, 'columns'>

/** A chunk to run, after those sent before. */
export interface RunMessage {
  readonly kind: 'run'
  /** Tells its answers from those of others. */
  readonly run: number
  readonly image: SentImage
  readonly budget: number
  readonly options: Omit<ChunkOptions, 'onCompile'>
}

/** Asks the process to free the device and to end, once it has done what it was sent. */
export interface CloseMessage {
  readonly kind: 'close'
}

export type MessageToDevice = OpenMessage | RunMessage | CloseMessage

export interface OpenedMessage {
  readonly kind: 'opened'
  readonly facts: DeviceFacts
}

export interface RefusedMessage {
  readonly kind: 'refused'
  readonly error: SentError
}

export interface CompiledMessage {
  readonly kind: 'compiled'
  readonly run: number
  readonly done: number
  readonly total: number
}

/** What came of a run, and all that the device has done so far. */
export interface AnswerMessage {
  readonly kind: 'answer'
  readonly run: number
  readonly words: ChunkWords
  readonly work: DeviceWork
}

export interface FailedMessage {
  readonly kind: 'failed'
  readonly run: number
  readonly error: SentError
  readonly work: DeviceWork
}

export type MessageFromDevice = OpenedMessage | RefusedMessage | CompiledMessage | AnswerMessage | FailedMessage
