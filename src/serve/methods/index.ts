// The methods by name.

import type { Method } from '../server-state.ts'
import { addPrograms } from './add-programs.ts'
import { initialize } from './initialize.ts'
import { listPrograms, listTasks } from './list.ts'
import { loadTasks } from './load-tasks.ts'
import { run } from './run.ts'
import { score } from './score.ts'
import { cancel, removePrograms, removeTasks, shutdown, stats } from './small-methods.ts'
import { trace } from './trace.ts'

/** All methods. */
export const METHODS: Readonly<Record<string, Method>> = {
  initialize,
  loadTasks,
  addPrograms,
  run,
  score,
  trace,
  cancel,
  listPrograms,
  listTasks,
  removePrograms,
  removeTasks,
  stats,
  shutdown,
}
