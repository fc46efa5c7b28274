// The page's side of the worker that holds a result file.

import type { ResultsCalls, ResultsMethod, ResultsReply } from './results-messages.ts'

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress?: ((bytes: number, pairs: number) => void) | undefined
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Calls the worker, which is started with the first call. */
export function callResults<Method extends ResultsMethod>(
  method: Method,
  params: ResultsCalls[Method]['params'],
  onProgress?: (bytes: number, pairs: number) => void,
): Promise<ResultsCalls[Method]['result']> {
  worker ??= start()
  return new Promise((resolve, reject) => {
    const id = ++lastId
    waiting.set(id, { resolve, reject, onProgress })
    worker!.postMessage({ id, method, params })
  })
}

/** Ends the worker and everything that it holds: a file that is being read is given up. */
export function dropResults(): void {
  worker?.terminate()
  worker = undefined
  for (const { reject } of waiting.values()) reject(new Error('Another file was opened.'))
  waiting.clear()
}

function start(): Worker {
  const started = new Worker(new URL('results.worker.ts', import.meta.url), { type: 'module', name: 'results' })
  started.addEventListener('message', ({ data }: MessageEvent<ResultsReply>) => settle(data))
  started.addEventListener('error', (event) => {
    event.preventDefault()
    const message = event.message === '' ? 'The reader of results could not be loaded' : event.message
    for (const id of waiting.keys()) settle({ id, error: message })
  })
  return started
}

function settle(reply: ResultsReply): void {
  const own = waiting.get(reply.id)
  if (own === undefined) return
  if ('bytes' in reply) {
    own.onProgress?.(reply.bytes, reply.pairs)
    return
  }
  waiting.delete(reply.id)
  if ('error' in reply) own.reject(new Error(reply.error))
  else own.resolve(reply.result as never)
}
