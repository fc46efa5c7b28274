// Sessions without a server: how long they wait, what ends the waiting, and what is reported.

import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { UserError } from '../../language/errors.ts'
import { Session, type SessionOptions } from './session.ts'

/** A session with an address at which nothing listens. */
async function openNowhere(options: Partial<SessionOptions>): Promise<Session> {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => resolve(free))
    })
  })
  const locate = () => Promise.resolve({ host: '127.0.0.1', port, user: 'me', password: 'secret-9', database: 'arc' })
  return new Session({ shown: 'nowhere:1/arc', locate }, { name: 'test', ...options })
}

test('after its patience, a statement fails with the server and the reason, and without the password', async () => {
  const session = await openNowhere({ patienceMs: 100 })
  const failure = await session.query('select 1').catch((error: unknown) => error as UserError)
  expect(failure).toMatchObject({
    code: 'database-unreachable',
    message: 'The database nowhere:1/arc does not answer: nothing listens there',
  })
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('secret-9')
  await session.close()
})

test('a signal ends the waiting, and so does closing; trouble is reported once it lasts', async () => {
  const texts: string[] = []
  const stop = new AbortController()
  const onTrouble = (text: string) => {
    texts.push(text)
    stop.abort()
  }
  const session = await openNowhere({ signal: stop.signal, onTrouble })
  await expect(session.query('select 1')).rejects.toMatchObject({ code: 'database-unreachable' })
  expect(texts).toEqual(['the database nowhere:1/arc does not answer: nothing listens there; trying again'])
  const other = await openNowhere({})
  const waiting = other.query('select 1').catch((error: unknown) => error)
  await other.close()
  expect(await waiting).toMatchObject({ code: 'database-unreachable' })
})

test('an address that cannot be found is no reason to wait, and later statements are tried', async () => {
  let calls = 0
  const locate = () => Promise.reject(new UserError('x', `call ${++calls}`))
  const session = new Session({ shown: 'x', locate }, { name: 'test' })
  const both = [session.query('select 1'), session.transaction(() => Promise.resolve(1))]
  await expect(both[0]).rejects.toThrow('call 1')
  await expect(both[1]).rejects.toThrow('call 2')
})
