// Starts the embedded server, or takes over one that runs, and stops it when nobody has used it for a while.

import type { Client } from 'pg'
import { EnvironmentError, MegabattError } from '../../language/errors.ts'
import { type ServerFiles, isAlive } from './server-files.ts'
import { SERVER_DATABASE, SERVER_ROLE, startServer, stopServer } from './server-process.ts'

/** The parameters of a keeper. */
export interface KeeperOptions {
  /** How long nobody must have used the server before it is stopped, in milliseconds. */
  readonly idleMs: number
  /** Stops the server. */
  readonly signal: AbortSignal
}

const LOOK_EVERY_MS = 250
const START_MS = 60_000
/** After a crash, the processes of the former server may take a moment to end. */
const START_ATTEMPTS = 10
const COUNT_CLIENTS = `select count(*)::int as count from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Runs until the server has ended. The caller holds the lock of the keeper. */
export async function keepServer(files: ServerFiles, options: KeeperOptions): Promise<void> {
  files.removeServer()
  let server: { readonly pid: number; readonly port: number; readonly client: Client }
  try {
    server = (await adoptServer(files)) ?? (await startAnew(files))
  } catch (error) {
    files.writeFailure(describe(error, files))
    throw error
  }
  files.writeServer({ port: server.port, keeper: process.pid })
  try {
    await watchClients(server.client, server.pid, options)
  } finally {
    files.removeServer()
    await server.client.end().catch(() => undefined)
    await stopServer(server.pid)
  }
}

/** A server that runs, because its keeper was killed. */
async function adoptServer(files: ServerFiles) {
  const postmaster = files.readPostmaster()
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined
  const client = await connect(files, postmaster).catch(() => undefined)
  return client && { ...postmaster, client }
}

async function startAnew(files: ServerFiles) {
  for (let attempt = 1; ; attempt++) {
    const started = await startServer(files)
    try {
      return { ...started, client: await connect(files, started) }
    } catch (error) {
      await stopServer(started.pid)
      if (attempt === START_ATTEMPTS || error instanceof MegabattError) throw error
      await pause(LOOK_EVERY_MS)
    }
  }
}

/** Connects as soon as the server accepts connections. */
async function connect(
  files: ServerFiles,
  { pid, port }: { readonly pid: number; readonly port: number },
): Promise<Client> {
  const { default: pg } = await import('pg')
  const deadline = performance.now() + START_MS
  for (;;) {
    const client = new pg.Client({ ...clientConfig(files, port), application_name: 'megabatt keeper' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      void client.end().catch(() => undefined)
      if (!isAlive(pid) || performance.now() > deadline) throw error
      await pause(30)
    }
  }
}

/** How a client of this machine connects. */
export function clientConfig(files: ServerFiles, port: number) {
  return {
    host: '127.0.0.1',
    port,
    user: SERVER_ROLE,
    database: SERVER_DATABASE,
    password: files.password(),
    connectionTimeoutMillis: 10_000,
  }
}

/** Ends when the server does, when nobody has used it for long, or at the signal. */
async function watchClients(client: Client, pid: number, { idleMs, signal }: KeeperOptions): Promise<void> {
  let used = performance.now()
  while (!signal.aborted && performance.now() - used < idleMs) {
    await pause(LOOK_EVERY_MS)
    if (!isAlive(pid)) return
    try {
      const { rows } = await client.query<{ count: number }>(COUNT_CLIENTS)
      if (rows[0]!.count > 0) used = performance.now()
    } catch {
      return
    }
  }
}

function describe(error: unknown, { log }: ServerFiles): string {
  const advice = `The log of the server is ${log}. Set MEGABATT_DATA to another folder, or name a server with --database.`
  if (error instanceof MegabattError)
    return JSON.stringify({ code: error.code, message: error.message, advice: error.advice ?? advice })
  const message = `The embedded database does not start: ${error instanceof Error ? error.message : String(error)}`
  return JSON.stringify({ code: 'embedded-failed', message, advice })
}

/** The error that a keeper has left. */
export function readKeeperFailure(text: string): EnvironmentError {
  const { code, message, advice } = JSON.parse(text) as { code: string; message: string; advice: string }
  return new EnvironmentError(code, message, { advice })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
