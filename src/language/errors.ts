// The errors this package throws: whose fault, which code, what happened, where, and what to do. docs/errors.md lists them.

import { showText } from './diagnostics.ts'

/** Where an error belongs: a place in a file, or a statement of a program and the row it ran on. */
export interface ErrorPlace {
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly program?: string
  readonly statement?: number
  readonly row?: number
}

/** What every error says besides its message. */
export interface ErrorDetails {
  readonly advice?: string
  readonly place?: ErrorPlace
  readonly cause?: unknown
}

/** The base of all errors thrown on purpose; catch this one to tell them from surprises. */
export abstract class MegabattError extends Error {
  /** Stable and listed in docs/errors.md. */
  readonly code: string
  /** What to do about it, or nothing where there is nothing to do. */
  readonly advice: string | undefined
  readonly place: ErrorPlace | undefined
  /** What the command exits with. */
  abstract readonly exitCode: number

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.advice = details.advice
    this.place = details.place
  }
}

/** Wrong use or bad input: the caller can mend it. */
export class UserError extends MegabattError {
  override readonly name = 'UserError'
  readonly exitCode = 2
}

/** The input is sound, but asks for more than this version, or this device, does. */
export class LimitError extends MegabattError {
  override readonly name = 'LimitError'
  readonly exitCode = 2
}

/** The machine lacks something: a device, a package, a writable folder. */
export class EnvironmentError extends MegabattError {
  override readonly name = 'EnvironmentError'
  readonly exitCode = 3
}

/** Something that cannot happen did: ours to mend. */
export class BugError extends MegabattError {
  override readonly name = 'BugError'
  readonly exitCode = 70
}

/** An error as the lines a terminal shows: what happened, where, what to do. */
export function describeError(error: MegabattError): string {
  const lines = [`${error.message} [${error.code}]`]
  const place = error.place === undefined ? '' : formatPlace(error.place)
  if (place !== '') lines.push(`  at ${place}`)
  if (error.advice !== undefined) lines.push(`  ${error.advice}`)
  // Names of files are a stranger's text, wherever they stand; a message may have several lines of its own.
  return lines
    .flatMap((line) => line.split('\n'))
    .map(showText)
    .join('\n')
}

function formatPlace(place: ErrorPlace): string {
  const source = [place.file, place.line, place.column].filter((part) => part !== undefined).join(':')
  const parts = source === '' ? [] : [source]
  if (place.program !== undefined) parts.push(`program ${place.program}`)
  if (place.statement !== undefined) parts.push(`statement ${place.statement}`)
  if (place.row !== undefined) parts.push(`row ${place.row}`)
  return parts.join(', ')
}
