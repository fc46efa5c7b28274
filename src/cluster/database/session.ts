// One connection to the database, opened again when it is lost; statements wait while the server does not answer.

import type { Client, ClientConfig, QueryResultRow } from 'pg'
import { passingReason, nameFailure } from './failures.ts'

/** The database of a session: an address, or a server of this machine that is started when it is needed. */
export interface DatabaseSource {
  /** Host, port and database, for messages. */
  readonly shown: string
  /** Called before each connection. */
  locate(): Promise<ClientConfig>
}

/** The parameters of a session. */
export interface SessionOptions {
  /** Shown to the administrator of the server. */
  readonly name: string
  /** How long a statement waits for a server that has answered before, in milliseconds; default: ten minutes. */
  readonly patienceMs?: number
  /** Called when the server stops answering, from time to time, and when it answers again. */
  readonly onTrouble?: (text: string) => void
  /** Ends all waiting. */
  readonly signal?: AbortSignal | undefined
  /** Commits need not wait for the disk: a lost one is repeated. Default: false. */
  readonly async?: boolean
  /** The channel of the server whose notices `waitForNotice` waits for. */
  readonly channel?: string
}

/** Statements of one transaction. */
export interface Statements {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

const DEFAULT_PATIENCE_MS = 600_000
/** How long the first connection is tried. */
const FIRST_PATIENCE_MS = 10_000
const CONNECT_MS = 10_000
/** An answer that takes longer is given up, and the connection with it: the network may have lost it. */
const ANSWER_MS = 120_000
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 2000
const REMIND_EVERY_MS = 30_000
/** An answer that takes longer is announced. */
const SLOW_MS = 3000

/** A session; statements and transactions run one after the other, in the order of the calls. */
export class Session implements Statements {
  readonly #source: DatabaseSource
  readonly #options: SessionOptions
  #client: Client | undefined
  #last: Promise<unknown> = Promise.resolve()
  #hasAnswered = false
  #isClosed = false
  #onNotice: (() => void) | undefined
  /** The number of notices on the channel so far. A notice may be lost with its connection. */
  noticeCount = 0

  constructor(source: DatabaseSource, options: SessionOptions) {
    this.#source = source
    this.#options = options
  }

  /** Host, port and database, for messages. */
  get shown(): string {
    return this.#source.shown
  }

  /** Runs one statement, which is a transaction of its own. It is repeated after a lost connection: it must bear that. */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#enqueue((client) => runQuery<Row>(client, text, values))
  }

  /** The same for a statement that is run very often: the server plans it once for each connection. */
  queryPrepared<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#enqueue(async (client) => {
      const { rows } = await client.query<Row>({ name, text, values: [...values] })
      return rows
    })
  }

  /** Runs a transaction; `run` is called again after a lost connection or a conflict. */
  transaction<Result>(run: (statements: Statements) => Promise<Result>): Promise<Result> {
    return this.#enqueue(async (client) => {
      await client.query('begin')
      try {
        const result = await run({ query: (text, values = []) => runQuery(client, text, values) })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      }
    })
  }

  /** Waits until there were more notices than `known`, at most for this time. */
  async waitForNotice(known: number, ms: number, signal?: AbortSignal): Promise<void> {
    if (this.noticeCount > known) return
    const notice = new AbortController()
    this.#onNotice = () => notice.abort()
    await sleep(ms, signal === undefined ? notice.signal : AbortSignal.any([signal, notice.signal]))
    this.#onNotice = undefined
  }

  /** Ends the session after the statements that are under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#last.catch(() => undefined)
    await this.#drop()
  }

  #enqueue<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#insist(run))
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Tries until the server answers, within the patience. */
  async #insist<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
    const { patienceMs = DEFAULT_PATIENCE_MS, signal, onTrouble } = this.#options
    const started = performance.now()
    let pause = FIRST_PAUSE_MS
    let reminded: number | undefined
    for (;;) {
      let slow: NodeJS.Timeout | undefined
      try {
        const client = await this.#connect()
        slow = setTimeout(() => {
          onTrouble?.(`the database ${this.shown} is slow: no answer for ${SLOW_MS / 1000} s; waiting`)
          reminded = performance.now()
        }, SLOW_MS)
        const result = await run(client)
        clearTimeout(slow)
        this.#hasAnswered = true
        if (reminded !== undefined)
          onTrouble?.(`the database ${this.shown} answers again, after ${seconds(performance.now() - started)} s`)
        return result
      } catch (error) {
        clearTimeout(slow)
        const reason = passingReason(error)
        if (isConnectionLost(error)) await this.#drop()
        const waited = performance.now() - started
        const patience = this.#hasAnswered ? patienceMs : Math.min(patienceMs, FIRST_PATIENCE_MS)
        if (reason === undefined || waited > patience || this.#isClosed || signal?.aborted === true)
          throw nameFailure(error, this.shown)
        // A restart of the server and a conflict are over at once: nobody needs to know.
        const isDue = reminded === undefined ? waited > 1000 : performance.now() - reminded > REMIND_EVERY_MS
        if (isDue) {
          const since = waited > REMIND_EVERY_MS ? ` for ${seconds(waited)} s` : ''
          onTrouble?.(`the database ${this.shown} does not answer${since}: ${reason}; trying again`)
          reminded = performance.now()
        }
        await sleep(pause, signal)
        pause = Math.min(2 * pause, MAX_PAUSE_MS)
      }
    }
  }

  async #connect(): Promise<Client> {
    if (this.#client !== undefined) return this.#client
    const { default: pg } = await import('pg')
    const config = await this.#source.locate()
    const client = new pg.Client({
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: this.#options.name,
      ...config,
    })
    // Without a listener, a server that stops would end the process; the next statement reports it.
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined
    })
    client.on('notification', () => {
      this.noticeCount++
      this.#onNotice?.()
    })
    const { async: isAsync, channel } = this.#options
    const commits = isAsync === true ? '; set synchronous_commit = off' : ''
    try {
      await client.connect()
      await client.query(`set search_path = megabatt${commits}${channel === undefined ? '' : `; listen ${channel}`}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    return client
  }

  async #drop(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    // A server that does not answer does not answer this either.
    if (client !== undefined) await Promise.race([client.end().catch(() => undefined), sleep(500)])
  }
}

async function runQuery<Row extends QueryResultRow>(client: Client, text: string, values: readonly unknown[]) {
  const { rows } = await client.query<Row>(text, [...values])
  return rows
}

/** Whether the connection must not be used again; after an error that the server has sent for a statement it can be. */
function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code !== 'string' || !/^[\dA-DF-Z][\dA-Z]{4}$/.test(code) || /^(?:08|57P|58)/.test(code)
}

function seconds(ms: number): number {
  return Math.round(ms / 1000)
}

/** Waits; ends early once the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal?.addEventListener('abort', finish)
  })
}
