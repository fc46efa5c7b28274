// Serves a text over HTTP: the metrics of a worker.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EnvironmentError } from '../language/errors.ts'

/** Text that is served: where, and how that ends. */
export interface ServedText {
  readonly url: string
  close(): Promise<void>
}

/** Serves `/metrics`. */
export async function serveText(
  { host, port }: { readonly host: string; readonly port: number },
  text: () => string,
): Promise<ServedText> {
  const server = createServer((request, response) => {
    const isKnown = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4', connection: 'close' })
    response.end(isKnown ? text() : 'Only GET /metrics is served here.\n')
  })
  server.maxConnections = 16
  server.listen(port, host)
  await once(server, 'listening').catch((cause: Error) => {
    throw new EnvironmentError('http-port', `Port ${port} cannot be used: ${cause.message}`, {
      advice: 'Choose another one with --metrics.',
      cause,
    })
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
