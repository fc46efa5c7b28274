// The content of a task as a key, computed once for each task object.

import { hashTasks } from './dataset-hash.ts'
import type { Task } from './task.ts'

const keys = new WeakMap<Task, string>()

/** The hash of a task by itself. */
export function keyOfTask(task: Task): string {
  let key = keys.get(task)
  if (key === undefined) keys.set(task, (key = hashTasks([task])))
  return key
}
