// `megabatt studio`: what its server gives to whom, and that it ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN, runCommand } from './run-command.ts'

const PROGRAM = 'def solve_flip(I):\n    return vmirror(I)\n'

let folder: string
let child: ChildProcess
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'megabatt-studio-cli-'))
  writeFileSync(join(folder, 'solvers.py'), PROGRAM)
  child = spawn(process.execPath, [MAIN, 'studio', '--programs', folder, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  url = (JSON.parse(line) as { url: string }).url
})

afterAll(async () => {
  if (child.exitCode === null) {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Asks for a path below the token, or for an absolute one. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  const sent = request(new URL(path, url), { headers, method }).end()
  const [response] = await once(sent, 'response')
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode, headers: response.headers, body }
}

test('it serves the page and lists and sends the files of the command line', async () => {
  const page = await ask('')
  expect(page.body).toContain('<html data-served ')
  expect(page.headers['content-security-policy']).toBe("frame-ancestors 'none'")
  const list = JSON.parse((await ask('files')).body)
  expect(list).toMatchObject({ programs: [{ id: 0, name: join(folder, 'solvers.py') }], tasks: [], results: [] })
  expect((await ask('files/0')).body).toBe(PROGRAM)
})

test('a file that was not listed cannot be asked for, by number or by path', async () => {
  for (const path of ['files/1', 'files/-1', 'files/..%2f..%2fpackage.json', '%2e%2e/package.json', 'nothing.js'])
    expect((await ask(path)).status).toBe(404)
})

test('requests without the token, for another host or from another origin are refused, and do not learn the token', async () => {
  const token = new URL(url).pathname.split('/')[1]!
  expect(token.length).toBeGreaterThan(20)
  const refused = [
    await ask('/'),
    await ask('/files'),
    await ask('files', { host: 'example.com' }),
    await ask('files', { origin: 'http://example.com' }),
    await ask('files', {}, 'POST'),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 403, 403, 405])
  for (const { body } of refused) expect(body).not.toContain(token)
})

test('a change of a file is announced, and its version changes', async () => {
  const sent = request(new URL('changes', url)).end()
  const [response] = await once(sent, 'response')
  const before = JSON.parse((await ask('files')).body)
  const news = (async () => {
    for await (const chunk of response) if (String(chunk).includes('data: changed')) return true
    return false
  })()
  writeFileSync(join(folder, 'solvers.py'), `${PROGRAM}# changed\n`)
  expect(await news).toBe(true)
  const after = JSON.parse((await ask('files')).body)
  expect(after.programs[0].id).toBe(before.programs[0].id)
  expect(after.programs[0].version).not.toBe(before.programs[0].version)
})

test('a wrong path and a wrong port are errors of the command', async () => {
  for (const option of ['--tasks', '--programs', '--results']) {
    const missing = await runCommand(['studio', option, join(folder, 'missing')])
    expect(missing).toMatchObject({ exitCode: 2, stdout: '' })
    expect(missing.stderr).toContain('[file-unreadable]')
  }
  const taken = await runCommand(['studio', '--port', new URL(url).port])
  expect(taken.exitCode).toBe(3)
  expect(taken.stderr).toContain('[http-port]')
  expect((await runCommand(['studio', '--port', '99999'])).exitCode).toBe(2)
})

test('Ctrl-C ends it', async () => {
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
})
