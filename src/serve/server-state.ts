// The state that the methods of a server share, and the types of a method.

import type { Task } from '../data/task.ts'
import { ReuseCache } from '../engine/reuse/reuse-cache.ts'
import type { Diagnostic } from '../language/diagnostics.ts'
import type { Program } from '../language/program.ts'
import type { ReadOptions } from '../language/recognize-dialect.ts'
import { ActiveRequests } from './active-requests.ts'
import { type BackendOpener, BackendPool } from './backend-pool.ts'
import type { Fields } from './fields.ts'
import type { ServeLimits } from './limits.ts'
import { ProgramStore } from './program-store.ts'
import type { RequestId, ServerMessage } from './protocol.ts'
import { TaskStore } from './task-store.ts'

/** The way to a client. */
export interface Channel {
  send(message: ServerMessage): void
  /** Resolves once the client has taken enough of what was sent. */
  drained(): Promise<void>
  /** Aborted when the client is gone. */
  readonly ended: AbortSignal
}

/** Reads files that a request names; throws for those that requests may not read. */
export interface FileReader {
  readPrograms(paths: readonly string[], options: ReadOptions): Promise<ReadPrograms>
  readTasks(paths: readonly string[]): Promise<readonly Task[]>
}

/** Program files that were read. */
export interface ReadPrograms {
  readonly files: readonly { readonly file: string; readonly content: Uint8Array }[]
  readonly programs: readonly Program[]
  readonly diagnostics: readonly Diagnostic[]
}

/** How a server works. */
export interface ServerOptions {
  readonly version: string
  /** The name of the backend, for `initialize` and `stats`. */
  readonly backend: string
  readonly backends: BackendOpener
  readonly limits: ServeLimits
  readonly files: FileReader
  /** The most memory for reused results, in bytes. */
  readonly reuseBytes?: number
  /** Is told of bugs. */
  readonly log: (text: string) => void
}

/** What the methods share. */
export class ServerState {
  readonly options: ServerOptions
  readonly programs: ProgramStore
  readonly tasks: TaskStore
  readonly reuse: ReuseCache
  readonly backends: BackendPool
  readonly active: ActiveRequests
  /** The number of requests so far. */
  requests = 0

  constructor(options: ServerOptions) {
    const { limits, reuseBytes } = options
    this.options = options
    this.programs = new ProgramStore(limits)
    this.tasks = new TaskStore(limits)
    this.reuse = new ReuseCache(reuseBytes === undefined ? {} : { bytes: reuseBytes })
    this.backends = new BackendPool(options.backends)
    this.active = new ActiveRequests(limits)
  }
}

/** A call of a method. */
export interface MethodCall {
  readonly id: RequestId
  readonly fields: Fields
  readonly channel: Channel
  /** Aborted by `cancel`, and when the client is gone. */
  readonly signal: AbortSignal
}

/** A method: its result is the answer. */
export type Method = (state: ServerState, call: MethodCall) => unknown
