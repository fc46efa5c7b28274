// The error for packed task files that cannot be unpacked.

import { UserError } from '../language/errors.ts'

/** The error for an archive, or a member of it, whose bytes are wrong. */
export function damaged(path: string, cause: unknown): UserError {
  return new UserError('archive-damaged', `${path} cannot be unpacked: ${(cause as Error).message}`, {
    place: { file: path },
    advice: 'Is the file complete? Download or pack it again.',
    cause,
  })
}
