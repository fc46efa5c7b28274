// The server on standard input and output: a message a line. Logs go to standard error.

import { once } from 'node:events'
import { decodeMessage } from './decode-message.ts'
import { messageTooLarge } from './limits.ts'
import { errorAnswer } from './rpc-error.ts'
import { Server } from './server.ts'
import type { Channel, ServerOptions } from './server-state.ts'
import { LineSplitter } from './split-lines.ts'

/** Bytes that may wait to be read by the client before runs wait. */
const HIGH_WATER = 1 << 22
/** The time that cancelled runs have to end after a shutdown. */
const GRACE_MS = 2000

/** Serves until standard input ends and everything is answered, until `shutdown` or the signal, or until the client is gone. */
export async function serveStdio(
  options: ServerOptions,
  prepare: (server: Server) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const end = new AbortController()
  signal.addEventListener('abort', () => end.abort(), { once: true })
  const stopped = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve(), { once: true }))
  const output = process.stdout
  output.on('error', () => end.abort())
  let drain: Promise<unknown> | undefined
  const channel: Channel = {
    ended: end.signal,
    send(message) {
      if (!end.signal.aborted) output.write(`${JSON.stringify(message)}\n`)
    },
    async drained() {
      // One promise for all runs that wait, so that they do not add a listener each.
      if (output.writableLength >= HIGH_WATER)
        drain ??= once(output, 'drain', { signal: end.signal }).catch(() => undefined)
      await drain
      drain = undefined
    },
  }
  const pending = new Set<Promise<void>>()
  const finished = () => Promise.all(pending)
  const server = new Server(options, () => void flush(output).then(() => end.abort()))
  await prepare(server)
  const take = (bytes: Uint8Array | undefined) => {
    if (bytes === undefined) return channel.send(errorAnswer(null, messageTooLarge(options.limits.messageBytes)))
    if (bytes.every(isBlank)) return
    const answer = answerBytes(server, bytes, channel)
    pending.add(answer)
    void answer.then(() => pending.delete(answer))
  }
  const reading = readLines(options.limits.messageBytes, take)
  await Promise.race([reading.then(finished), stopped])
  await flush(output)
  end.abort()
  await Promise.race([finished(), new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())])
  await server.state.backends.close()
  process.stdin.destroy()
}

async function answerBytes(server: Server, bytes: Uint8Array, channel: Channel): Promise<void> {
  try {
    await server.answer(decodeMessage(bytes), channel)
  } catch (error) {
    channel.send(errorAnswer(null, error))
  }
}

async function readLines(maxBytes: number, take: (bytes: Uint8Array | undefined) => void): Promise<void> {
  const splitter = new LineSplitter(maxBytes)
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>)
      for (const line of splitter.take(chunk)) take(line)
  } catch {
    // The client is gone, or the server ends.
  }
  const rest = splitter.finish()
  if (rest !== undefined) take(rest)
}

/** Resolves when everything is written, or cannot be. */
function flush(output: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (output.destroyed) resolve()
    else output.write('', () => resolve())
  })
}

/** Space, tab and the ends of lines. */
function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13 || byte === 10
}
