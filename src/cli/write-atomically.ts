// Writes a file as a whole: it appears complete or not at all, and replaces another one only where that is allowed.

import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EnvironmentError, UserError } from '../language/errors.ts'

/** How a file is written. */
export interface WriteOptions {
  /** Replaces an existing file. */
  readonly force: boolean
  /** Called with the path of the written file before it gets its name; an error that it throws leaves no file. */
  readonly check?: (path: string) => void
}

/** Throws where the file exists and must not be replaced, or its folder cannot be written to: to be asked before long work. */
export function checkWritable(path: string, { force }: WriteOptions): void {
  if (!force && existsSync(path)) throw occupied(path)
  const probe = temporaryPath(path)
  try {
    closeSync(openSync(probe, 'wx'))
    rmSync(probe)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

/** Writes the text to a temporary file in the same folder and gives it the name of the file in one step. */
export function writeAtomically(path: string, text: string, options: WriteOptions): void {
  const temporary = temporaryPath(path)
  try {
    const descriptor = openSync(temporary, 'wx')
    try {
      writeFileSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    options.check?.(temporary)
    if (options.force) renameSync(temporary, path)
    else linkSync(temporary, path)
  } catch (cause) {
    // Another process can create the file during the work.
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw occupied(path)
    throw (cause as NodeJS.ErrnoException).syscall === undefined ? cause : unwritable(path, cause)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
}

function occupied(path: string): UserError {
  const advice = 'Choose another file, or replace it with --force.'
  return new UserError('out-exists', `${path} exists already`, { place: { file: path }, advice })
}

function unwritable(path: string, cause: unknown): EnvironmentError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const advice = 'Choose another folder; is the disk full?'
  return new EnvironmentError('out-unwritable', `${path} cannot be written: ${reason}`, { advice, cause })
}
