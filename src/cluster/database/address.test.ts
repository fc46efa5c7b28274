// Addresses of databases: what is accepted, and that a password is in no message.

import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

const SECRET = 'pa%24%24word-9'

function problemOf(option: string | undefined, env: NodeJS.ProcessEnv = {}): string {
  try {
    readAddress(option, env)
  } catch (error) {
    const { code, message, advice, stack, cause } = error as Error & { code: string; advice: string }
    return JSON.stringify([code, message, advice, stack, cause])
  }
  return 'accepted'
}

test('the option comes before the environment, and without both there is none', () => {
  expect(readAddress(undefined, {})).toBeUndefined()
  expect(readAddress(undefined, { MEGABATT_DATABASE: '' })).toBeUndefined()
  const env = { MEGABATT_DATABASE: `postgresql://me:${SECRET}@other/arc` }
  expect(readAddress('postgres://me@host:1234/arc', env)!.shown).toBe('host:1234/arc')
  const fromEnv = readAddress(undefined, env)!
  expect(fromEnv).toMatchObject({ shown: 'other:5432/arc', config: { user: 'me', password: 'pa$$word-9', ssl: false } })
})

test('the password may be in PGPASSWORD, and an empty one is passed on as such', () => {
  expect(readAddress('postgres://me@host/arc', { PGPASSWORD: 'x' })!.config.password).toBe('x')
  expect(readAddress('postgres://me@host/arc', {})!.config.password).toBe('')
  expect(readAddress('postgres://me@[::1]/arc', {})!.config.host).toBe('::1')
})

test.each([
  ['a password on the command line', `postgres://me:${SECRET}@host/arc`, {}],
  ['another protocol', undefined, { MEGABATT_DATABASE: `mysql://me:${SECRET}@host/arc` }],
  ['no address', undefined, { MEGABATT_DATABASE: `me:${SECRET}@host` }],
  ['no database', undefined, { MEGABATT_DATABASE: `postgres://me:${SECRET}@host` }],
  ['no user', undefined, { MEGABATT_DATABASE: 'postgres://host/arc' }],
  ['an unknown parameter', undefined, { MEGABATT_DATABASE: `postgres://me:${SECRET}@host/arc?password=${SECRET}` }],
  ['an unknown TLS mode', undefined, { MEGABATT_DATABASE: `postgres://me:${SECRET}@host/arc?sslmode=prefer` }],
  ['a lone percent sign', undefined, { MEGABATT_DATABASE: 'postgres://me:word-9%@host/arc' }],
])('%s is refused, and no part of the message has the password', (_, option, env) => {
  const problem = problemOf(option, env)
  expect(problem).toContain('database-address')
  expect(problem).not.toContain('word-9')
})

test('TLS: certificates are checked, except with require; verify-ca does not check the name', () => {
  const ssl = (mode: string) => readAddress(`postgres://me@host/arc?sslmode=${mode}`, {})!.config.ssl
  expect(ssl('disable')).toBe(false)
  expect(ssl('require')).toMatchObject({ rejectUnauthorized: false, servername: 'host' })
  expect(ssl('verify-full')).toEqual({ rejectUnauthorized: true, servername: 'host' })
  expect(ssl('verify-ca')).toMatchObject({
    rejectUnauthorized: true,
    checkServerIdentity: expect.any(Function) as unknown,
  })
  expect(problemOf('postgres://me@host/arc?sslmode=verify-full&sslrootcert=/no/such/file')).toContain('file-unreadable')
})
