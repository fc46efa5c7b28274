// Errors as JSON, for commands with --json: one object on stdout, in one line.

import { MegabattError } from '../language/errors.ts'

/** An error as `--json` prints it; fields without a value are left out. */
export interface JsonError {
  readonly error: {
    /** As in docs/errors.md. */
    readonly code: string
    readonly message: string
    readonly remedy?: string
    readonly file?: string
    readonly line?: number
    readonly column?: number
    readonly program?: string
    readonly statement?: number
    readonly sample?: string
    readonly exitCode: number
  }
}

/** The object for an error; `exitCode` is that of the command. */
export function toJsonError(error: unknown, exitCode: number): JsonError {
  if (error instanceof MegabattError) {
    const { code, message, advice, place } = error
    return { error: { code, message, ...(advice === undefined ? {} : { remedy: advice }), ...place, exitCode } }
  }
  const message = error instanceof Error ? error.message : String(error)
  if (exitCode !== BUG) return { error: { code: 'usage', message: message.replace(/^error: /, ''), exitCode } }
  const remedy = 'This is a bug of ours; please report it with the text on stderr.'
  return { error: { code: 'bug', message, remedy, exitCode } }
}

/** The exit code of a bug. */
export const BUG = 70
