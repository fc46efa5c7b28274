// A device in a process of its own: several work side by side, and one whose driver crashes takes nothing else with it.

import { type ChildProcess, fork } from 'node:child_process'
import { EnvironmentError } from '../../../language/errors.ts'
import { type Deferred, defer } from '../../deferred.ts'
import { newTransfers } from '../device/buffers.ts'
import type { ChunkDevice, DeviceFacts, DeviceWork } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import type { MessageFromDevice, MessageToDevice } from './device-messages.ts'
import type { ChunkOptions, ChunkWords } from '../resident/resident-runner.ts'
import { unpackError } from './sent-error.ts'

/** How long a process may take to open its device. */
const OPENING_MS = 60_000
/** How long it may take to end when it was asked to, and then when it was killed: a driver can hang so that neither helps. */
const GRACE_MS = 1000

export interface ProcessDeviceOptions {
  /** Which of the adapters, 0 being the preferred one; counted round, so that there may be more devices than adapters. */
  readonly adapter?: number
  /** What the device's buffers may take together. */
  readonly bytes?: number
  /** Variables that the process has besides ours, or instead of ours; undefined takes one away. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** A run that waits for its answer. */
interface PendingRun extends Pick<Deferred<ChunkWords>, 'resolve' | 'reject'> {
  readonly onCompile: ChunkOptions['onCompile']
}

export class ProcessDevice implements ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork = { transfers: newTransfers(), compiled: { pipelines: 0, ms: 0 } }
  readonly #process: DeviceProcess
  readonly #pending = new Map<number, PendingRun>()
  #runCount = 0

  /** Starts a process and opens a device there; rejects with the error that the process met. */
  static async open({ adapter = 0, bytes, environment = {} }: ProcessDeviceOptions = {}): Promise<ProcessDevice> {
    const child = new DeviceProcess(environment)
    const opening = defer<DeviceFacts>()
    const timer = setTimeout(() => opening.reject(hangError()), OPENING_MS)
    child.onEnd = opening.reject
    child.onMessage = (message) => {
      if (message.kind === 'opened') opening.resolve(message.facts)
      if (message.kind === 'refused') opening.reject(unpackError(message.error))
    }
    child.send({ kind: 'open', adapter, bytes })
    try {
      return new ProcessDevice(child, await opening.promise)
    } catch (error) {
      await child.end()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  private constructor(child: DeviceProcess, facts: DeviceFacts) {
    this.facts = facts
    this.#process = child
    child.name = facts.name
    child.onMessage = (message) => this.#hear(message)
    child.onEnd = (error) => this.#failAll(error)
    child.keepAwake(false)
  }

  /** The number of its process. */
  get pid(): number {
    return this.#process.pid!
  }

  /** Runs a chunk after those that were given before; rejects with `gpu-lost` as soon as the process is gone. */
  async run(image: ChunkImage, budget: number, { onCompile, ...options }: ChunkOptions): Promise<ChunkWords> {
    if (this.#process.loss !== undefined) throw this.#process.loss
    const run = this.#runCount++
    const { columns: _, ...sent } = image
    // Copied before this returns: the image's memory is used again.
    this.#process.send({ kind: 'run', run, image: sent, budget, options })
    const { promise, resolve, reject } = defer<ChunkWords>()
    this.#pending.set(run, { resolve, reject, onCompile })
    this.#process.keepAwake(true)
    return promise
  }

  /** Frees the device and ends its process, by force if need be; what still runs there is lost. */
  async close(): Promise<void> {
    await this.#process.end()
  }

  #hear(message: MessageFromDevice): void {
    switch (message.kind) {
      case 'opened':
      case 'refused':
        return
      case 'compiled':
        this.#pending.get(message.run)?.onCompile?.(message.done, message.total)
        return
      case 'answer':
        this.#take(message.run, message.work)?.resolve(message.words)
        return
      case 'failed':
        this.#take(message.run, message.work)?.reject(unpackError(message.error))
        return
    }
    message satisfies never
  }

  #take(run: number, { transfers, compiled }: DeviceWork): PendingRun | undefined {
    Object.assign(this.work.transfers.upload, transfers.upload)
    Object.assign(this.work.transfers.download, transfers.download)
    Object.assign(this.work.compiled, compiled)
    const pending = this.#pending.get(run)
    this.#pending.delete(run)
    if (this.#pending.size === 0) this.#process.keepAwake(false)
    return pending
  }

  #failAll(error: EnvironmentError): void {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}

/** The process itself: messages there and back, and one end, whatever the cause. */
class DeviceProcess {
  /** Whose process it is, for messages. */
  name = 'a device'
  /** Why it is gone, once it is. */
  loss: EnvironmentError | undefined
  onMessage: (message: MessageFromDevice) => void = () => undefined
  onEnd: (error: EnvironmentError) => void = () => undefined
  readonly #child: ChildProcess
  readonly #ended = defer<void>()

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    // Options of Node's such as --inspect or --eval are this process's alone; what Dawn prints must not get among our results.
    this.#child = fork(new URL('device-child.node.js', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...environment },
    })
    this.#child.on('message', (message) => this.onMessage(message as MessageFromDevice))
    this.#child.once('exit', (code, signal) =>
      this.#lose(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    )
    // One that could not be started has no `exit`; one that could not be sent to or ended has an `exit` yet to come.
    this.#child.on('error', (error) => {
      if (this.pid === undefined) this.#lose(`could not be started: ${error.message}`)
    })
    // Usually the first sign of its end; without a connection it is of no use in any case.
    this.#child.once('disconnect', () => void this.end())
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether this process stays alive for that one. */
  keepAwake(isAwake: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) {
      if (isAwake) handle?.ref()
      else handle?.unref()
    }
  }

  send(message: MessageToDevice): void {
    this.#child.send(message, (error) => {
      if (error !== null) void this.end()
    })
  }

  /** Asks the process to end, then kills it; resolves when it is gone, or cannot be got rid of. */
  async end(): Promise<void> {
    if (this.loss !== undefined) return
    this.keepAwake(true)
    if (this.#child.connected) this.#child.send({ kind: 'close' } satisfies MessageToDevice, () => undefined)
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), GRACE_MS)
    const giveUp = setTimeout(() => this.#lose('does not end'), 2 * GRACE_MS)
    await this.#ended.promise
    clearTimeout(kill)
    clearTimeout(giveUp)
  }

  #lose(fate: string): void {
    if (this.loss !== undefined) return
    this.loss = new EnvironmentError('gpu-lost', `The process of ${this.name} ${fate}`, {
      advice: 'Open the device again, or run on the CPU.',
    })
    this.keepAwake(false)
    // Should it live yet, it takes this for its end.
    if (this.#child.connected) this.#child.disconnect()
    this.onEnd(this.loss)
    this.#ended.resolve()
  }
}

function hangError(): EnvironmentError {
  return new EnvironmentError('gpu-hung', `A device has not opened within ${OPENING_MS / 1000} s`, {
    advice: 'Update its driver, or run on the CPU.',
  })
}
