// The file of `run --failures`: a JSON line for each example that a program does not get right, written as it is found.

import { closeSync, openSync, writeSync } from 'node:fs'
import { gridToRows } from '../../data/grid-rows.ts'
import { spellSample } from '../../data/task.ts'
import type { FailedExample } from '../../engine/stream/pair-tally.ts'
import { UserError } from '../../language/errors.ts'
import { plainOutput } from '../results/output-values.ts'
import { unwritable } from '../unwritable.ts'

/** Lines wait for this many characters, or this many milliseconds. */
const BLOCK_LENGTH = 1 << 16
const MAX_WAITING_MS = 200

/** An open file of failures. */
export class FailuresFile {
  readonly #path: string
  readonly #descriptor: number
  #text = ''
  #written = performance.now()

  /** Creates the file; replaces another one only where that is allowed. */
  constructor(path: string, isReplaced: boolean) {
    this.#path = path
    try {
      this.#descriptor = openSync(path, isReplaced ? 'w' : 'wx')
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(path, cause)
      const advice = 'Choose another file, or replace it with --force.'
      throw new UserError('out-exists', `${path} exists already`, { place: { file: path }, advice })
    }
  }

  readonly add = (failed: FailedExample): void => {
    this.#text += `${spellFailure(failed)}\n`
    if (this.#text.length >= BLOCK_LENGTH) this.#write()
  }

  /** Writes the lines that have waited for long; to be called from time to time. */
  flushOld(): void {
    if (this.#text !== '' && performance.now() - this.#written >= MAX_WAITING_MS) this.#write()
  }

  close(): void {
    this.#write()
    closeSync(this.#descriptor)
  }

  #write(): void {
    let bytes: Uint8Array = Buffer.from(this.#text)
    this.#text = ''
    this.#written = performance.now()
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#descriptor, bytes))
    } catch (cause) {
      throw unwritable(this.#path, cause)
    }
  }
}

function spellFailure({ task, source, program, place, result, input, output, found }: FailedExample): string {
  const { set: _, number: __, ...happened } = result
  return JSON.stringify({
    task,
    index: place.index,
    sample: spellSample(place),
    program,
    ...happened,
    source,
    input: gridToRows(input),
    output: output === undefined ? null : gridToRows(output),
    ...(found === undefined ? {} : { found: plainOutput(found) }),
  })
}
