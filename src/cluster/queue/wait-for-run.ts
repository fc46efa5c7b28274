// Waits until all chunks of a run are done.

import { EnvironmentError } from '../../language/errors.ts'
import { type Statements, sleep } from '../database/session.ts'
import { readProgress } from './read-status.ts'
import { unknownRun } from './read-run.ts'

const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 1000
/** A pause is at most this share of the time so far, by which the end is noticed late. */
const PAUSE_SHARE = 0.1

/** Resolves to true when the run is complete, and to false at the signal; throws where chunks have failed for good. */
export async function waitForRun(
  session: Statements,
  run: string,
  { signal, onProgress }: { readonly signal?: AbortSignal; readonly onProgress?: (chunksLeft: number) => void } = {},
): Promise<boolean> {
  const started = performance.now()
  for (;;) {
    if (signal?.aborted === true) return false
    const progress = await readProgress(session, run)
    if (progress === undefined) throw unknownRun(run)
    onProgress?.(progress.chunksLeft)
    if (progress.isFinished) return true
    if (progress.chunksFailed > 0 && progress.chunksFailed === progress.chunksLeft)
      throw new EnvironmentError('chunks-failed', `${progress.chunksFailed} chunks of run ${run} have failed`, {
        advice: '`megabatt status` shows why. Submit the run again to have them tried again.',
      })
    const pause = PAUSE_SHARE * (performance.now() - started)
    await sleep(Math.min(Math.max(pause, MIN_PAUSE_MS), MAX_PAUSE_MS), signal)
  }
}
