// A worker thread, as the thread that has started it sees it.

import type { Worker } from 'node:worker_threads'
import { type EndLock, awaitEndable } from '../end-lock.node.ts'
import type { RunData } from './messages.ts'

/** A worker thread, its marker, its lock, and the data that it was sent last. */
export interface Thread {
  readonly worker: Worker
  readonly marker: Int32Array
  readonly endLock: EndLock
  data: RunData | undefined
}

/** Ends a thread, as soon as that is safe. */
export async function endThread({ worker, endLock }: Thread): Promise<void> {
  awaitEndable(endLock)
  await worker.terminate()
}
