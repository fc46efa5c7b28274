// The address of a database server: read from the command line or the environment, and described without its password.

import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { UserError } from '../../language/errors.ts'

/** How to connect to a server. */
export interface DatabaseAddress {
  /** Host, port and database, for messages: never a user or a password. */
  readonly shown: string
  readonly config: ClientConfig
}

const DEFAULT_PORT = 5432
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const
type TlsMode = (typeof TLS_MODES)[number]
const TLS_FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const
const FORM = 'postgres://user@host:5432/database?sslmode=verify-full'

/**
 * The address that was asked for: `--database`, else MEGABATT_DATABASE; undefined without both. A password comes from the
 * environment (in MEGABATT_DATABASE, or as PGPASSWORD): other users of the machine can read command lines.
 */
export function readAddress(option: string | undefined, env: NodeJS.ProcessEnv): DatabaseAddress | undefined {
  const fromOption = option !== undefined
  const text = option ?? env.MEGABATT_DATABASE
  if (text === undefined || text === '') return undefined
  const name = fromOption ? '--database' : 'MEGABATT_DATABASE'
  const url = parseUrl(text, name)
  if (fromOption && url.password !== '')
    throw badAddress(
      '--database must not hold a password: other users of the machine can read command lines',
      'Leave the password out and set PGPASSWORD, or put the whole address into MEGABATT_DATABASE.',
    )
  const host = decode(url.hostname, name).replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port)
  const database = decode(url.pathname.slice(1), name)
  const user = decode(url.username, name)
  if (host === '' || database === '' || database.includes('/') || user === '')
    throw badAddress(`${name} lacks a user, a host or a database`, `It has the form ${FORM}.`)
  const tls = readTls(url.searchParams, host, name)
  return {
    shown: `${host}:${port}/${database}`,
    config: {
      host,
      port,
      database,
      user,
      // Never undefined: the driver would look for a password in other places, and complain about that.
      password: decode(url.password, name) || env.PGPASSWORD || '',
      ssl: tls,
    },
  }
}

/** Errors of the URL class hold the whole text, and so does the cause: none is passed on. */
function parseUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && (url.protocol === 'postgres:' || url.protocol === 'postgresql:')) return url
  throw badAddress(`${name} is not the address of a PostgreSQL database`, `It has the form ${FORM}.`)
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badAddress(`${name} has a % that starts no escape sequence`, 'Write a percent sign as %25.')
  }
}

function readTls(parameters: URLSearchParams, host: string, name: string): ClientConfig['ssl'] {
  const unknown = [...parameters.keys()].find((key) => key !== 'sslmode' && !(key in TLS_FILES))
  if (unknown !== undefined)
    throw badAddress(`${name} has an unknown parameter`, `Known are sslmode, ${Object.keys(TLS_FILES).join(', ')}.`)
  const mode = parameters.get('sslmode') ?? 'disable'
  if (!isTlsMode(mode)) throw badAddress(`${name} has an unknown sslmode`, `The modes are ${TLS_MODES.join(', ')}.`)
  if (mode === 'disable') return false
  const files: Record<string, string> = {}
  for (const [parameter, key] of Object.entries(TLS_FILES)) {
    const path = parameters.get(parameter)
    if (path !== null) files[key] = readTlsFile(path, parameter)
  }
  return {
    ...files,
    servername: host,
    rejectUnauthorized: mode !== 'require',
    // The chain is checked all the same.
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  }
}

function isTlsMode(text: string): text is TlsMode {
  return (TLS_MODES as readonly string[]).includes(text)
}

function readTlsFile(path: string, parameter: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new UserError('file-unreadable', `The file of ${parameter} cannot be read: ${(cause as Error).message}`, {
      place: { file: path },
      advice: 'Check its name and its permissions.',
    })
  }
}

function badAddress(message: string, advice: string): UserError {
  return new UserError('database-address', message, { advice })
}
