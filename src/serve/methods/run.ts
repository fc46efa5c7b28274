// `run`: programs on tasks; results are sent in blocks while the run goes on, the answer is their sum.

import type { RunSettings } from '../../backends/backend.ts'
import { type RunRequest, runPrograms } from '../../engine/run/run-programs.ts'
import { ProgressNotes } from '../progress-notes.ts'
import type { RunSummary } from '../protocol.ts'
import { type SelectedRun, readRunFields, selectRun } from '../run-fields.ts'
import { RunStream } from '../run-stream.ts'
import type { Method, MethodCall, ServerState } from '../server-state.ts'

interface Asked extends SelectedRun {
  readonly outputs: RunSettings['outputs']
  readonly measure: boolean
  readonly reuse: boolean
}

/** Runs in turn; a cancelled run answers with the sum of what was sent. */
export const run: Method = async (state, call): Promise<RunSummary> => {
  const { fields } = call
  const common = readRunFields(fields)
  const own = {
    outputs: fields.choice('outputs', ['none', 'hash', 'value']) ?? 'none',
    measure: fields.flag('measure'),
    reuse: fields.raw('reuse') === undefined || fields.flag('reuse'),
  }
  fields.finish()
  const asked = { ...selectRun(state, common), ...own }
  return state.active.inTurn(call.signal, () => runAsked(state, call, asked))
}

async function runAsked(state: ServerState, { id, channel, signal }: MethodCall, asked: Asked): Promise<RunSummary> {
  const { programs, dataset, pairing, settings, keepUnused, outputs, measure, reuse } = asked
  const stream = new RunStream(asked, { id, channel, limits: state.options.limits })
  const progress = new ProgressNotes(id, channel)
  const request: RunRequest = {
    programs,
    dataset,
    pairing,
    keepUnused,
    settings: { ...settings, outputs, measure },
    keepResults: false,
    onPair: stream.addPair,
    pace: stream.pace,
    onProgress: (own) => progress.send('running', own),
    signal: AbortSignal.any([signal, stream.overflow]),
    ...(outputs === 'value' ? { onValue: stream.addValue } : {}),
    ...(reuse ? { reuse: state.reuse } : {}),
  }
  const report = await state.backends.use((backend) => runPrograms({ ...request, backend }))
  stream.overflow.throwIfAborted()
  stream.finish()
  if (!signal.aborted) progress.finish('running', report.evaluations)
  const { results: _, ...sums } = report
  const { rightByProgram, omittedOutputs } = stream
  return { ...sums, rightByProgram, cancelled: signal.aborted, omittedOutputs }
}
