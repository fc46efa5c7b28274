// The end of threads beside native code: a thread that is about to be ended does not load it, and the end of the process waits for threads.

import { expect, test } from 'vitest'
import { openNativeEngine } from '../../src/backends/cpu/native/native-engine.node.ts'
import { type EndLock, awaitEndable } from '../../src/backends/end-lock.node.ts'
import { WorkersBackend } from '../../src/backends/workers/workers-backend.node.ts'
import { yieldToEvents } from '../../src/backends/yield-to-events.ts'
import { galleryPrograms, galleryTasks } from '../../src/data/gallery.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'

test('a thread that is about to be ended does not load native code; the one in its place does', async () => {
  const missing = '/no/such/library.so'
  const backend = new WorkersBackend({ workers: 1, engine: openNativeEngine({ a: missing, t: missing }) })
  const thread = backend.takeThread()
  awaitEndable(thread.endLock)
  backend.giveThread(thread)
  const dataset = { tasks: galleryTasks({ samples: 1 }), hash: '' }
  const run = runPrograms({ programs: galleryPrograms(), dataset, backend })
  expect(await Promise.race([run, awaitSleeper(thread.endLock)])).toBe('asleep')
  await thread.worker.terminate()
  await expect(run).rejects.toMatchObject({ code: 'native-unloadable' })
  await backend.close()
})

/** Resolves when a thread sleeps at the lock: only then is there one to wake, and it goes to sleep again. */
async function awaitSleeper(lock: EndLock): Promise<string> {
  while (Atomics.notify(lock, 0) === 0) await yieldToEvents()
  return 'asleep'
}

test('the end of the process waits for threads as long as they live', async () => {
  const before = process.listenerCount('exit')
  const backend = new WorkersBackend({ workers: 2 })
  backend.startThreads()
  expect(process.listenerCount('exit')).toBe(before + 1)
  await backend.close()
  expect(process.listenerCount('exit')).toBe(before)
})
