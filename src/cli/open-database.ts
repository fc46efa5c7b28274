// Opens the database of the commands that use a queue: a server, or the embedded one.

import { InvalidArgumentError } from 'commander'
import { locateScript } from '../backends/own-scripts.node.ts'
import { readAddress } from '../cluster/database/address.ts'
import { migrate } from '../cluster/database/migrate.ts'
import { type DatabaseSource, Session, type SessionOptions } from '../cluster/database/session.ts'
import { EmbeddedSource } from '../cluster/embedded/embedded-source.ts'
import type { DatabaseOptions } from './database-option.ts'
import { printNotice } from './show/progress.ts'

/** Opens the database and brings its tables to the current version. Trouble with the server is reported on stderr. */
export async function openDatabase(
  { database }: DatabaseOptions,
  options: Partial<SessionOptions> = {},
): Promise<Session> {
  const address = readAddress(database, process.env)
  const source: DatabaseSource =
    address === undefined
      ? new EmbeddedSource(process.env, locateScript('database-keeper.node', import.meta.url))
      : { shown: address.shown, locate: () => Promise.resolve(address.config) }
  const session = new Session(source, { name: 'megabatt', onTrouble: printNotice, ...options })
  try {
    await migrate(session)
  } catch (error) {
    await session.close()
    throw error
  }
  return session
}

/** A port, or a host and a port, as in 9464 or 0.0.0.0:9464. */
export function hostAndPort(text: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  if (port === undefined || Number(port) > 65_535) throw new InvalidArgumentError('Expected a port, or host:port.')
  return { host: host ?? '127.0.0.1', port: Number(port) }
}
