// The file of `run --out`: results appended line by line, from which an interrupted run resumes.

import { dirname } from 'node:path'
import type { OutputValue } from '../../engine/run/run-pass.ts'
import type { PairResult, PairSummary } from '../../engine/run/pair-result.ts'
import type { RunRequest } from '../../engine/run/run-programs.ts'
import { UserError } from '../../language/errors.ts'
import { unwritable } from '../unwritable.ts'
import { type FileCalls, errorCode, hideErrors, nodeFiles } from './file-calls.ts'
import { type FileJob, type ResultLayout, layOut, pairNumber } from './file-layout.ts'
import { spellHeader, spellJobHeader, spellPair, spellValuePrefix } from './line-format.ts'
import { LineReader } from './line-reader.ts'
import { LineWriter } from './line-writer.ts'
import { Lock } from './lock.ts'
import { plainOutput } from './output-values.ts'
import { type Processes, machineProcesses } from './lock-owner.ts'
import { type EarlierResults, type ValueListener, readResults } from './read-results.ts'

/** Lines wait for their block to be full, or for this many milliseconds. */
const BLOCK_BYTES = 1 << 16
const MAX_WAITING_MS = 200

/** The parameters of a result file. */
export interface ResultFileOptions {
  /** Goes on with the file of an interrupted run, if there is one. */
  readonly resume: boolean
  /** Puts each block on disk before the next is written. */
  readonly sync: boolean
  /** Writes values that are grids as plain JSON. */
  readonly grids?: boolean
  /** The version of Megabatt, which the file of a shard has. */
  readonly version?: string
  /** Called for each value of the results that were in the file. */
  readonly onEarlierValue?: ValueListener | undefined
  /** The rest is for tests. Default: those of the machine. */
  readonly files?: FileCalls
  readonly processes?: Processes
  readonly blockBytes?: number
  readonly maxWaitingMs?: number
}

/** An open result file, locked against other processes. */
export class ResultFile {
  /** The results of the complete jobs that were in the file. */
  readonly earlier: readonly PairSummary[]
  readonly #path: string
  readonly #files: FileCalls
  readonly #descriptor: number
  readonly #lock: Lock | undefined
  readonly #writer: LineWriter
  readonly #maxWaitingMs: number
  readonly #hasGrids: boolean
  #flushed = performance.now()
  #isClosed = false
  readonly #jobs: readonly FileJob[]
  /** The job of the last line. */
  #job: number

  private constructor(
    path: string,
    { files = nodeFiles, blockBytes = BLOCK_BYTES, maxWaitingMs = MAX_WAITING_MS, sync, grids }: ResultFileOptions,
    descriptor: number,
    lock: Lock | undefined,
    jobs: readonly FileJob[],
    earlier: readonly PairSummary[],
  ) {
    this.#path = path
    this.#files = files
    this.#descriptor = descriptor
    this.#lock = lock
    this.#writer = new LineWriter(files, descriptor, blockBytes, sync)
    this.#maxWaitingMs = maxWaitingMs
    this.#hasGrids = grids === true
    this.earlier = earlier
    this.#jobs = jobs
    // Earlier results are of whole jobs. Where there is no next job, no pair is added.
    this.#job = jobs.findIndex(({ firstPair }) => firstPair >= earlier.length) - 1
  }

  /** Opens the file of a run: a new or empty one or, to resume, one of the same run. No other file is changed. */
  static open(path: string, request: RunRequest, options: ResultFileOptions): ResultFile {
    const { files = nodeFiles, processes = machineProcesses, sync } = options
    const layout = layOut(request, { grids: options.grids === true, version: options.version ?? '' })
    let lock: Lock | undefined
    let descriptor: number | undefined
    try {
      const target = findTarget(path, files)
      if (target.isLockable) lock = Lock.take(target.path, { files, processes, sync })
      descriptor = files.open(target.path, 'a+')
      const size = files.size(descriptor)
      if (size > 0 && !options.resume) {
        const advice = 'Resume it with --resume, or choose another file.'
        throw new UserError('out-exists', `${path} is not empty`, { place: { file: path }, advice })
      }
      const none: EarlierResults = { summaries: [], byteLength: 0 }
      const reader = new LineReader(files, descriptor)
      const earlier = size === 0 ? none : readResults(path, reader, size, layout, options.onEarlierValue)
      if (earlier.byteLength < size) {
        files.truncate(descriptor, earlier.byteLength)
        if (sync) files.sync(descriptor)
      }
      const file = new ResultFile(path, options, descriptor, lock, layout.jobs, earlier.summaries)
      if (earlier.byteLength === 0) file.#begin(layout, sync && target.isLockable ? dirname(target.path) : undefined)
      return file
    } catch (cause) {
      if (descriptor !== undefined) hideErrors(() => files.close(descriptor!))
      if (lock !== undefined) hideErrors(() => lock!.release())
      throw nameFile(path, cause)
    }
  }

  /** Adds a value; the values of a job come before its pairs. */
  readonly addValue = (value: OutputValue): void => {
    // A value in the notation has a limit, so its text fits a string.
    const shown = this.#hasGrids ? plainOutput(value.value) : value.value
    const pair = this.#numberOf(value.pair)
    this.#try(() => this.#writer.add([spellValuePrefix({ ...value, pair }), JSON.stringify(shown)]))
  }

  /** Adds the result of a pair. */
  readonly addPair = (result: PairResult, pair: number): void => {
    const number = this.#numberOf(pair)
    this.#try(() => this.#writer.add(spellPair(number, result)))
  }

  /** Writes the lines that have waited for long; to be called from time to time. */
  flushOld(): void {
    if (performance.now() - this.#flushed < this.#maxWaitingMs) return
    this.#try(() => this.#writer.flush())
    this.#flushed = performance.now()
  }

  /** Writes all lines and gives the lock back. */
  close(): void {
    this.#try(() => {
      this.#writer.flush()
      this.#isClosed = true
      this.#files.close(this.#descriptor)
      this.#lock?.release()
    })
  }

  /** Closes the file after an error: lines that can be written are, and further errors are not reported. */
  abandon(): void {
    hideErrors(() => this.#writer.flush())
    if (!this.#isClosed) hideErrors(() => this.#files.close(this.#descriptor))
    this.#isClosed = true
    hideErrors(() => this.#lock?.release())
  }

  /** The number in the file of a pair of the run; the first pair of a job begins the job. */
  #numberOf(pair: number): number {
    while (pair >= (this.#jobs[this.#job + 1]?.firstPair ?? Infinity)) {
      const { header } = this.#jobs[++this.#job]!
      if (header !== undefined) this.#try(() => this.#writer.add([spellJobHeader(header)]))
    }
    const job = this.#jobs[this.#job]!
    return pairNumber(job, pair - job.firstPair)
  }

  #begin({ header }: ResultLayout, folder: string | undefined): void {
    this.#writer.add([spellHeader(header)])
    this.#writer.flush()
    if (folder !== undefined) this.#files.syncFolder(folder)
  }

  #try(call: () => void): void {
    try {
      call()
    } catch (cause) {
      throw nameFile(this.#path, cause)
    }
  }
}

/** The file behind symbolic links, so that all its names have one lock. Devices and pipes have none. */
function findTarget(path: string, files: FileCalls): { readonly path: string; readonly isLockable: boolean } {
  try {
    const target = files.resolve(path)
    return { path: target, isLockable: files.isRegular(target) }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    return { path, isLockable: true }
  }
}

/** A file system error as an error of the environment; any other error unchanged. */
function nameFile(path: string, cause: unknown): unknown {
  if (errorCode(cause) === undefined) return cause
  const error = unwritable(path, cause)
  return unwritable(path, cause, `${error.advice} A file that was begun is completed with --resume.`)
}
