// The messages between a device process and its parent.

import type { ChunkOptions, ChunkWords, DeviceFacts, DeviceWork } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import type { DeviceRequest } from '../device/device.node.ts'
import type { SentError } from './sent-error.ts'

/** The first message: the device and the limit for its buffers. */
export interface OpenMessage {
  readonly kind: 'open'
  readonly request: DeviceRequest
  readonly bytes: number | undefined
}

/** An image without its columns and blocks, which only the parent needs: with their plans they are many times as large as the rest. */
export type SentImage = Omit<ChunkImage, 'columns' | 'blocks'>

/** Runs a chunk after those of earlier messages. */
export interface RunMessage {
  readonly kind: 'run'
  /** Identifies the answer. */
  readonly run: number
  readonly image: SentImage
  readonly budget: number
  readonly options: Omit<ChunkOptions, 'onCompile'>
}

/** Frees the device and ends the process after all earlier messages. */
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

/** The answer of a run, and the work of the device since it was opened. */
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
