// Writes files that a command makes; an existing file is kept unless the user allows replacing it.

import { access, writeFile } from 'node:fs/promises'
import { UserError } from '../language/errors.ts'
import { unwritable } from './unwritable.ts'

/** A file to write. */
export interface NewFile {
  readonly path: string
  readonly text: string
}

/** Writes all files or, if one exists and `force` is false, none. */
export async function writeNewFiles(files: readonly NewFile[], force: boolean): Promise<void> {
  if (!force) {
    for (const { path } of files) if (await exists(path)) throw occupied(path)
  }
  for (const { path, text } of files) {
    try {
      await writeFile(path, text, { flag: force ? 'w' : 'wx' })
    } catch (cause) {
      // Another process can create the file after the check.
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw occupied(path)
      throw unwritable(path, cause)
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

function occupied(path: string): UserError {
  const advice = 'Choose another file, or replace it with --force.'
  return new UserError('out-exists', `${path} exists already`, { place: { file: path }, advice })
}
