// A web server on the loopback address for a bundle and pages that load it.

import { readFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// As strict as docs/api.md says that a page may be.
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; img-src data:"

/** Serves pages by their paths, and the bundle as /megabatt.js, on a free port. */
export async function servePages(
  bundle: string,
  pages: Readonly<Record<string, string>>,
): Promise<{ server: Server; origin: string }> {
  const script = await readFile(bundle)
  const server = createServer(({ url = '' }, response) => {
    const page = Object.hasOwn(pages, url) ? pages[url] : undefined
    if (url === '/megabatt.js') {
      response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script)
    } else if (page !== undefined) {
      response.setHeader('content-security-policy', POLICY)
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
