// A proxy between a client and the database that can delay, hold back or cut all connections.

import { type Socket, connect, createServer } from 'node:net'
import { once } from 'node:events'

/** Passes everything; `slow` delays every piece, `cut` ends all connections and listens no more. */
export class SlowProxy {
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  #server = createServer((client) => this.#join(client))
  #delayMs = 0
  port = 0

  constructor(target: number) {
    this.#target = target
  }

  async listen(): Promise<void> {
    this.#server = createServer((client) => this.#join(client))
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as { port: number }).port
  }

  slow(delayMs: number): void {
    this.#delayMs = delayMs
  }

  async cut(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server, 'close')
  }

  #join(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), this.#delayMs))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
    }
  }
}
