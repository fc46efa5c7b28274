// A server in this process, for tests of single methods and limits.

import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { DEFAULT_LIMITS, type ServeLimits } from '../../src/serve/limits.ts'
import type { ResultBlock, ServerMessage } from '../../src/serve/protocol.ts'
import type { Channel, FileReader } from '../../src/serve/server-state.ts'
import { Server } from '../../src/serve/server.ts'

export interface LocalServerOptions {
  readonly limits?: Partial<ServeLimits>
  readonly files?: Partial<FileReader>
  /** Parts of the way to the client. */
  readonly channel?: Partial<Channel>
}

/** Opens a server; `ask` returns the messages of a request, of which the last is the answer. The id of a request is its method. */
export function openLocalServer({ limits, files, channel }: LocalServerOptions = {}) {
  const server = new Server(
    {
      version: '0',
      backend: 'cpu',
      backends: { open: async () => new CpuBackend() },
      files: { readPrograms: () => Promise.reject(), readTasks: () => Promise.reject(), ...files },
      log: () => undefined,
      limits: { ...DEFAULT_LIMITS, ...limits },
    },
    () => undefined,
  )
  async function ask(method: string, params: object = {}): Promise<ServerMessage[]> {
    const sent: ServerMessage[] = []
    await server.answer(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }), {
      send: (message) => void sent.push(message),
      drained: async () => undefined,
      ended: new AbortController().signal,
      ...channel,
    })
    return sent
  }
  return { ask, answerOf: async (method: string, params?: object) => (await ask(method, params)).at(-1)! }
}

/** The blocks in messages. */
export function blocksIn(messages: readonly ServerMessage[]): ResultBlock[] {
  return messages.flatMap((message) =>
    'method' in message && message.method === 'results' ? message.params.blocks : [],
  )
}
