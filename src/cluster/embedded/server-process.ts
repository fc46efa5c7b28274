// The server itself: its data are created, it is started and stopped.

import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { EnvironmentError } from '../../language/errors.ts'
import { SERVER_VERSION, findServerFolder, programIn } from './binaries.ts'
import { type ServerFiles, isAlive } from './server-files.ts'
import { type ServerUser, chooseServerUser, giveTo, readableFolder } from './server-user.ts'

/** The role and the database of the embedded server. */
export const SERVER_ROLE = 'megabatt'
export const SERVER_DATABASE = 'postgres'

const STOP_MS = 30_000
/** Workers have one connection each. */
const MAX_CONNECTIONS = 300

/** Creates the data if there are none, and starts the server; returns its process and port before it accepts connections. */
export async function startServer(files: ServerFiles): Promise<{ readonly pid: number; readonly port: number }> {
  const user = chooseServerUser()
  const programs = readableFolder(findServerFolder(), user, files.folder)
  createData(files, programs, user)
  const port = await freePort()
  const log = openSync(files.log, 'a', 0o600)
  const child = spawn(
    programIn(programs, 'postgres'),
    ['-D', files.data, '-p', String(port), ...settings({ listen_addresses: '127.0.0.1', unix_socket_directories: '' })],
    // A terminal must not interrupt it, and it must survive its starter.
    { ...user, cwd: files.data, detached: true, stdio: ['ignore', log, log], env: serverEnvironment() },
  )
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  child.unref()
  closeSync(log)
  return { pid: child.pid!, port }
}

/** Stops a server: its clients are disconnected, and all that was committed is on disk. */
export async function stopServer(pid: number): Promise<void> {
  const deadline = performance.now() + STOP_MS
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  while (isAlive(pid) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}

function createData(files: ServerFiles, programs: string, user: ServerUser): void {
  const versionFile = join(files.data, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version === SERVER_VERSION) return
    throw new EnvironmentError(
      'embedded-version',
      `The data in ${files.data} belong to PostgreSQL ${version}, not ${SERVER_VERSION}`,
      {
        advice:
          'Dump them with the former version of Megabatt and restore them (docs/cluster.md), or move the folder away.',
      },
    )
  }
  // Under another name until it is complete: whoever is killed meanwhile leaves nothing that looks like data.
  const unfinished = `${files.data}.new`
  const passwordFile = join(files.folder, 'password.new')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, files.password(), { mode: 0o600 })
  for (const path of [unfinished, passwordFile]) giveTo(user, path)
  const { status, stderr, error } = spawnSync(
    programIn(programs, 'initdb'),
    [`--pgdata=${unfinished}`, `--username=${SERVER_ROLE}`, `--pwfile=${passwordFile}`, ...INITDB_OPTIONS],
    { ...user, cwd: '/', encoding: 'utf8', env: serverEnvironment() },
  )
  rmSync(passwordFile, { force: true })
  if (status !== 0)
    throw new EnvironmentError(
      'embedded-failed',
      `The database cannot be created: ${error?.message ?? stderr.trim()}`,
      {
        advice: 'Set MEGABATT_DATA to a folder on a local disk, or name a server with --database.',
      },
    )
  renameSync(unfinished, files.data)
}

const INITDB_OPTIONS = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']

/** Settings of the server as arguments. A deadlock is found soon: its transaction is repeated. */
function settings(more: Readonly<Record<string, string>>): string[] {
  const all = {
    max_connections: String(MAX_CONNECTIONS),
    max_wal_size: '2GB',
    shared_buffers: '128MB',
    deadlock_timeout: '200ms',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...more,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Without the variables of clients: the server needs none, and its environment is readable. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TZ, TMPDIR, SystemRoot } = process.env
  return { PATH, TZ, TMPDIR, SystemRoot, LC_ALL: 'C' }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
