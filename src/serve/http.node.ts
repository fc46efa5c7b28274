// The server over HTTP on 127.0.0.1: one request a POST; the answer is a line of JSON, after the lines of its notifications.

import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EnvironmentError } from '../language/errors.ts'
import { decodeMessage } from './decode-message.ts'
import { refuseRequest } from './http-guard.ts'
import { messageTooLarge } from './limits.ts'
import { errorAnswer } from './rpc-error.ts'
import { Server } from './server.ts'
import type { Channel, ServerOptions } from './server-state.ts'

const ADDRESS = '127.0.0.1'
const MAX_CONNECTIONS = 64
const OK = 200
const TOO_LARGE = 413
const BAD_REQUEST = 400

/** Where and for whom. */
export interface HttpOptions {
  /** 0: any free port. */
  readonly port: number
  readonly token: string
  /** Is told the address once requests can come. */
  readonly onListening: (url: string) => void
  /** Ends the server. */
  readonly signal: AbortSignal
}

/** Serves until `shutdown` or until the signal is aborted. */
export async function serveHttp(
  options: ServerOptions,
  http: HttpOptions,
  prepare: (server: Server) => Promise<void>,
): Promise<void> {
  const end = new AbortController()
  const ended = AbortSignal.any([end.signal, http.signal])
  const server = new Server(options, () => end.abort())
  await prepare(server)
  const isToken = tokenChecker(http.token)
  const listener = createServer((request, response) => {
    const { port } = listener.address() as AddressInfo
    const refusal = refuseRequest(request, port, isToken)
    if (refusal !== undefined) refuse(response, refusal.status, refusal.error)
    else void answer(server, request, response, options.limits.messageBytes)
  })
  listener.maxConnections = MAX_CONNECTIONS
  listener.listen(http.port, ADDRESS)
  await once(listener, 'listening').catch((cause: Error) => {
    throw new EnvironmentError('http-port', `Port ${http.port} cannot be used: ${cause.message}`, {
      advice: 'Choose another one with --http, or any free one with --http 0.',
      cause,
    })
  })
  http.onListening(`http://${ADDRESS}:${(listener.address() as AddressInfo).port}`)
  if (!ended.aborted) await once(ended, 'abort')
  const closed = once(listener, 'close')
  listener.close()
  // The answer to `shutdown` is written; other connections end, and so do their runs.
  listener.closeIdleConnections()
  setTimeout(() => listener.closeAllConnections(), 100).unref()
  await closed
  await server.state.backends.close()
}

async function answer(server: Server, request: IncomingMessage, response: ServerResponse, maxBytes: number) {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  response.on('error', () => gone.abort())
  const channel: Channel = {
    ended: gone.signal,
    send(message) {
      if (!response.headersSent) response.writeHead(OK, { 'content-type': 'application/x-ndjson' })
      if (!gone.signal.aborted) response.write(`${JSON.stringify(message)}\n`)
    },
    async drained() {
      if (response.writableNeedDrain && !gone.signal.aborted)
        await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
    },
  }
  try {
    const body = await readBody(request, maxBytes)
    if (body === undefined) return refuse(response, TOO_LARGE, messageTooLarge(maxBytes))
    await server.answer(decodeMessage(body), channel)
    response.end()
  } catch (error) {
    // The client went away, or its text is not UTF-8.
    if (!response.headersSent) refuse(response, BAD_REQUEST, error)
  }
}

/** The body; undefined if it is too long. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

function refuse(response: ServerResponse, status: number, error: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(`${JSON.stringify(errorAnswer(null, error))}\n`)
}

/** Hashes have one length, so that the time of the comparison tells nothing about the token. */
function tokenChecker(token: string): (given: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const wanted = hash(token)
  return (given) => timingSafeEqual(hash(given), wanted)
}
