// An embedded database of a test file's own, which is stopped and removed after its tests.

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ClientConfig } from 'pg'
import { afterAll } from 'vitest'
import { migrate } from '../../src/cluster/database/migrate.ts'
import { Session, type SessionOptions } from '../../src/cluster/database/session.ts'
import { EmbeddedSource } from '../../src/cluster/embedded/embedded-source.ts'
import { ServerFiles, isAlive, serverFolder } from '../../src/cluster/embedded/server-files.ts'

const KEEPER = fileURLToPath(new URL('../../dist/bin/database-keeper.node.cjs', import.meta.url))

/** The database of a test file. */
export interface TestDatabase {
  /** For commands: the folder of the database, and no wish for another one. */
  readonly env: Record<string, string>
  readonly files: ServerFiles
  readonly source: EmbeddedSource
  /** A session with current tables. */
  open(options?: Partial<SessionOptions>): Promise<Session>
  /** Closes all sessions. */
  close(): Promise<void>
  /** Where the server listens. */
  locate(): Promise<ClientConfig & { readonly port: number; readonly password: string }>
}

/** A database that is started when it is first used; to be asked for at the top of a test file. */
export function testDatabase(name: string, idleSeconds = 60): TestDatabase {
  // The server does not run as root, and so must be able to pass through the folder.
  const folder = mkdtempSync(join(tmpdir(), `megabatt-${name}-`))
  chmodSync(folder, 0o755)
  const env = {
    MEGABATT_DATA: join(folder, 'data'),
    MEGABATT_DATABASE_IDLE: String(idleSeconds),
    MEGABATT_DATABASE: '',
  }
  mkdirSync(env.MEGABATT_DATA)
  process.env['MEGABATT_DATABASE_IDLE'] = env.MEGABATT_DATABASE_IDLE
  const files = new ServerFiles(serverFolder(env))
  const source = new EmbeddedSource(env, { file: pathToFileURL(KEEPER), args: [] })
  const sessions: Session[] = []
  const close = async () => {
    await Promise.all(sessions.map((session) => session.close()))
  }
  afterAll(async () => {
    await close()
    await stopKeeper(files)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    env,
    files,
    source,
    async open(options = {}) {
      const session = new Session(source, { name: 'test', ...options })
      sessions.push(session)
      await migrate(session)
      return session
    },
    close,
    locate: async () => (await source.locate()) as ClientConfig & { port: number; password: string },
  }
}

/** Ends the keeper, which stops the server. */
export async function stopKeeper(files: ServerFiles): Promise<void> {
  const keeper = files.readServer()?.keeper
  if (keeper === undefined || !isAlive(keeper)) return
  process.kill(keeper, 'SIGTERM')
  await until(() => !isAlive(keeper))
}

/** Waits until a condition holds; a test that waits in vain ends by its timeout. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}
