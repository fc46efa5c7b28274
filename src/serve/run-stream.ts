// Sends the results of a run while it goes on, and makes it wait for a client that reads slowly.

import { YIELD_EVERY_MS, yieldToEvents } from '../backends/yield-to-events.ts'
import { rowsOfGrid } from '../data/grid-notation.ts'
import { type TaskJob, listJobs } from '../engine/run/pair-order.ts'
import { pairPrograms } from '../engine/run/pair-programs.ts'
import type { PairResult } from '../engine/run/pair-result.ts'
import type { OutputValue } from '../engine/run/run-pass.ts'
import { LimitError } from '../language/errors.ts'
import { formatCount } from '../language/format-count.ts'
import type { Notation } from '../language/values/value-notation.ts'
import type { ServeLimits } from './limits.ts'
import type { RequestId } from './protocol.ts'
import { BlockWriter, type PairPlace } from './result-blocks.ts'
import type { SelectedRun } from './run-fields.ts'
import type { Channel } from './server-state.ts'

/** Blocks are sent when they have so many characters, or wait for so long. */
const MESSAGE_LENGTH = 1 << 18
const MESSAGE_MS = 100

interface StreamTo {
  readonly id: RequestId
  readonly channel: Channel
  readonly limits: ServeLimits
}

/** The way of a run's results to the client; its functions are the callbacks of the run. */
export class RunStream {
  readonly #to: StreamTo
  readonly #ids: readonly number[]
  readonly #jobs: readonly TaskJob[]
  readonly #blocks = new BlockWriter()
  readonly #overflow = new AbortController()
  /** The values of pairs that have no result yet, by pair and output. */
  readonly #values = new Map<number, unknown[][]>()
  #valueBytes = 0
  #job = 0
  #sentAt = performance.now()
  #yieldedAt = performance.now()
  omittedOutputs = 0
  /** The number of right outputs of each program, in the order of the run. */
  readonly rightByProgram: number[]

  constructor({ ids, programs, dataset, pairing }: SelectedRun, to: StreamTo) {
    this.#to = to
    this.#ids = ids
    this.rightByProgram = ids.map(() => 0)
    this.#jobs = listJobs(pairPrograms(programs, dataset.tasks, pairing), dataset)
  }

  /** Aborted, with an error, when the values of a task take too much memory. */
  get overflow(): AbortSignal {
    return this.#overflow.signal
  }

  readonly addPair = (result: PairResult, pair: number): void => {
    const outputs = this.#values.get(pair) ?? result.outputs
    this.#values.delete(pair)
    const place = this.#placeOf(pair)
    this.rightByProgram[place.position]! += result.demos.right + result.tests.right
    this.#blocks.add(result, place, outputs)
    if (this.#blocks.length >= MESSAGE_LENGTH) this.#send()
  }

  readonly addValue = ({ pair, output, value }: OutputValue): void => {
    let outputs = this.#values.get(pair)
    if (outputs === undefined) this.#values.set(pair, (outputs = []))
    ;(outputs[output] ??= []).push(this.#plainValue(value))
  }

  readonly pace = async (): Promise<void> => {
    this.#valueBytes = 0
    if (performance.now() - this.#sentAt >= MESSAGE_MS) this.#send()
    await this.#to.channel.drained()
    if (performance.now() - this.#yieldedAt < YIELD_EVERY_MS) return
    await yieldToEvents()
    this.#yieldedAt = performance.now()
  }

  /** Sends the rest. */
  finish(): void {
    this.#send()
  }

  #placeOf(pair: number): PairPlace {
    while (pair >= this.#jobs[this.#job]!.firstPair + this.#jobs[this.#job]!.programs.length) this.#job++
    const { programs, firstPair } = this.#jobs[this.#job]!
    const position = programs[pair - firstPair]!
    return { position, program: this.#ids[position]! }
  }

  #send(): void {
    this.#sentAt = performance.now()
    const blocks = this.#blocks.take()
    const { id, channel } = this.#to
    if (blocks.length > 0) channel.send({ jsonrpc: '2.0', method: 'results', params: { request: id, blocks } })
  }

  /** A grid as rows of numbers, any other value in the notation; null where it is too large. */
  #plainValue(value: Notation | null): unknown {
    if (value === null) return null
    const plain = rowsOfGrid(value) ?? value
    const { outputBytes, outputBytesOfTask } = this.#to.limits
    const bytes = JSON.stringify(plain).length
    if (bytes > outputBytes) {
      this.omittedOutputs++
      return null
    }
    this.#valueBytes += bytes
    if (this.#valueBytes > outputBytesOfTask) {
      const message = `The values of one task have more than ${formatCount(outputBytesOfTask)} bytes`
      const advice = 'Run fewer programs at a time, or with "outputs": "hash".'
      this.#overflow.abort(new LimitError('outputs-too-large', message, { advice }))
    }
    return plain
  }
}
