// The state of the queue: runs with their progress, workers, and failed chunks.

import type { Session, Statements } from '../database/session.ts'
import { FAILED_CHUNK, LEASED } from './chunk-states.ts'

/** A run and its progress. */
export interface RunStatus {
  readonly id: string
  readonly programs: number
  readonly tasks: number
  readonly pairs: number
  readonly evaluations: number
  /** Evaluations whose results are there, those that were known when it was submitted among them. */
  readonly done: number
  readonly chunks: number
  readonly chunksDone: number
  readonly chunksLeased: number
  readonly chunksFailed: number
  readonly submittedAt: string
  readonly isFinished: boolean
}

/** A worker that was heard of lately. */
export interface WorkerStatus {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly backend: string
  readonly version: string
  /** Evaluations per second. */
  readonly rate: number
  readonly failures: number
  readonly problem: string | null
  readonly secondsSinceSeen: number
  /** Runs, or nothing, and for how many seconds. */
  readonly chunkSeconds: number | null
}

/** A chunk that failed too often. */
export interface FailedChunk {
  readonly run: string
  readonly chunk: string
  readonly error: string
}

/** The state of a queue. */
export interface QueueStatus {
  readonly runs: readonly RunStatus[]
  readonly workers: readonly WorkerStatus[]
  readonly failures: readonly FailedChunk[]
  /** Chunks that wait for a worker. */
  readonly queueLength: number
  /** Evaluations per second of all workers. */
  readonly rate: number
}

/** Workers that were not heard of for longer are not listed. */
const WORKER_SECONDS = 120
const IS_CONNECTED = `ended_at is null and seen_at > now() - interval '${WORKER_SECONDS} seconds'`
const MAX_RUNS = 50
const MAX_FAILURES = 20

/** Reads the state of all runs, the latest first, or of one. */
export async function readStatus(session: Session, run?: string): Promise<QueueStatus> {
  const runs = (
    await session.query<Record<keyof RunStatus, string>>(
      `select id, programs, tasks, pairs, runs.evaluations, runs.chunks, submitted_at as "submittedAt",
         known_evaluations + coalesce(own.evaluations, 0) as done, coalesce(own.chunks, 0) as "chunksDone",
         coalesce(leased.count, 0) as "chunksLeased", coalesce(failed.count, 0) as "chunksFailed"
       from runs
       left join (select run, sum(chunks) as chunks, sum(evaluations) as evaluations from progress group by run) as own
         on own.run = runs.id
       left join (select run, count(*) from chunks where state = ${LEASED} group by run) as leased on leased.run = runs.id
       left join (select run, count(*) from chunks where state = ${FAILED_CHUNK} group by run) as failed on failed.run = runs.id
       where $1::text is null or id = $1 order by submitted_at desc limit ${MAX_RUNS}`,
      [run ?? null],
    )
  ).map(describeRun)
  const workers = await session.query<WorkerStatus & { chunkSeconds: number | null }>(
    `select id, host, pid, backend, version, rate, failures, problem,
       extract(epoch from now() - seen_at)::float8 as "secondsSinceSeen",
       (select extract(epoch from now() - min(started_at))::float8 from chunks
        where state = ${LEASED} and (owner = workers.id or spare = workers.id)) as "chunkSeconds"
     from workers where ${IS_CONNECTED}
     order by host, started_at`,
  )
  const failures = await session.query<FailedChunk>(
    `select run, id as chunk, coalesce(error, '') as error from chunks
     where state = ${FAILED_CHUNK} and ($1::text is null or run = $1) order by id limit ${MAX_FAILURES}`,
    [run ?? null],
  )
  const waiting = ({ chunks, chunksDone, chunksLeased, chunksFailed }: RunStatus) =>
    chunks - chunksDone - chunksLeased - chunksFailed
  return {
    runs,
    workers,
    failures,
    queueLength: runs.reduce((sum, one) => sum + Math.max(0, waiting(one)), 0),
    rate: workers.reduce((sum, { rate }) => sum + rate, 0),
  }
}

/** The number of workers that were heard of lately and have not ended. */
export async function countWorkers(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>(`select count(*)::int from workers where ${IS_CONNECTED}`)
  return row!.count
}

/** Whether a run is complete, and how many of its chunks failed; undefined for an unknown run. Cheaper than its status. */
export async function readProgress(
  session: Statements,
  run: string,
): Promise<{ readonly isFinished: boolean; readonly chunksLeft: number; readonly chunksFailed: number } | undefined> {
  const [row] = await session.query<{ left: string; failed: string }>(
    `select chunks - coalesce((select sum(progress.chunks) from progress where run = runs.id), 0) as left,
       (select count(*) from chunks where run = runs.id and state = ${FAILED_CHUNK}) as failed
     from runs where id = $1`,
    [run],
  )
  if (row === undefined) return undefined
  const chunksLeft = Number(row.left)
  return { isFinished: chunksLeft === 0, chunksLeft, chunksFailed: Number(row.failed) }
}

/** Sums come as texts: they may exceed what a number holds. */
function describeRun(row: Record<keyof RunStatus, string>): RunStatus {
  const { id, submittedAt } = row
  const count = (key: keyof RunStatus) => Number(row[key])
  return {
    id,
    programs: count('programs'),
    tasks: count('tasks'),
    pairs: count('pairs'),
    evaluations: count('evaluations'),
    done: count('done'),
    chunks: count('chunks'),
    chunksDone: count('chunksDone'),
    chunksLeased: count('chunksLeased'),
    chunksFailed: count('chunksFailed'),
    submittedAt: new Date(submittedAt).toISOString(),
    isFinished: count('chunksDone') === count('chunks'),
  }
}
