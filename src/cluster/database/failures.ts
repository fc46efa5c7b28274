// Failures of a database in words: which ones pass by themselves, and which ones need the user.

import { EnvironmentError, MegabattError, UserError } from '../../language/errors.ts'

/** Conditions of PostgreSQL and of the network that pass, by error code or its first two digits. */
const PASSING: Readonly<Record<string, string>> = {
  '08': 'the connection was lost',
  '40': 'the transaction met another one',
  '53': 'the server is out of resources',
  '53100': 'the disk of the server is full',
  '53300': 'the server has too many connections',
  '55P03': 'a lock was not free',
  '57': 'the server is stopping or starting',
  '57014': 'the server took too long',
  '58': 'the server has a system error',
  '25006': 'the server is read-only',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known at the moment',
}

/** Messages of the driver that have no code. */
const PASSING_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, 'no answer in time'],
  [/terminated|not queryable|closed/i, 'the connection was lost'],
]

/** Why a database does not answer at the moment, in a few words; undefined for a failure that does not pass. */
export function passingReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof MegabattError) return undefined
  // Several addresses of one host that were tried in turn.
  if (error instanceof AggregateError && error.errors.length > 0) return passingReason(error.errors[0])
  const code = codeOf(error)
  if (code !== undefined) return PASSING[code] ?? (/^[\dA-Z]{5}$/.test(code) ? PASSING[code.slice(0, 2)] : undefined)
  return PASSING_TEXTS.find(([pattern]) => pattern.test(error.message))?.[1]
}

/** A failure as an error that names the server and the remedy. The driver's error is not its cause: it knows the password. */
export function nameFailure(error: unknown, shown: string): unknown {
  if (!(error instanceof Error) || error instanceof MegabattError) return error
  const code = codeOf(error)
  const reason = passingReason(error)
  if (reason !== undefined)
    return new EnvironmentError('database-unreachable', `The database ${shown} does not answer: ${reason}`, {
      advice: 'Is the server running, and the address right? Try again later.',
    })
  if (code === '3D000')
    return new UserError('database-missing', `There is no such database on the server: ${shown}`, {
      advice: 'Create it with createdb, or correct the address.',
    })
  if (code === '42501')
    return new EnvironmentError('database-rights', `The database ${shown} denies this: ${error.message}`, {
      advice: 'Use the role that owns the tables, or grant the rights listed in docs/cluster.md.',
    })
  if (isTlsFailure(code, error.message))
    return new EnvironmentError('database-tls', `No trusted connection to ${shown}: ${error.message}`, {
      advice: 'Check sslmode and sslrootcert of the address, and the certificate of the server.',
    })
  if (code?.startsWith('28') === true || /password|SASL|SCRAM/i.test(error.message))
    return new UserError('database-login', `The database ${shown} refuses the login`, {
      advice: 'Check the user of the address and the password in MEGABATT_DATABASE or PGPASSWORD.',
    })
  return error
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function isTlsFailure(code: string | undefined, message: string): boolean {
  return (
    /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code ?? '') || /\bSSL\b|pg_hba/.test(message)
  )
}
