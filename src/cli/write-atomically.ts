// Writes a file as a whole: it appears complete or not at all, and replaces another one only where that is allowed.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UserError } from '../language/errors.ts'
import { unwritable } from './unwritable.ts'

/** How a file is written. */
export interface WriteOptions {
  /** Replaces an existing file. */
  readonly force: boolean
  /** Called with the path of the written file before it gets its name; an error that it throws leaves no file. */
  readonly check?: (path: string) => void
}

/** Throws where the file must not be replaced or its folder cannot be written to: to be called before long work. */
export function checkWritable(path: string, options: WriteOptions): void {
  const probe = temporaryPath(findTarget(path, options))
  try {
    closeSync(openSync(probe, 'wx'))
    rmSync(probe)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

/** Writes the text to a temporary file in the same folder and gives it the name of the file in one step. */
export function writeAtomically(path: string, text: string, options: WriteOptions): void {
  fillAtomically(path, options, (descriptor) => writeFileSync(descriptor, text))
}

/** `writeAtomically` for a file that `fill` writes piece by piece. */
export function fillAtomically(path: string, options: WriteOptions, fill: (descriptor: number) => void): void {
  const target = findTarget(path, options)
  const temporary = temporaryPath(target)
  try {
    const descriptor = openSync(temporary, 'wx')
    try {
      fill(descriptor)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    options.check?.(temporary)
    if (options.force) renameSync(temporary, target)
    else nameFile(temporary, target)
  } catch (cause) {
    // Another process can create the file during the work.
    if (codeOf(cause) === 'EEXIST') throw occupied(path)
    throw (cause as NodeJS.ErrnoException).syscall === undefined ? cause : unwritable(path, cause)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** The file behind symbolic links, so that a link stays one. Devices, pipes and folders are never replaced. */
function findTarget(path: string, { force }: WriteOptions): string {
  if (!existsSync(path)) return path
  if (!force || !statSync(path).isFile()) throw occupied(path)
  return realpathSync(path)
}

/** Gives a file its name; fails with EEXIST where that is taken. */
function nameFile(temporary: string, target: string): void {
  try {
    linkSync(temporary, target)
  } catch (error) {
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '') || existsSync(target)) throw error
    renameSync(temporary, target)
  }
}

function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

function occupied(path: string): UserError {
  const advice = 'Choose another file, or replace a file with --force.'
  return new UserError('out-exists', `${path} exists already`, { place: { file: path }, advice })
}
