// Evaluates programs on tasks through the queue: for callers that want counts and bit sets, not a result file.

import type { Evaluations, RunSettings } from '../../backends/backend.ts'
import type { Dataset, Task } from '../../data/task.ts'
import type { Pairing } from '../../engine/run/pair-programs.ts'
import type { Program } from '../../language/program.ts'
import type { Session } from '../database/session.ts'
import { type ResultCounts, countVerdicts, rightSamples } from '../store/pack-results.ts'
import { readResults } from './read-run.ts'
import { type Descent, submitRun } from './submit-run.ts'
import { waitForRun } from './wait-for-run.ts'

/** The parameters of an evaluation. */
export interface EvaluationRequest {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  /** Default: `all`. */
  readonly pairing?: Pairing
  readonly settings?: Partial<RunSettings>
  readonly chunkSize?: number
  readonly priority?: number
  /** Which programs were made from which: written to the lineage. */
  readonly lineage?: readonly Descent[]
  readonly signal?: AbortSignal
}

/** The result of one program on one task. */
export interface PairEvaluation {
  /** The index of the program. */
  readonly program: number
  readonly task: Task
  readonly counts: ResultCounts
  /** The samples that are right: sample `k`, demos before tests, is bit `k % 8` of byte `k / 8`. */
  readonly right: Uint8Array
  /** Everything else: differing cells, errors, hashes of outputs. The program has this index there. */
  readonly evaluations: Evaluations
  readonly index: number
}

/**
 * Queues the programs, waits for the workers and yields the results in the order of pairs. Results that are in the database
 * already are not computed again. Ends without results at the signal.
 */
export async function* evaluateOnQueue(session: Session, request: EvaluationRequest): AsyncGenerator<PairEvaluation> {
  const { programs, dataset, pairing = 'all', signal } = request
  const settings: Partial<RunSettings> = { outputs: 'hash', ...request.settings }
  const { id, isKnown } = await submitRun(session, {
    request: { programs, dataset, pairing, settings },
    outputs: settings.outputs ?? 'hash',
    chunkSize: request.chunkSize,
    priority: request.priority,
    lineage: request.lineage,
  })
  if (!(await waitForRun(session, id, signal === undefined ? {} : { signal }))) return
  const run = { id, programs, dataset, pairing }
  for await (const { task, programs: members, evaluations } of readResults(session, run)) {
    for (const [index, program] of members.entries()) {
      const counts = countVerdicts(evaluations, index)
      yield { program, task, counts, right: rightSamples(evaluations, index), evaluations, index }
    }
  }
  // The results stay, by their content hashes. A run that somebody had submitted before stays as well.
  if (!isKnown) await session.query('delete from runs where id = $1', [id])
}
