// Locks of threads: nobody ends a thread inside a call, and a thread that is being ended begins none.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { type EndLock, awaitEndable, newEndLock } from './end-lock.node.ts'
import { yieldToEvents } from './yield-to-events.ts'

const BUILT = new URL('../../dist/backends/end-lock.node.js', import.meta.url)

/**
 * A thread that enters a call, says so, stays until its end is waited for, and notes that it leaves. When its end is decided, it notes
 * whether it enters another call. Only a sleeper can be woken; it sees that nothing has changed and sleeps on.
 */
const THREAD = `
  const { workerData: { lock, log } } = require('node:worker_threads')
  const ENDING = 2
  import(${JSON.stringify(BUILT.href)}).then(({ callWhole, useEndLock }) => {
    useEndLock(lock)
    callWhole(() => {
      Atomics.store(log, 0, 1)
      Atomics.notify(log, 0)
      while (Atomics.notify(lock, 0) === 0);
      log[1] = 1
    })
    while (Atomics.load(lock, 0) !== ENDING);
    callWhole(() => (log[2] = 1))
  })`

function startThread(lock: EndLock): { worker: Worker; log: Int32Array } {
  const log = new Int32Array(new SharedArrayBuffer(12))
  const worker = new Worker(THREAD, { eval: true, workerData: { lock, log } })
  return { worker, log }
}

test('a call is finished before the thread is ended, and no further one begins', async () => {
  const lock = newEndLock()
  const { worker, log } = startThread(lock)
  Atomics.wait(log, 0, 0)
  awaitEndable(lock)
  expect([...log]).toEqual([1, 1, 0])
  while (Atomics.notify(lock, 0) === 0 && log[2] === 0) await yieldToEvents()
  await worker.terminate()
  expect([...log]).toEqual([1, 1, 0])
})

test('the end of the process waits for the call as well', async () => {
  const script = `
    const { Worker } = require('node:worker_threads')
    import(${JSON.stringify(BUILT.href)}).then(async ({ guardExit, newEndLock }) => {
      const [given, lock] = [newEndLock(), newEndLock()]
      guardExit(given)()
      guardExit(lock)
      const log = new Int32Array(new SharedArrayBuffer(12))
      new Worker(${JSON.stringify(THREAD)}, { eval: true, workerData: { lock, log } })
      Atomics.wait(log, 0, 0)
      process.on('exit', () => process.stdout.write(log.join(' ')))
      process.exit(3)
    })`
  const run = promisify(execFile)(process.execPath, ['-e', script], { cwd: fileURLToPath(new URL('.', BUILT)) })
  await expect(run).rejects.toMatchObject({ code: 3, stdout: '1 1 0' })
})
