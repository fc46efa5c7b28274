// The token of the HTTP server: a random one, or that of a file.

import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { EnvironmentError, UserError } from '../language/errors.ts'

const TOKEN_BYTES = 32
const MIN_LENGTH = 16
const MAX_LENGTH = 1000

/** A random token. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The token in a file; where there is no file, it is made, with a random token, readable by its owner alone. */
export function readTokenFile(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw unusable(file, cause)
    return writeTokenFile(file)
  }
  const token = text.trim()
  if (/^\S+$/.test(token) && token.length >= MIN_LENGTH && token.length <= MAX_LENGTH) return token
  throw new UserError('token-file', `${file} has no token in it`, {
    place: { file },
    advice: `A token is one word of ${MIN_LENGTH} to ${MAX_LENGTH} characters. Delete the file, and a token is made.`,
  })
}

function writeTokenFile(file: string): string {
  const token = makeToken()
  try {
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    throw unusable(file, cause)
  }
  return token
}

function unusable(file: string, cause: unknown): EnvironmentError {
  const message = `The token file ${file} cannot be used: ${(cause as Error).message}`
  return new EnvironmentError('token-unwritable', message, {
    advice: 'Name a file in a folder that you can write.',
    cause,
  })
}
