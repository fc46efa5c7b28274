// Gathers a report after a run or a score: fetches the outputs of the chosen failing solvers, then collects the data.

import type { Backend } from '../../backends/backend.ts'
import type { Dataset } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import { explainSample } from '../explain/explain-sample.ts'
import type { Profile } from '../profile/profile-report.ts'
import type { Pairing } from '../run/pair-programs.ts'
import type { Progress } from '../run/run-pass.ts'
import type { RunReport } from '../run/run-report.ts'
import { fetchOutputs } from '../score/fetch-outputs.ts'
import type { Score } from '../score/score-programs.ts'
import { chooseOutputs } from './choose-outputs.ts'
import { type ShownOutputs, collectReport } from './collect-report.ts'
import type { ReportData } from './report-data.ts'
import { listSolverPairs } from './solver-pairs.ts'
import type { StopSignal } from '../../backends/stop-signal.ts'

/** The run or score that a report is about. */
export interface GatherRequest {
  readonly title: string
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  readonly pairing: Pairing
  readonly run: RunReport
  readonly keepUnused?: boolean
  readonly score?: Pick<Score, 'report' | 'attempts'>
  readonly profile?: Profile
  /** Runs the solvers whose outputs are fetched. */
  readonly backend: Backend
  /** Counts tasks. */
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: StopSignal
}

/** The data of the report. */
export async function gatherReport(request: GatherRequest): Promise<ReportData> {
  const { programs, dataset, pairing, run, score, profile, signal } = request
  const results = listSolverPairs(programs, dataset.tasks, pairing, run.results)
  // The limits of the run: its default budget depends on the pairing.
  const context = { ...request, settings: run.settings }
  const chosen = chooseOutputs(results.pairs, dataset.tasks.length)
  const outputs = new Map<number, readonly ShownOutputs[]>()
  for (const [t, pairs] of chosen.byTask) {
    signal?.throwIfAborted()
    const solvers = pairs.map(({ solver }) => results.solvers[solver]!)
    const values = await fetchOutputs(context, dataset.tasks[t]!, solvers)
    outputs.set(
      t,
      pairs.map((pair, k) => ({ pair, values: values[k]! })),
    )
    request.onProgress?.({ done: outputs.size, total: chosen.byTask.size })
  }
  return collectReport({
    title: request.title,
    tasks: dataset.tasks,
    files: programs.map(({ file }) => file),
    run,
    results,
    outputs,
    outputsLeftOut: chosen.leftOut,
    explain: ({ task, solver, judged }, failure) =>
      explainSample(
        programs[results.solvers[solver]!.program]!,
        dataset.tasks[task]!,
        judged.samples.indexOf(failure),
        failure,
        { ...run.settings, keepUnused: request.keepUnused },
      ),
    ...(score === undefined ? {} : { score }),
    ...(profile === undefined ? {} : { profile }),
  })
}
