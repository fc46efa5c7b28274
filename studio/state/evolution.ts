// The open evolution: a log file that a person opened, or one that `megabatt studio` serves and that grows.

import { signal } from '@preact/signals'
import type { SharedFile } from '../../src/cli/studio/shared-list.ts'
import { EvolutionLog } from '../evolve/evolution-log.ts'
import { readLines } from '../runs/read-lines.ts'

/** A log as far as it is read. A new object with every change, so that pages notice it. */
export interface OpenEvolution {
  readonly name: string
  readonly log: EvolutionLog
  /** Whether the file is read again as it grows. */
  readonly isFollowed: boolean
  /** Evaluations a second of the last seconds; undefined where the file does not grow. */
  readonly rate: number | undefined
}

export const evolution = signal<OpenEvolution | undefined>(undefined)

const RATE_MS = 15_000

/** Reads a log from its beginning; an evolution that goes on is read again with the next opening. */
export async function openEvolution(file: File): Promise<void> {
  const log = new EvolutionLog()
  await readLines(file.stream(), ({ bytes, start, end, isEnded }) => {
    if (isEnded) log.add(decode(bytes.subarray(start, end)))
  })
  if (log.tasks.length === 0) throw new Error(`${file.name} is not a log of megabatt evolve.`)
  evolution.value = { name: file.name, log, isFollowed: false, rate: undefined }
}

let served: ServedLog | undefined
let queue: Promise<void> = Promise.resolve()

/** Reads what has been added to a log of the server. Calls wait for each other. */
export function followEvolution(file: SharedFile): Promise<void> {
  queue = readAfter(queue, file)
  return queue
}

async function readAfter(before: Promise<void>, file: SharedFile): Promise<void> {
  // Its caller has reported a failure.
  await before.catch(() => undefined)
  if (served?.file.id !== file.id) served = new ServedLog(file)
  await served.read(file.byteLength)
  evolution.value = served.open()
}

/** A log that grows: the bytes that are read, and how fast evaluations are added. */
class ServedLog {
  readonly file: SharedFile
  #log = new EvolutionLog()
  #byteCount = 0
  #readings: { readonly at: number; readonly evaluations: number }[] = []

  constructor(file: SharedFile) {
    this.file = file
  }

  /** Reads on; from the beginning where the file is another one than before (`evolve --force`). */
  async read(byteLength: number): Promise<void> {
    if (byteLength < this.#byteCount || !(await this.#readFrom(this.#byteCount))) {
      this.#log = new EvolutionLog()
      this.#byteCount = 0
      this.#readings = []
      await this.#readFrom(0)
    }
    let evaluations = 0
    for (const { last } of this.#log.searches.values()) evaluations += last.evaluations
    const now = performance.now()
    this.#readings = [...this.#readings.filter(({ at }) => at > now - RATE_MS), { at: now, evaluations }]
  }

  open(): OpenEvolution {
    const [first, last] = [this.#readings[0]!, this.#readings.at(-1)!]
    const seconds = (last.at - first.at) / 1000
    const rate = seconds > 0 && !this.#log.isEnded ? (last.evaluations - first.evaluations) / seconds : undefined
    return { name: this.file.name, log: this.#log, isFollowed: true, rate }
  }

  async #readFrom(from: number): Promise<boolean> {
    const response = await fetch(`./files/${this.file.id}?from=${from}`)
    if (!response.ok) throw new Error(await response.text())
    let isSound = true
    await readLines(response.body!, ({ bytes, start, end, offset, isEnded }) => {
      // The last line may be half written.
      if (!isEnded) return
      isSound = this.#log.add(decode(bytes.subarray(start, end))) && isSound
      this.#byteCount = from + offset + (end - start) + 1
    })
    return isSound || from === 0
  }
}

const decoder = new TextDecoder()

function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
