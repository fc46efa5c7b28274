// `megabatt serve --http`: only this machine, only with the token, not from pages of other origins; runs stream their results.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLIP_TASK, SAME_SOLVER } from '../cli/flip-task.ts'
import { MAIN, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { LONG_PROGRAMS, LONG_TASK } from './long-run.ts'
import { type Message, expectValid } from './start-server.ts'

const folder = temporaryFolder('serve-http')
const tokenFile = () => folder.pathOf('token.txt')
let child: ReturnType<typeof spawn>
let port: number
let token: string
beforeAll(async () => {
  child = spawn(process.execPath, [
    MAIN,
    'serve',
    '--http',
    '0',
    '--token-file',
    tokenFile(),
    '--max-message',
    '1',
    '--workers',
    '1',
  ])
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const started = JSON.parse(String(line)) as { url: string }
  // The token is in the file, and not where a log may keep it.
  expect(Object.keys(started)).toEqual(['url'])
  expect(started.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rpc$/)
  port = Number(new URL(started.url).port)
  token = readFileSync(tokenFile(), 'utf8').trim()
})
afterAll(() => {
  child.kill()
})

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly messages: readonly Message[]
}

function post(body: string, headers: Record<string, string> = {}, path = '/rpc', method = 'POST'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers }
    // A connection for each: the server closes one that was idle for some seconds, which a loaded machine may just be about to use.
    const sent = request({ host: '127.0.0.1', port, path, method, headers: all, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => {
        const messages = text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Message)
        for (const message of messages) expectValid('serverMessage', message)
        resolve({ status: response.statusCode!, headers: response.headers, messages })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const ask = (method: string, params: object = {}, id: string | number = 1) =>
  post(JSON.stringify({ jsonrpc: '2.0', id, method, params }))

test('state is shared by requests; a run streams its results before the answer', async () => {
  await ask('loadTasks', { tasks: { flip0001: FLIP_TASK } })
  await ask('addPrograms', { sources: [{ text: SAME_SOLVER }] })
  const { status, headers, messages } = await ask('run')
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
  expect(new Set(messages.map(({ method }) => method))).toEqual(new Set(['results', 'progress', undefined]))
  expect(messages.at(-1)).toMatchObject({ id: 1, result: { wrong: 3 } })
})

test.each<[string, Record<string, string>, number, string]>([
  ['no token', { authorization: '' }, 401, 'http-token'],
  ['another token', { authorization: 'Bearer 0123456789abcdef0123' }, 401, 'http-token'],
  ['a token of another scheme', { authorization: 'Basic abc' }, 401, 'http-token'],
  ['a page of another origin', { origin: 'https://example.org' }, 403, 'http-origin'],
  ['a page without an origin', { origin: 'null' }, 403, 'http-origin'],
  ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403, 'http-origin'],
  ['a name that leads here', { host: 'rebound.example.org' }, 403, 'http-host'],
  ['a form', { 'content-type': 'text/plain' }, 415, 'http-request'],
])('%s is refused', async (_, headers, status, code) => {
  const reply = await post('{"jsonrpc":"2.0","id":1,"method":"stats"}', headers)
  expect([reply.status, reply.messages[0]!.error]).toMatchObject([
    status,
    { data: { code, advice: expect.any(String) } },
  ])
  // No header allows a page to read anything.
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('its own origin may pass; other paths and methods are refused', async () => {
  expect(await post('{"jsonrpc":"2.0","id":1,"method":"stats"}', { origin: `http://localhost:${port}` })).toMatchObject(
    { status: 200 },
  )
  expect((await post('{}', {}, '/')).status).toBe(404)
  expect((await post('', {}, '/rpc', 'GET')).status).toBe(405)
})

test('bad messages get errors', async () => {
  expect((await post('nonsense')).messages[0]!.error).toMatchObject({ code: -32_700 })
  expect(await post('x'.repeat((1 << 20) + 1))).toMatchObject({ status: 413, messages: [{ error: { code: -32_002 } }] })
  expect((await ask('loadTasks', { paths: [tokenFile()] })).messages[0]!.error).toMatchObject({
    data: { code: 'path-not-allowed' },
  })
  expect((await ask('stats')).status).toBe(200)
})

test('only the owner can read the token file', () => {
  expect(statSync(tokenFile()).mode & 0o777).toBe(0o600)
  expect(token.length).toBeGreaterThanOrEqual(40)
})

test('a client that goes away cancels its run', async () => {
  await ask('loadTasks', { tasks: { long: LONG_TASK } })
  await ask('addPrograms', { sources: LONG_PROGRAMS })
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/rpc',
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
  sent.on('error', () => undefined)
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 'long', method: 'run', params: { pair: 'all', budget: 16_000_000 } }))
  const active = async () => ((await ask('stats')).messages[0]!.result as { runs: { active: number } }).runs.active
  while ((await active()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  sent.destroy()
  while ((await active()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
})

test('a token file without a token is refused, and so is a port in use', async () => {
  const empty = await runCommand(['serve', '--http', '0', '--token-file', folder.write('short.txt', 'abc')])
  expect([empty.exitCode, empty.stderr]).toEqual([2, expect.stringContaining('[token-file]')])
  const used = await runCommand(['serve', '--http', String(port)])
  expect([used.exitCode, used.stderr]).toEqual([3, expect.stringMatching(/\[http-port\]\n.*--http 0/)])
})

test('without a token file a random token is printed; shutdown ends the server', async () => {
  const other = spawn(process.execPath, [MAIN, 'serve', '--http', '0'])
  const [line] = (await once(other.stdout, 'data')) as [Buffer]
  const started = JSON.parse(String(line)) as { url: string; token: string }
  const exited = once(other, 'exit')
  const response = await fetch(started.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${started.token}` },
    body: '{"jsonrpc":"2.0","id":1,"method":"shutdown"}',
  })
  expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: null })
  expect((await exited)[0]).toBe(0)
})
