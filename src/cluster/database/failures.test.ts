// Failures of a database: which ones pass, and which error the others are.

import { expect, test } from 'vitest'
import { UserError } from '../../language/errors.ts'
import { nameFailure, passingReason } from './failures.ts'

function failure(code: string | undefined, message = 'it failed'): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

test.each([
  ['ECONNREFUSED', 'nothing listens there'],
  ['EPIPE', 'the connection was lost'],
  ['53100', 'the disk of the server is full'],
  ['53200', 'the server is out of resources'],
  ['57P01', 'the server is stopping or starting'],
  ['08006', 'the connection was lost'],
  ['40P01', 'the transaction met another one'],
  ['25006', 'the server is read-only'],
])('%s passes: %s', (code, reason) => {
  expect(passingReason(failure(code))).toBe(reason)
  expect(nameFailure(failure(code), 'h:1/d')).toMatchObject({
    code: 'database-unreachable',
    message: `The database h:1/d does not answer: ${reason}`,
  })
})

test('errors of the driver without a code pass by their messages, and several addresses count as the first', () => {
  expect(passingReason(failure(undefined, 'Connection terminated unexpectedly'))).toBe('the connection was lost')
  expect(passingReason(failure(undefined, 'timeout expired'))).toBe('no answer in time')
  expect(passingReason(new AggregateError([failure('ECONNREFUSED')]))).toBe('nothing listens there')
})

test.each([
  ['28P01', 'password authentication failed for user "me"', 'database-login'],
  ['3D000', 'database "x" does not exist', 'database-missing'],
  ['42501', 'permission denied for table results', 'database-rights'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', 'database-tls'],
  [undefined, 'The server does not support SSL connections', 'database-tls'],
  [undefined, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string', 'database-login'],
])('%s (%s) does not pass: %s', (code, message, named) => {
  expect(passingReason(failure(code, message))).toBeUndefined()
  expect(nameFailure(failure(code, message), 'h:1/d')).toMatchObject({ code: named })
})

test('other errors stay what they are', () => {
  for (const error of [failure('42P01'), new UserError('x', 'y'), 7]) expect(nameFailure(error, 'h')).toBe(error)
  expect(passingReason(new UserError('x', 'timeout'))).toBeUndefined()
  expect(passingReason(failure('42P01', 'timeout'))).toBeUndefined()
})
