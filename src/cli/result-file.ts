// The file of `run --out`: a line for each pair, appended whole, so that what a kill leaves behind can be gone on from.

import { closeSync, createReadStream, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { PairResult } from '../engine/run/pair-result.ts'
import { EnvironmentError, UserError } from '../language/errors.ts'

/** Lines are written once they are so many characters, or so old in milliseconds. */
const MAX_WAITING = 1 << 16
const MAX_WAITING_MS = 200

/** A pair as it stands in the file: what came out, and the key of the run that it is a part of. */
interface ResultLine extends PairResult {
  readonly run: string
}

/** Appends results to a file. */
export class ResultFile {
  /** What an earlier run has left in the file. */
  readonly earlier: readonly PairResult[]
  readonly #path: string
  readonly #descriptor: number
  readonly #run: string
  #waiting = ''
  #flushed = performance.now()

  private constructor(path: string, descriptor: number, run: string, earlier: readonly PairResult[]) {
    this.#path = path
    this.#descriptor = descriptor
    this.#run = run
    this.earlier = earlier
  }

  /** Opens a new file or, to resume, one that a run with the same key has left behind, if there is one. */
  static async open(path: string, run: string, resume: boolean): Promise<ResultFile> {
    const descriptor = openFile(path)
    const { size } = fstatSync(descriptor)
    if (size === 0) return new ResultFile(path, descriptor, run, [])
    if (!resume) {
      const advice = 'Go on from where it ends with --resume, or choose another file.'
      throw new UserError('out-exists', `${path} has results already`, { place: { file: path }, advice })
    }
    const { earlier, byteLength } = await readResults(path, run)
    // A line that was cut off is written again.
    if (byteLength < size) ftruncateSync(descriptor, byteLength)
    return new ResultFile(path, descriptor, run, earlier)
  }

  /** Takes a result; it is in the file soon, and at the latest after `close`. */
  add(result: PairResult): void {
    this.#waiting += `${JSON.stringify({ ...result, run: this.#run } satisfies ResultLine)}\n`
    if (this.#waiting.length > MAX_WAITING || performance.now() - this.#flushed > MAX_WAITING_MS) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#descriptor)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    this.#flushed = performance.now()
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written)
    } catch (cause) {
      throw unwritable(this.#path, cause)
    }
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'a+')
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

function unwritable(path: string, cause: unknown): EnvironmentError {
  const message = `${path} cannot be written: ${(cause as Error).message}`
  return new EnvironmentError('out-unwritable', message, { place: { file: path }, cause })
}

/** All whole lines, and how many bytes they are. */
async function readResults(path: string, run: string): Promise<{ earlier: PairResult[]; byteLength: number }> {
  const earlier: PairResult[] = []
  let byteLength = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      earlier.push(readLine(rest.toString('utf8', from, end), path, earlier.length + 1, run))
      byteLength += end + 1 - from
      from = end + 1
    }
    rest = rest.subarray(from)
  }
  return { earlier, byteLength }
}

function readLine(text: string, file: string, line: number, run: string): PairResult {
  const advice = 'Choose another file, or start anew without --resume.'
  let parsed: Partial<ResultLine> | null
  try {
    parsed = JSON.parse(text) as Partial<ResultLine> | null
  } catch {
    parsed = null
  }
  if (parsed === null || !isResult(parsed)) {
    throw new UserError('resume-mismatch', 'The line is no result of a run', { place: { file, line }, advice })
  }
  if (parsed.run !== run) {
    const message = 'The file is of a run with other programs, tasks or options'
    throw new UserError('resume-mismatch', message, { place: { file, line }, advice })
  }
  const { run: _, ...result } = parsed
  return result as PairResult
}

function isResult(line: Partial<ResultLine>): boolean {
  const { run, program, task, total, correct, unscored, failures, defaults } = line
  return (
    [run, program, task].every((text) => typeof text === 'string') &&
    [total, correct, unscored].every((count) => Number.isInteger(count)) &&
    [failures, defaults].every(
      (list) => Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null),
    )
  )
}
