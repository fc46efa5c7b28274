// The limits of a server: each request stays within them, or fails with a code and a remedy.

import { LimitError } from '../language/errors.ts'
import { formatCount } from '../language/format-count.ts'

/** The limits, as `initialize` reports them. */
export interface ServeLimits {
  /** The most bytes of a message. */
  readonly messageBytes: number
  /** The most programs and tasks that are held, and the bytes of their texts and grids. */
  readonly programs: number
  readonly programBytes: number
  readonly tasks: number
  readonly taskBytes: number
  /** The most programs of a run or a score. */
  readonly programsOfRun: number
  /** The most evaluations on one task of a run. */
  readonly evaluationsOfTask: number
  /** The most bytes of a value that is sent, and of all values of one task. */
  readonly outputBytes: number
  readonly outputBytesOfTask: number
  /** Requests at the same time. */
  readonly requests: number
  /** Runs and scores at the same time, and those that may wait for them. */
  readonly runs: number
  readonly waitingRuns: number
}

const MEGABYTE = 1 << 20

/** Used where nothing else is asked for. */
export const DEFAULT_LIMITS: ServeLimits = {
  messageBytes: 64 * MEGABYTE,
  programs: 200_000,
  programBytes: 512 * MEGABYTE,
  tasks: 50_000,
  taskBytes: 512 * MEGABYTE,
  programsOfRun: 100_000,
  evaluationsOfTask: 16_000_000,
  outputBytes: MEGABYTE,
  outputBytesOfTask: 256 * MEGABYTE,
  requests: 256,
  runs: 4,
  waitingRuns: 28,
}

/** Refuses a message that is too long. */
export function messageTooLarge(maxBytes: number): LimitError {
  return new LimitError('message-too-large', `A message has at most ${formatCount(maxBytes)} bytes`, {
    advice: 'Send programs and tasks in several requests, or start the server with a larger --max-message.',
  })
}

/** Refuses more programs or tasks than a server holds. */
export function storeFull(noun: 'programs' | 'tasks', limit: string): LimitError {
  const method = noun === 'programs' ? 'removePrograms' : 'removeTasks'
  return new LimitError('store-full', `The server holds at most ${limit}`, {
    advice: `Remove ${noun} that are not needed any more with ${method}.`,
  })
}
