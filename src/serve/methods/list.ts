// `listPrograms` and `listTasks`: what the server holds.

import type { HeldProgram, HeldTask } from '../protocol.ts'
import type { Method } from '../server-state.ts'
import { describeProgram } from './add-programs.ts'
import { describeTask } from './load-tasks.ts'

/** All programs, in the order in which they were added. */
export const listPrograms: Method = ({ programs: store }, { fields }): { programs: readonly HeldProgram[] } => {
  fields.finish()
  const { ids, programs } = store.select(undefined)
  return { programs: ids.map((id, k) => describeProgram(id, programs[k]!)) }
}

/** All tasks, in the order in which they were loaded. */
export const listTasks: Method = ({ tasks }, { fields }): { tasks: readonly HeldTask[] } => {
  fields.finish()
  return { tasks: tasks.all().map(describeTask) }
}
