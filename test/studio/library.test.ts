// Loading of files in the studio, with answers of the engine in an order that the test chooses.

import { beforeEach, expect, test, vi } from 'vitest'
import { defer } from '../../src/backends/deferred.ts'

/** The parts of `studio/state/library.ts` that are used here; its types need the DOM. */
interface Library {
  readonly loadGallery: () => Promise<void>
  readonly loadTasks: (files: readonly unknown[]) => Promise<void>
  readonly loadPrograms: (files: readonly unknown[]) => Promise<void>
  readonly tasks: { readonly value: unknown }
  readonly tasksOrigin: { readonly value: unknown }
  readonly programs: { readonly value: unknown }
  readonly programsOrigin: { readonly value: unknown }
}

const gallery = { tasks: [{ id: 'drawn' }], files: [], programs: [{ name: 'solve_drawn' }], diagnostics: [] }
const answers = {
  gallery: defer<unknown>(),
  readTasks: Promise.resolve([{ id: 'opened' }]),
  readPrograms: Promise.resolve({ programs: [{ name: 'solve_opened' }], diagnostics: [] }),
}
vi.mock('../../studio/engine/engine-pool.ts', () => ({
  callEngine: (method: keyof typeof answers) => (method === 'gallery' ? answers.gallery.promise : answers[method]),
}))

const source = new URL('../../studio/state/library.ts', import.meta.url).href
const { loadGallery, loadPrograms, loadTasks, programs, programsOrigin, tasks, tasksOrigin } = (await import(
  source
)) as Library

beforeEach(() => {
  answers.gallery = defer()
})

test('tasks that are opened while the gallery loads are not replaced by it; its programs are there', async () => {
  const loading = loadGallery()
  await loadTasks([])
  answers.gallery.resolve(gallery)
  await loading
  expect([tasks.value, tasksOrigin.value]).toEqual([[{ id: 'opened' }], 'files'])
  expect([programs.value, programsOrigin.value]).toEqual([gallery.programs, 'gallery'])
})

test('programs that are opened while the gallery loads are not replaced by it; its tasks are there', async () => {
  const loading = loadGallery()
  await loadPrograms([])
  answers.gallery.resolve(gallery)
  await loading
  expect([programs.value, programsOrigin.value]).toEqual([[{ name: 'solve_opened' }], 'files'])
  expect([tasks.value, tasksOrigin.value]).toEqual([gallery.tasks, 'gallery'])
})
