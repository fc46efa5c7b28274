// The loaded files: tasks, programs, their texts and problems, and result files. Pages read these signals.

import { batch, computed, signal } from '@preact/signals'
import type { Task } from '../../src/data/task.ts'
import type { Diagnostic } from '../../src/language/diagnostics.ts'
import type { Program } from '../../src/language/program.ts'
import { taskFinder } from '../../src/language/program-task.ts'
import { callEngine } from '../engine/engine-pool.ts'
import type { SourceFile } from '../engine/messages.ts'

/** Where tasks or programs come from. */
export type Origin = 'gallery' | 'files'

export const tasks = signal<readonly Task[]>([])
export const tasksOrigin = signal<Origin>('gallery')
export const programFiles = signal<readonly SourceFile[]>([])
export const programs = signal<readonly Program[]>([])
export const programsOrigin = signal<Origin>('gallery')
export const diagnostics = signal<readonly Diagnostic[]>([])
/** Result files of `megabatt run --out`; their content is read by the page of runs. */
export const resultFiles = signal<readonly File[]>([])
/** A report of `megabatt bench --out`; the page of runs draws its charts. */
export const benchFile = signal<File | undefined>(undefined)
/** Whether the first tasks are still on their way. */
export const isLoading = signal(true)

/** Tasks by id. */
export const taskById = computed(() => new Map(tasks.value.map((task) => [task.id, task])))

/** The programs of each task, by its id, as `megabatt run` pairs them. */
export const programsByTask = computed(() => {
  const findTask = taskFinder(taskById.value.keys())
  const byTask = new Map<string, Program[]>()
  for (const program of programs.value) {
    const task = findTask(program)
    if (task !== undefined) byTask.set(task, [...(byTask.get(task) ?? []), program])
  }
  return byTask
})

/** Loads the built-in tasks and programs; `own` has files that are loaded in their place. Files that arrive meanwhile stay. */
export async function loadGallery(
  own: { readonly tasks: readonly unknown[]; readonly programs: readonly unknown[] } = { tasks: [], programs: [] },
): Promise<void> {
  const before = { tasks: tasks.peek(), programs: programs.peek() }
  const { tasks: drawn, files, ...read } = await callEngine('gallery', {})
  batch(() => {
    if (own.tasks.length === 0 && tasks.peek() === before.tasks) {
      tasks.value = drawn
      tasksOrigin.value = 'gallery'
      isLoading.value = false
    }
    if (own.programs.length === 0 && programs.peek() === before.programs) setPrograms(files, read, 'gallery')
  })
}

/** Replaces the tasks by those of files; files that belong together are read together. */
export async function loadTasks(files: readonly SourceFile[]): Promise<void> {
  const read = await callEngine('readTasks', { files })
  batch(() => {
    tasks.value = read
    tasksOrigin.value = 'files'
    isLoading.value = false
  })
}

/** Replaces the programs by those of files. */
export async function loadPrograms(files: readonly SourceFile[]): Promise<void> {
  const read = await callEngine('readPrograms', { files })
  batch(() => setPrograms(files, read, 'files'))
}

function setPrograms(
  files: readonly SourceFile[],
  read: { readonly programs: readonly Program[]; readonly diagnostics: readonly Diagnostic[] },
  origin: Origin,
): void {
  programFiles.value = files
  programs.value = read.programs
  diagnostics.value = read.diagnostics
  programsOrigin.value = origin
}
