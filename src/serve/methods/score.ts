// `score`: solvers and differs on tasks, as `megabatt score --json` reports them, and a submission.

import { scorePrograms } from '../../engine/score/score-programs.ts'
import { makeSubmission } from '../../engine/score/submission.ts'
import { ProgressNotes } from '../progress-notes.ts'
import { readRunFields, selectRun } from '../run-fields.ts'
import type { Method } from '../server-state.ts'

/** Scores in turn with runs. */
export const score: Method = async (state, { id, fields, channel, signal }) => {
  const common = readRunFields(fields)
  const withSubmission = fields.flag('submission')
  fields.finish()
  const { ids: _, ...request } = selectRun(state, common)
  const progress = new ProgressNotes(id, channel)
  const { report, attempts } = await state.active.inTurn(signal, () =>
    state.backends.use((backend) =>
      scorePrograms({ ...request, backend, signal, onProgress: (stage, own) => progress.send(stage, own) }),
    ),
  )
  return { report, ...(withSubmission ? { submission: makeSubmission(attempts) } : {}) }
}
