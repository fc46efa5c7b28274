// A worker: takes chunks from the queue, runs them and writes their results, until it is stopped or the queue is empty.

import { hostname } from 'node:os'
import { BugError, EnvironmentError, MegabattError } from '../../language/errors.ts'
import type { Session } from '../database/session.ts'
import type { ChunkQueue, ClaimedChunk, ItemResult } from './chunk-queue.ts'

/** The parameters of a worker. */
export interface WorkerOptions {
  /** A UUID. */
  readonly id: string
  readonly backend: string
  readonly version: string
  readonly session: Pick<Session, 'query' | 'noticeCount' | 'waitForNotice'>
  readonly queue: Pick<ChunkQueue, 'claim' | 'isEmpty' | 'complete' | 'fail' | 'release' | 'renew'>
  /** The seconds between two signs of life. */
  readonly beatSeconds: number
  /** Ends when no chunk is left, instead of waiting for more. */
  readonly drain: boolean
  /** Runs a chunk; undefined where the signal ended it. */
  readonly run: (chunk: ClaimedChunk) => Promise<ItemResult[] | undefined>
  readonly onFailure?: (chunk: ClaimedChunk, message: string) => void
  readonly signal: AbortSignal
}

/** The work of a worker so far. */
export interface WorkerCounts {
  chunks: number
  evaluations: number
  /** Chunks that another worker had completed before. */
  late: number
  failures: number
  /** The time in which chunks were run, and that in which the database was asked. */
  busyMs: number
  queueMs: number
}

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 1000
/** A worker on which every chunk fails lacks something itself. */
const MAX_FAILURES_IN_A_ROW = 3
const RATE_SECONDS = 30
const MAX_MESSAGE_LENGTH = 500

/** Runs chunks. */
export class WorkerLoop {
  readonly counts: WorkerCounts = { chunks: 0, evaluations: 0, late: 0, failures: 0, busyMs: 0, queueMs: 0 }
  readonly #options: WorkerOptions
  readonly #recent: { readonly at: number; readonly evaluations: number }[] = []
  #problem: string | undefined
  #failuresInRow = 0
  #isBeating = false

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Evaluations per second, over the last seconds. */
  get rate(): number {
    const since = performance.now() - 1000 * RATE_SECONDS
    while (this.#recent[0] !== undefined && this.#recent[0].at < since) this.#recent.shift()
    const first = this.#recent[0]
    if (first === undefined) return 0
    const sum = this.#recent.reduce((total, { evaluations }) => total + evaluations, 0)
    return sum / Math.max(1, (performance.now() - first.at) / 1000)
  }

  /** Runs until the end; a chunk in hand is given back. */
  async run(): Promise<void> {
    const { session, id, backend, version, beatSeconds, signal } = this.#options
    await session.query(
      `insert into workers (id, host, pid, backend, version) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set seen_at = now()`,
      [id, hostname(), process.pid, backend, version],
    )
    const timer = setInterval(() => void this.#beat(), 1000 * beatSeconds)
    try {
      await this.#takeChunks()
      await session.query('update workers set seen_at = now(), ended_at = now(), rate = 0 where id = $1', [id])
    } catch (error) {
      // Stopped while the database does not answer: the lease of its chunk ends by itself.
      if (!signal.aborted) throw error
    } finally {
      clearInterval(timer)
    }
  }

  async #takeChunks(): Promise<void> {
    const { session, queue, signal, drain } = this.#options
    let pause = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const { noticeCount } = session
      let chunk = await this.#ask(() => queue.claim())
      if (chunk === undefined) {
        if (drain && (await queue.isEmpty())) return
        // Of different lengths, so that workers do not ask all at once.
        await session.waitForNotice(noticeCount, pause * (0.5 + Math.random()), signal)
        pause = Math.min(2 * pause, MAX_PAUSE_MS)
        continue
      }
      pause = FIRST_PAUSE_MS
      while (chunk !== undefined) chunk = await this.#runChunk(chunk)
    }
  }

  /** Runs a chunk; the next one is claimed where this one is completed. */
  async #runChunk(chunk: ClaimedChunk): Promise<ClaimedChunk | undefined> {
    const { queue, run, signal } = this.#options
    const started = performance.now()
    let results: ItemResult[] | undefined
    try {
      results = await run(chunk)
    } catch (error) {
      if (!signal.aborted) return this.#fail(chunk, error)
    }
    if (results === undefined) {
      if (!signal.aborted) return this.#fail(chunk, new BugError('chunk-incomplete', 'The backend ended early'))
      await queue.release(chunk)
      return undefined
    }
    const busyMs = performance.now() - started
    const { isCounted, next } = await this.#ask(() => queue.complete(chunk, results, busyMs, !signal.aborted))
    this.#failuresInRow = 0
    this.counts.busyMs += busyMs
    if (!isCounted) this.counts.late++
    else {
      this.counts.chunks++
      this.counts.evaluations += chunk.evaluations
      this.#recent.push({ at: performance.now(), evaluations: chunk.evaluations })
    }
    if (next === undefined || !signal.aborted) return next
    await queue.release(next)
    return undefined
  }

  async #fail(chunk: ClaimedChunk, error: unknown): Promise<undefined> {
    const { queue, onFailure } = this.#options
    const code = error instanceof MegabattError ? ` [${error.code}]` : ''
    const message = `${error instanceof Error ? error.message : String(error)}${code}`.slice(0, MAX_MESSAGE_LENGTH)
    this.counts.failures++
    this.#problem = message
    onFailure?.(chunk, message)
    await queue.fail(chunk, message)
    if (++this.#failuresInRow < MAX_FAILURES_IN_A_ROW) return undefined
    throw new EnvironmentError('worker-failing', `${this.#failuresInRow} chunks in a row failed here: ${message}`, {
      advice: 'Other workers try them. Is there enough memory, and is Megabatt the same version everywhere?',
    })
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const started = performance.now()
    try {
      return await question()
    } finally {
      this.counts.queueMs += performance.now() - started
    }
  }

  /** A sign of life. A failure is not reported: the next statement of the loop meets it as well. */
  async #beat(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    const { session, queue, id } = this.#options
    try {
      await queue.renew()
      await session.query('update workers set seen_at = now(), rate = $2, failures = $3, problem = $4 where id = $1', [
        id,
        this.rate,
        this.counts.failures,
        this.#problem ?? null,
      ])
    } catch {
      // Reported by the loop.
    } finally {
      this.#isBeating = false
    }
  }
}
