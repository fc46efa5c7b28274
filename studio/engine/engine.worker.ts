// An engine worker: answers calls one after the other.

import { MegabattError } from '../../src/language/errors.ts'
import { answerCall } from './answer-call.ts'
import type { EngineReply, EngineRequest, SentError } from './messages.ts'

let queue = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  queue = queue.then(() => answer(data))
})

async function answer({ id, method, params }: EngineRequest): Promise<void> {
  const reply = await answerCall(method, params).then(
    (result): EngineReply => ({ id, result }),
    (error: unknown): EngineReply => ({ id, error: toSent(error) }),
  )
  postMessage(reply)
}

function toSent(error: unknown): SentError {
  if (!(error instanceof MegabattError)) return { code: 'bug', message: String(error) }
  const { code, message, advice, place } = error
  return { code, message, ...(advice === undefined ? {} : { advice }), ...(place === undefined ? {} : { place }) }
}
