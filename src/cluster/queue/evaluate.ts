// Evaluates programs on tasks through the queue: for callers that want counts and bit sets, not a result file.

import { randomUUID } from 'node:crypto'
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
  readonly minChunks?: number
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
  // A run of its own: somebody who evaluates the same must not wait for a run that is deleted below.
  const id = randomUUID()
  await submitRun(session, {
    id,
    request: { programs, dataset, pairing, settings },
    outputs: settings.outputs ?? 'hash',
    chunkSize: request.chunkSize,
    minChunks: request.minChunks,
    priority: request.priority,
    lineage: request.lineage,
  })
  if (await waitForRun(session, id, signal === undefined ? {} : { signal })) {
    for await (const block of readResults(session, { id, programs, dataset, pairing })) {
      const { task, programs: members, evaluations } = block
      for (const [index, program] of members.entries()) {
        const counts = countVerdicts(evaluations, index)
        yield { program, task, counts, right: rightSamples(evaluations, index), evaluations, index }
      }
    }
  }
  // The results stay, by their content hashes.
  await session.query('delete from runs where id = $1', [id])
}
