// The end of threads beside native code: a thread that is about to be ended does not load it, and the end of the process waits for threads.

import { expect, test } from 'vitest'
import { openNativeEngine } from '../../src/backends/cpu/native/native-engine.node.ts'
import { awaitEndable } from '../../src/backends/end-lock.node.ts'
import { WorkersBackend } from '../../src/backends/workers/workers-backend.node.ts'
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
  const waiting = new Promise((resolve) => setTimeout(() => resolve('waiting'), 1500))
  expect(await Promise.race([run, waiting])).toBe('waiting')
  await thread.worker.terminate()
  await expect(run).rejects.toMatchObject({ code: 'native-unloadable' })
  await backend.close()
})

test('the end of the process waits for threads as long as they live', async () => {
  const before = process.listenerCount('exit')
  const backend = new WorkersBackend({ workers: 2 })
  backend.startThreads()
  expect(process.listenerCount('exit')).toBe(before + 1)
  await backend.close()
  expect(process.listenerCount('exit')).toBe(before)
})
