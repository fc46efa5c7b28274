// A device in a process of its own: several run in parallel, and a driver that crashes ends only its own process.

import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { EnvironmentError } from '../../../language/errors.ts'
import { type Deferred, defer } from '../../deferred.ts'
import { type OwnScript, locateScript } from '../../own-scripts.node.ts'
import type { ChunkDevice, ChunkOptions, ChunkWords, DeviceFacts, DeviceWork } from '../chunk/chunk-device.ts'
import type { ChunkImage } from '../chunk/chunk-image.ts'
import type { DeviceRequest } from '../device/device.node.ts'
import { newTransfers } from '../device/transfers.ts'
import { readWantedDevice } from '../device/wanted-device.ts'
import type { MessageFromDevice, MessageToDevice } from './device-messages.ts'
import { unpackError } from './sent-error.ts'

/** Timeout for opening a device. */
const OPENING_MS = 60_000
/** Timeout after the request to end, and again after SIGKILL: a hanging driver can block both. */
const GRACE_MS = 1000
/** The number of characters of the output of a process that are kept. */
const KEPT_OUTPUT = 2000

export interface ProcessDeviceOptions {
  /** The device. Default: the first of the kind that MEGABATT_DEVICE names. */
  readonly request?: DeviceRequest
  /** The maximum total size of the device's buffers. */
  readonly bytes?: number
  /** Environment variables to add to ours; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The main module of the process. Default: `device-child.node.js`. */
  readonly module?: URL
}

/** A run without an answer yet. */
interface PendingRun extends Pick<Deferred<ChunkWords>, 'resolve' | 'reject'> {
  readonly onCompile: ChunkOptions['onCompile']
}

export class ProcessDevice implements ChunkDevice {
  readonly facts: DeviceFacts
  readonly work: DeviceWork = { transfers: newTransfers(), compiled: { pipelines: 0, ms: 0 } }
  readonly #process: DeviceProcess
  readonly #pending = new Map<number, PendingRun>()
  #runCount = 0

  /** Starts a process and opens a device in it; rejects with the error of the process. */
  static async open(options: ProcessDeviceOptions = {}): Promise<ProcessDevice> {
    const { bytes, environment = {}, module } = options
    const { request = { wanted: readWantedDevice({ ...process.env, ...environment }), number: 0, count: 1 } } = options
    const script =
      module === undefined ? locateScript('device-child.node', import.meta.url) : { file: module, args: [] }
    const child = new DeviceProcess(script, environment)
    const opening = defer<DeviceFacts>()
    const timer = setTimeout(() => opening.reject(hangError()), OPENING_MS)
    child.onEnd = opening.reject
    child.onMessage = (message) => {
      if (message.kind === 'opened') opening.resolve(message.facts)
      if (message.kind === 'refused') opening.reject(unpackError(message.error))
    }
    child.send({ kind: 'open', request, bytes })
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
    child.onMessage = (message) => this.#receive(message)
    child.onEnd = (error) => this.#failAll(error)
    child.keepAwake(false)
  }

  /** The id of its process. */
  get pid(): number {
    return this.#process.pid!
  }

  /** Runs a chunk after all earlier ones; rejects with `gpu-lost` when the process ends. */
  async run(image: ChunkImage, budget: number, { onCompile, ...options }: ChunkOptions): Promise<ChunkWords> {
    if (this.#process.loss !== undefined) throw this.#process.loss
    const run = this.#runCount++
    const { columns: _, blocks: __, ...sent } = image
    // `send` copies the image: its memory may be reused.
    this.#process.send({ kind: 'run', run, image: sent, budget, options })
    const { promise, resolve, reject } = defer<ChunkWords>()
    this.#pending.set(run, { resolve, reject, onCompile })
    this.#process.keepAwake(true)
    return promise
  }

  /** Frees the device and ends its process, if necessary by SIGKILL; running chunks reject. */
  async close(): Promise<void> {
    await this.#process.end()
  }

  #receive(message: MessageFromDevice): void {
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

/** The process: its messages, and one end for all causes. */
class DeviceProcess {
  /** The name of the device, for error messages. */
  name = 'a device'
  /** The reason for its end; undefined while it runs. */
  loss: EnvironmentError | undefined
  onMessage: (message: MessageFromDevice) => void = () => undefined
  onEnd: (error: EnvironmentError) => void = () => undefined
  readonly #child: ChildProcess
  readonly #ended = defer<void>()
  /** The end of what it has printed to stderr. */
  #printed = ''

  constructor({ file, args }: OwnScript, environment: Readonly<Record<string, string | undefined>>) {
    // Without our Node options (--inspect, --eval). Drivers print to stdout and stderr, which would mix with results and progress;
    // the end of stderr is kept for the error message of a process that dies.
    this.#child = fork(file, args, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, ...environment },
    })
    this.#child.stderr!.on('data', (chunk) => {
      this.#printed = `${this.#printed}${String(chunk)}`.slice(-KEPT_OUTPUT)
    })
    this.#child.on('message', (message) => this.onMessage(message as MessageFromDevice))
    // After `exit`, and after all that it has printed.
    this.#child.once('close', (code, signal) =>
      this.#lose(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    )
    // After any other error `close` follows.
    this.#child.on('error', (error) => {
      if (this.pid === undefined) this.#lose(`could not be started: ${error.message}`)
    })
    // Usually the first event of its end; without a connection the process is useless.
    this.#child.once('disconnect', () => void this.end())
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether the child keeps this process alive. */
  keepAwake(isAwake: boolean): void {
    // A pipe of a child is a socket, which its type does not say.
    for (const handle of [this.#child, this.#child.channel, this.#child.stderr as Socket | null]) {
      if (isAwake) handle?.ref()
      else handle?.unref()
    }
  }

  send(message: MessageToDevice): void {
    this.#child.send(message, (error) => {
      if (error !== null) void this.end()
    })
  }

  /** Requests the end of the process, then kills it; resolves when it has ended or does not react. */
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
    const [last] = this.#printed.trim().split('\n').slice(-1)
    const printed = last === '' ? '' : `; its last output: ${last}`
    this.loss = new EnvironmentError('gpu-lost', `The process of ${this.name} ${fate}${printed}`, {
      advice: 'Open the device again, or run on the CPU.',
    })
    this.keepAwake(false)
    // A process that still runs ends itself on `disconnect`.
    if (this.#child.connected) this.#child.disconnect()
    this.onEnd(this.loss)
    this.#ended.resolve()
  }
}

function hangError(): EnvironmentError {
  return new EnvironmentError('gpu-hung', `A device did not open within ${OPENING_MS / 1000} s`, {
    advice: 'Update its driver, or run on the CPU.',
  })
}
