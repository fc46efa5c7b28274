// The workers of the engine, one for each core, started when first needed; the page calls them by name.

import type { EngineCalls, EngineMethod, EngineReply, EngineRequest, SentError } from './messages.ts'

/** A failure of a call, with the code and the advice of the engine. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: string
  readonly advice: string | undefined
  readonly place: SentError['place']

  constructor({ code, message, advice, place }: SentError) {
    super(message)
    this.code = code
    this.advice = advice
    this.place = place
  }
}

/** `prompt`: a person waits for it, so that it must not wait for a run. `batch`: a part of many. `gpu`: for the one worker with a device. */
export type Lane = 'prompt' | 'batch' | 'gpu'

interface Waiting {
  readonly request: EngineRequest
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

/** A worker that answers one call at a time; it is started with its first call. */
class EngineWorker {
  #worker: Worker | undefined
  #waiting: Waiting | undefined
  readonly #onFree: () => void

  constructor(onFree: () => void) {
    this.#onFree = onFree
  }

  get isFree(): boolean {
    return this.#waiting === undefined
  }

  send(waiting: Waiting): void {
    this.#waiting = waiting
    this.#worker ??= this.#start()
    this.#worker.postMessage(waiting.request)
  }

  #start(): Worker {
    const worker = new Worker(new URL('engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' })
    worker.addEventListener('message', ({ data }: MessageEvent<EngineReply>) => this.#settle(data))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      worker.terminate()
      // The next call starts another one.
      this.#worker = undefined
      const message = event.message === '' ? 'The engine could not be loaded' : event.message
      this.#settle({ id: this.#waiting?.request.id ?? 0, error: { code: 'worker', message } })
    })
    return worker
  }

  #settle(reply: EngineReply): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if ('error' in reply) waiting?.reject(new EngineError(reply.error))
    else waiting?.resolve(reply.result as never)
    this.#onFree()
  }
}

const queues: Record<Lane, Waiting[]> = { prompt: [], batch: [], gpu: [] }
const coreCount = Math.max(1, navigator.hardwareConcurrency || 1)
// One more than cores, mostly idle: it answers prompt calls while the others run a batch.
const promptWorker = new EngineWorker(dispatch)
const batchWorkers = Array.from({ length: coreCount }, () => new EngineWorker(dispatch))
const gpuWorker = new EngineWorker(dispatch)
let lastId = 0

/** The number of calls of a batch that run at the same time. */
export const parallelCalls = coreCount

/** Calls the engine; fails with an EngineError. */
export function callEngine<Method extends EngineMethod>(
  method: Method,
  params: EngineCalls[Method]['params'],
  lane: Lane = 'prompt',
): Promise<EngineCalls[Method]['result']> {
  return new Promise((resolve, reject) => {
    queues[lane].push({ request: { id: ++lastId, method, params }, resolve, reject })
    dispatch()
  })
}

function dispatch(): void {
  if (gpuWorker.isFree && queues.gpu.length > 0) gpuWorker.send(queues.gpu.shift()!)
  for (const worker of [promptWorker, ...batchWorkers]) {
    if (!worker.isFree) continue
    const next = queues.prompt.shift() ?? (worker === promptWorker ? undefined : queues.batch.shift())
    if (next !== undefined) worker.send(next)
  }
}
