// The studio on 127.0.0.1: the static build, the user's files, and news of their changes. All paths begin with a secret token.

import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { EnvironmentError, MegabattError, describeError } from '../../language/errors.ts'
import { refuseForeign } from '../../serve/http-guard.ts'
import type { SharedFiles } from './shared-files.ts'
import { type StaticFile, markServed, readStaticFiles } from './static-files.ts'

const ADDRESS = '127.0.0.1'
const MAX_CONNECTIONS = 64

/** What is served, and where. */
export interface StudioOptions {
  /** The folder of the static build. */
  readonly folder: string
  readonly files: SharedFiles
  readonly token: string
  /** 0: any free port. */
  readonly port: number
}

/** A running server. */
export interface StudioServer {
  readonly url: string
  /** Tells all pages that files have changed. */
  announce(): void
  close(): Promise<void>
}

/** Starts the server. */
export async function startStudio({ folder, files, token, port }: StudioOptions): Promise<StudioServer> {
  const built = new Map(readStaticFiles(folder))
  const index = built.get('index.html')
  if (index !== undefined) built.set('', markServed(index))
  const listeners = new Set<ServerResponse>()
  const base = `/${token}/`
  const server = createServer((request, response) => {
    const own = (server.address() as AddressInfo).port
    // Not the base: a refusal must not tell the token.
    const refusal = refuseForeign(request.headers, own, '/')
    if (refusal !== undefined) send(response, refusal.status, `${describeError(refusal.error)}\n`)
    else if (request.method !== 'GET') send(response, 405, 'Only GET is allowed.\n')
    else if (!request.url!.startsWith(base)) send(response, 404, 'Open the address that megabatt studio printed.\n')
    else void answer(request, response, request.url!.slice(base.length))
  })
  server.maxConnections = MAX_CONNECTIONS

  const answer = async (request: IncomingMessage, response: ServerResponse, asked: string): Promise<void> => {
    const [path, query] = asked.split('?') as [string, string | undefined]
    const number = /^files\/(\d{1,9})$/.exec(path)?.[1]
    const from = /^from=(\d{1,15})$/.exec(query ?? '')?.[1]
    if (path === 'changes') listen(request, response, listeners)
    else if (path === 'files') await sendList(response, files)
    else if (number !== undefined) await sendFile(response, files.pathOf(Number(number)), Number(from ?? 0))
    else sendBuilt(response, built.get(path))
  }

  server.listen(port, ADDRESS)
  await once(server, 'listening').catch((cause: Error) => {
    throw new EnvironmentError('http-port', `Port ${port} cannot be used: ${cause.message}`, {
      advice: 'Choose another one with --port, or leave it out for any free one.',
      cause,
    })
  })
  return {
    url: `http://${ADDRESS}:${(server.address() as AddressInfo).port}${base}`,
    announce() {
      for (const listener of listeners) listener.write('data: changed\n\n')
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(text)
}

function sendBuilt(response: ServerResponse, file: StaticFile | undefined): void {
  if (file === undefined) return send(response, 404, 'There is no such file.\n')
  response.writeHead(200, {
    'content-type': file.type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  response.end(file.content)
}

async function sendList(response: ServerResponse, files: SharedFiles): Promise<void> {
  try {
    send(response, 200, JSON.stringify(await files.list()), 'application/json')
  } catch (error) {
    const text = error instanceof MegabattError ? describeError(error) : String(error)
    send(response, 500, text)
  }
}

/** Sends a file from a byte on. */
async function sendFile(response: ServerResponse, path: string | undefined, from: number): Promise<void> {
  if (path === undefined) return send(response, 404, 'There is no such file.\n')
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  try {
    await pipeline(createReadStream(path, { start: from }), response)
  } catch (error) {
    // Gone or unreadable by now, or the page has stopped reading.
    if (!response.headersSent) send(response, 404, `${(error as Error).message}\n`)
    else response.destroy()
  }
}

/** Keeps the connection open for news of changes. */
function listen(request: IncomingMessage, response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(':\n\n')
  listeners.add(response)
  request.on('close', () => listeners.delete(response))
}
