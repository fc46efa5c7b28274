// The server: takes the text of a message, finds the method, and answers. Transports give it the texts.

import { UserError } from '../language/errors.ts'
import { Fields } from './fields.ts'
import { METHODS } from './methods/index.ts'
import type { Request, RequestId } from './protocol.ts'
import { cancelled, errorAnswer, isBug } from './rpc-error.ts'
import { type Channel, type ServerOptions, ServerState } from './server-state.ts'

/** Answers messages. */
export class Server {
  readonly state: ServerState
  readonly #onShutdown: () => void

  constructor(options: ServerOptions, onShutdown: () => void) {
    this.state = new ServerState(options)
    this.#onShutdown = onShutdown
  }

  /** Answers a message; never throws. */
  async answer(text: string, channel: Channel): Promise<void> {
    let id: RequestId | null = null
    try {
      const request = readRequest(text)
      id = request.id ?? null
      // Nobody waits for the answer to a notification, so only `cancel` has an effect as one.
      if (id === null) return this.#takeNotification(request)
      const result = await this.#perform(request, id, channel)
      channel.send({ jsonrpc: '2.0', id, result })
      if (request.method === 'shutdown') this.#onShutdown()
    } catch (error) {
      if (isBug(error)) this.state.options.log(error instanceof Error ? (error.stack ?? error.message) : String(error))
      channel.send(errorAnswer(id ?? idOf(error), error))
    }
  }

  async #perform({ method, params }: Request, id: RequestId, channel: Channel): Promise<unknown> {
    this.state.requests++
    const perform = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
    if (perform === undefined)
      throw new UserError('rpc-method', `Unknown method ${JSON.stringify(method.slice(0, 100))}`, {
        advice: `Methods: ${Object.keys(METHODS).join(', ')}.`,
      })
    return this.state.active.track(id, channel.ended, async (signal) => {
      const result = await perform(this.state, { id, fields: new Fields(params), channel, signal })
      if (channel.ended.aborted) throw cancelled()
      return result
    })
  }

  #takeNotification({ method, params }: Request): void {
    if (method !== 'cancel') return
    const request = new Fields(params).raw('request')
    if (isId(request)) this.state.active.cancel(request)
  }
}

/** A message with an id, but wrong in other respects: its answer has the id. */
class RequestProblem extends UserError {
  readonly id: RequestId | null

  constructor(message: string, id: unknown, advice: string) {
    super('rpc-request', message, { advice })
    this.id = isId(id) ? id : null
  }
}

function idOf(error: unknown): RequestId | null {
  return error instanceof RequestProblem ? error.id : null
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}

function readRequest(text: string): Request {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UserError('rpc-parse', `The message is not JSON: ${reason}`, {
      advice: 'A message is one line of JSON, in UTF-8.',
      cause,
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestProblem(
      'The message is not an object',
      null,
      'Send one request a line; batches are not supported.',
    )
  const { jsonrpc, id, method, params } = value as Record<string, unknown>
  const form = 'A request is {"jsonrpc": "2.0", "id": 1, "method": "stats", "params": {}}.'
  if (jsonrpc !== '2.0') throw new RequestProblem('The message is not of JSON-RPC 2.0', id, form)
  if (typeof method !== 'string') throw new RequestProblem('The message has no method', id, form)
  if (id !== undefined && !isId(id)) throw new RequestProblem('The id is neither a string nor a number', id, form)
  return { method, params, ...(id === undefined ? {} : { id }) }
}
