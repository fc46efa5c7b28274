// The error for a file that cannot be written: the file, the reason in words, and what to do about it.

import { EnvironmentError } from '../language/errors.ts'

const FOLDER = 'Choose another folder.'
const REASONS: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ENOENT: ['its folder does not exist', 'Create the folder, or choose another one.'],
  ENOTDIR: ['a part of its path is a file', FOLDER],
  EISDIR: ['it is a folder', 'Name a file in it.'],
  EACCES: ['permission denied', FOLDER],
  EPERM: ['permission denied', FOLDER],
  EROFS: ['the file system is read-only', FOLDER],
  ENOSPC: ['no space is left on the device', 'Free some space, or choose a folder on another device.'],
  EDQUOT: ['the disk quota is exceeded', 'Free some space, or choose a folder on another device.'],
}

/** The error; `cause` is that of the file system. A more specific `advice` replaces the usual one. */
export function unwritable(path: string, cause: unknown, advice?: string): EnvironmentError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const [reason, usual] = REASONS[code] ?? [message, 'Choose another file or folder.']
  return new EnvironmentError('out-unwritable', `${path} cannot be written: ${reason}`, {
    place: { file: path },
    advice: advice ?? usual,
    cause,
  })
}
