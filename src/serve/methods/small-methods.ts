// Methods of a few lines: cancelling, removing, counting, ending.

import type { RequestId } from '../protocol.ts'
import type { Method } from '../server-state.ts'

/** Cancels the request with the id `request`. */
export const cancel: Method = ({ active }, { fields }) => {
  const request = fields.raw('request')
  fields.finish()
  if (typeof request !== 'string' && typeof request !== 'number') throw fields.missing('request', 'the id of a request')
  return { found: active.cancel(request satisfies RequestId) }
}

/** Removes programs; all of them without `programs`. Runs under way go on with those that they have. */
export const removePrograms: Method = ({ programs }, { fields }) => {
  const ids = fields.integers('programs')
  fields.finish()
  return { removed: programs.remove(ids) }
}

/** Removes tasks; all of them without `tasks`. */
export const removeTasks: Method = ({ tasks }, { fields }) => {
  const ids = fields.texts('tasks')
  fields.finish()
  return { removed: tasks.remove(ids) }
}

/** Counts what is held, what is under way, and what was reused. */
export const stats: Method = ({ programs, tasks, active, reuse, options, requests }, { fields }) => {
  fields.finish()
  return {
    programs: { count: programs.count, bytes: Math.round(programs.bytes) },
    tasks: { count: tasks.count, bytes: tasks.bytes },
    runs: { active: active.runCount, waiting: active.waitingCount },
    requests,
    reuse: reuse.report,
    backend: options.backend,
  }
}

/** Ends the server after the answer; runs under way are cancelled. */
export const shutdown: Method = (_, { fields }) => {
  fields.finish()
  return null
}
