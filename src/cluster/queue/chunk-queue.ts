// The queue as one worker sees it: chunks are claimed, their leases renewed, and completed exactly once.

import type { StoredSettings } from '../store/stored-settings.ts'
import type { Session } from '../database/session.ts'
import { DONE, FAILED_CHUNK, LEASED, MAX_ATTEMPTS, MAX_FAILURES, READY } from './chunk-states.ts'

/** A chunk that this worker has claimed. */
export interface ClaimedChunk {
  readonly id: string
  readonly run: string
  readonly settings: StoredSettings
  readonly settingsHash: Buffer
  /** Item `k` is block `blocks[k]` on task `tasks[k]`. */
  readonly blocks: readonly Buffer[]
  readonly tasks: readonly Buffer[]
  readonly evaluations: number
  /** Whether another worker runs it as well, and takes long. */
  readonly isSpare: boolean
}

/** The results of one item. */
export interface ItemResult {
  readonly task: Buffer
  readonly block: Buffer
  readonly counts: {
    readonly total: number
    readonly right: number
    readonly wrong: number
    readonly errors: number
    readonly limits: number
    readonly unknown: number
  }
  readonly content: Buffer
  /** The programs that pass all demos. */
  readonly scores: readonly ItemScore[]
}

/** A program that passes all demos of a task. */
export interface ItemScore {
  readonly program: Buffer
  readonly verdict: string
  readonly demosRight: number
  readonly testsRight: number
}

/** How a worker uses the queue. */
export interface QueueOptions {
  /** The id of the worker: a UUID. */
  readonly worker: string
  /** The seconds after which a chunk of a worker that is not heard of is given to another one. */
  readonly leaseSeconds: number
  /** A chunk is given to a second worker after this many seconds at least, and this many times the mean of its run. */
  readonly spareSeconds?: number
  readonly spareFactor?: number
}

const DEFAULT_SPARE_SECONDS = 10
const DEFAULT_SPARE_FACTOR = 3

const RETURNING = `returning chunk.id, chunk.run, chunk.settings as settings_hash, chunk.blocks, chunk.tasks,
  chunk.evaluations, (select content from settings where hash = chunk.settings) as settings, chunk.owner <> $1 as is_spare`

/** `$1` is the worker, `$2` the seconds of the lease; `$3` is a chunk that is not taken. */
const CLAIM_READY = `update chunks as chunk
  set state = ${LEASED}, owner = $1, started_at = now(), leased_until = now() + make_interval(secs => $2),
    spare = null, attempts = attempts + 1
  where id = (
    select id from chunks where state = ${READY} and id <> $3
    order by priority desc, id limit 1 for update skip locked
  )
  ${RETURNING}`
/** No chunk has this id. */
const NO_CHUNK = 0

/** A chunk that many workers ended with fails. */
const FAIL_EXPIRED = `update chunks
  set state = ${FAILED_CHUNK}, owner = null, error = attempts || ' workers ended while they ran it'
  where state = ${LEASED} and leased_until < now() and attempts >= ${MAX_ATTEMPTS}`

/**
 * A chunk whose worker is not heard of any more, or that this worker has claimed without knowing: the answer was lost with its
 * connection. `$3` are the chunks that it knows of.
 */
const CLAIM_EXPIRED = `with failed as (${FAIL_EXPIRED})
  update chunks as chunk
  set owner = $1, started_at = now(), leased_until = now() + make_interval(secs => $2), spare = null, attempts = attempts + 1
  where id = (
    select id from chunks where state = ${LEASED} and (leased_until < now() or (owner = $1 and id <> all($3::bigint[])))
      and attempts < ${MAX_ATTEMPTS}
    order by id limit 1 for update skip locked
  )
  ${RETURNING}`

/** A chunk that takes another worker much longer than the others of its run. */
const CLAIM_SPARE = `update chunks as chunk
  set spare = $1, spare_until = now() + make_interval(secs => $2)
  where id = (
    select id from chunks as late
    where state = ${LEASED} and owner <> $1 and (spare is null or spare_until < now())
      and started_at < now() - make_interval(secs => greatest($3::float8, $4::float8 * (
        select coalesce(sum(busy_ms) / nullif(sum(chunks), 0), 0) / 1000 from progress where run = late.run)))
    order by started_at limit 1 for update skip locked
  )
  ${RETURNING}`

/**
 * One statement, and so one transaction: either the chunk is done and its results are there, or neither. It also claims the next
 * ready chunk if `$2`, a lease, is more than 0: one round trip for each chunk instead of two. The chunk itself is excluded there, because a
 * statement must not change a row twice.
 */
const COMPLETE = `with finished as (
    update chunks set state = ${DONE}, owner = $1, error = null where id = $3 and state <> ${DONE} returning run, settings
  ), written as (
    insert into results
    select settings, item.* from finished,
      unnest($4::bytea[], $5::bytea[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[], $11::int[], $12::bytea[]) as item
    on conflict do nothing
  ), scored as (
    insert into scores
    select settings, score.* from finished, unnest($13::bytea[], $14::bytea[], $15::text[], $16::int[], $17::int[]) as score
    on conflict do nothing
  ), counted as (
    insert into progress as sum select run, $1, 1, $18, $19 from finished
    on conflict (run, worker) do update set chunks = sum.chunks + 1,
      evaluations = sum.evaluations + excluded.evaluations, busy_ms = sum.busy_ms + excluded.busy_ms
    returning 1
  ), next as (${CLAIM_READY.replace('where id = (', 'where $2 > 0 and id = (')})
  select exists (select from counted) as is_counted, next.* from (select) as always left join next on true`

interface ClaimedRow {
  readonly id: string
  readonly run: string
  readonly settings_hash: Buffer
  readonly settings: StoredSettings
  readonly blocks: Buffer[]
  readonly tasks: Buffer[]
  readonly evaluations: number
  readonly is_spare: boolean
}

/** Without a next chunk, its columns are null. */
type CompletedRow = { readonly is_counted: boolean } & { [Key in keyof ClaimedRow]: ClaimedRow[Key] | null }

/** The outcome of completing a chunk. */
export interface Completion {
  /** Whether the results count; false where another worker was faster. */
  readonly isCounted: boolean
  /** The next chunk, where one was asked for and is ready. */
  readonly next: ClaimedChunk | undefined
}

/** Claims and completes chunks. */
export class ChunkQueue {
  readonly #session: Session
  readonly #options: QueueOptions
  #held = new Set<string>()

  constructor(session: Session, options: QueueOptions) {
    this.#session = session
    this.#options = options
  }

  /** The next chunk: a ready one, else one whose worker has ended or does not know of it, else one that takes its worker too long. */
  async claim(): Promise<ClaimedChunk | undefined> {
    const { worker, leaseSeconds, spareSeconds, spareFactor } = this.#options
    const lease = [worker, leaseSeconds]
    const row =
      (await this.#first('claim_ready', CLAIM_READY, [...lease, NO_CHUNK])) ??
      (await this.#first('claim_expired', CLAIM_EXPIRED, [...lease, [...this.#held]])) ??
      (await this.#first('claim_spare', CLAIM_SPARE, [
        ...lease,
        spareSeconds ?? DEFAULT_SPARE_SECONDS,
        spareFactor ?? DEFAULT_SPARE_FACTOR,
      ]))
    return row === undefined ? undefined : this.#hold(row)
  }

  #hold(row: ClaimedRow): ClaimedChunk {
    this.#held.add(row.id)
    const { id, run, settings, settings_hash: settingsHash, blocks, tasks, evaluations, is_spare: isSpare } = row
    return { id, run, settings, settingsHash, blocks, tasks, evaluations, isSpare }
  }

  /** Whether there is no chunk that a worker could still run: nothing is ready, and nothing is being run. */
  async isEmpty(): Promise<boolean> {
    const [row] = await this.#session.query<{ found: boolean }>(
      `select exists (select from chunks where state = ${READY}) or exists (select from chunks where state = ${LEASED}) as found`,
    )
    return row?.found !== true
  }

  /** Writes the results of a chunk, unless another worker has done so, and claims another ready chunk if `andClaim`. */
  async complete(
    chunk: ClaimedChunk,
    results: readonly ItemResult[],
    busyMs: number,
    andClaim = false,
  ): Promise<Completion> {
    const { worker, leaseSeconds } = this.#options
    // In one order, so that workers with equal items wait for each other and do not block each other.
    const items = results.toSorted((a, b) => Buffer.compare(a.task, b.task) || Buffer.compare(a.block, b.block))
    const scores = items.flatMap(({ task, scores: own }) => own.map((score) => ({ ...score, task })))
    const [row] = await this.#session.queryPrepared<CompletedRow>('complete', COMPLETE, [
      worker,
      andClaim ? leaseSeconds : 0,
      chunk.id,
      items.map(({ task }) => task),
      items.map(({ block }) => block),
      ...(['total', 'right', 'wrong', 'errors', 'limits', 'unknown'] as const).map((key) =>
        items.map(({ counts }) => counts[key]),
      ),
      items.map(({ content }) => content),
      scores.map(({ task }) => task),
      scores.map(({ program }) => program),
      scores.map(({ verdict }) => verdict),
      scores.map(({ demosRight }) => demosRight),
      scores.map(({ testsRight }) => testsRight),
      chunk.evaluations,
      busyMs,
    ])
    this.#held.delete(chunk.id)
    const { is_counted: isCounted, ...next } = row!
    return { isCounted, next: next.id === null ? undefined : this.#hold(next as ClaimedRow) }
  }

  /** Reports that a chunk cannot be run; it is tried again, by any worker, a few times. */
  async fail(chunk: ClaimedChunk, message: string): Promise<void> {
    this.#held.delete(chunk.id)
    await this.#session.query(
      `update chunks set failures = failures + 1, error = $3, owner = null, spare = null,
         state = case when failures + 1 >= ${MAX_FAILURES} then ${FAILED_CHUNK} else ${READY} end
       where id = $1 and state = ${LEASED} and (owner = $2 or spare = $2)`,
      [chunk.id, this.#options.worker, message],
    )
  }

  /** Gives a chunk back that was not run. */
  async release(chunk: ClaimedChunk): Promise<void> {
    this.#held.delete(chunk.id)
    await this.#session.query(
      `update chunks set state = case when owner = $2 then ${READY} else state end,
         attempts = case when owner = $2 then attempts - 1 else attempts end,
         owner = nullif(owner, $2), spare = nullif(spare, $2)
       where id = $1 and state = ${LEASED} and (owner = $2 or spare = $2)`,
      [chunk.id, this.#options.worker],
    )
  }

  /** Extends the leases of the chunks that this worker holds. */
  async renew(): Promise<void> {
    if (this.#held.size === 0) return
    const { worker, leaseSeconds } = this.#options
    await this.#session.query(
      `update chunks set leased_until = now() + make_interval(secs => $2),
         spare_until = case when spare = $1 then now() + make_interval(secs => $2) else spare_until end
       where id = any($3::bigint[]) and state = ${LEASED} and (owner = $1 or spare = $1)`,
      [worker, leaseSeconds, [...this.#held]],
    )
  }

  async #first(name: string, text: string, values: readonly unknown[]): Promise<ClaimedRow | undefined> {
    const [row] = await this.#session.queryPrepared<ClaimedRow>(name, text, values)
    return row
  }
}
