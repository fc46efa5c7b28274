// `loadTasks`: holds tasks that a request brings, names, or asks of the gallery.

import { type TaskFile, readTasks } from '../../data/read-tasks.ts'
import { type Task, samplesOf } from '../../data/task.ts'
import { UserError } from '../../language/errors.ts'
import { Fields } from '../fields.ts'
import type { HeldTask } from '../protocol.ts'
import type { Method } from '../server-state.ts'

/** Reads all tasks of a request before it holds any. */
export const loadTasks: Method = async ({ tasks: store, options }, { fields }) => {
  const files = readInline(fields)
  const paths = fields.texts('paths') ?? []
  const galleryFields = fields.object('gallery')
  const gallery = galleryFields === undefined ? undefined : readGallery(galleryFields)
  fields.finish()
  if (files.length === 0 && paths.length === 0 && gallery === undefined)
    throw fields.missing('tasks', 'an object of tasks by id; or give files, paths or gallery')
  const tasks = files.length === 0 ? [] : readTasks(files)
  if (paths.length > 0) tasks.push(...(await options.files.readTasks(paths)))
  if (gallery !== undefined) {
    const { galleryTasks } = await import('../../data/gallery.ts')
    tasks.push(...galleryTasks(gallery))
  }
  store.add(tasks)
  return { tasks: tasks.map(describeTask) }
}

/** Tasks as JSON by id, and contents of files. */
function readInline(fields: Fields): TaskFile[] {
  const tasks = fields.raw('tasks')
  const files = (fields.list('files') ?? []).map((file, k): TaskFile => {
    const own = new Fields(file, `params.files[${k}]`)
    const name = own.text('name')
    const content = own.text('text')
    own.finish()
    if (name === undefined) throw own.missing('name', 'the name of the file, which is the id of a single task')
    if (content === undefined) throw own.missing('text', 'the content of the file')
    return { name, content }
  })
  if (tasks === undefined) return files
  if (typeof tasks !== 'object' || Array.isArray(tasks) || Object.hasOwn(tasks!, 'train'))
    throw new UserError('rpc-params', 'params.tasks is not an object of tasks by id', {
      advice: 'Send {"tasks": {"id": {"train": [...], "test": [...]}}}.',
    })
  // As text: the reader of files checks it, and names the place of a problem.
  return [...files, { name: 'params.tasks', content: JSON.stringify(tasks) }]
}

function readGallery(fields: Fields): { samples?: number } {
  const samples = fields.count('samples')
  fields.finish()
  return samples === undefined ? {} : { samples }
}

/** A task that is held, as answers have it. */
export function describeTask(task: Task): HeldTask {
  return {
    id: task.id,
    demos: task.train.length,
    tests: task.test.length,
    cells: samplesOf(task).map(({ output }) => output?.cells.length ?? null),
  }
}
