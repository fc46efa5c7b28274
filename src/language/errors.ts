// Error classes of this package, with code, message, place and advice. docs/errors.md lists the codes.

import { showText } from './diagnostics.ts'

/** The place of an error: in a file, or a statement of a program and its sample. */
export interface ErrorPlace {
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly program?: string
  readonly statement?: number
  /** The name of a sample, as in 'demo 1'. */
  readonly sample?: string
}

/** Optional details of an error. */
export interface ErrorDetails {
  readonly advice?: string
  readonly place?: ErrorPlace
  readonly cause?: unknown
}

/** Base class of all expected errors; any other error is a bug. */
export abstract class MegabattError extends Error {
  /** Stable and listed in docs/errors.md. */
  readonly code: string
  /** What the user can do; undefined if nothing. */
  readonly advice: string | undefined
  readonly place: ErrorPlace | undefined
  /** Exit code of the command. */
  abstract readonly exitCode: number

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.advice = details.advice
    this.place = details.place
  }
}

/** Wrong use or bad input, which the caller can fix. */
export class UserError extends MegabattError {
  override readonly name = 'UserError'
  readonly exitCode = 2
}

/** The input is valid but exceeds a limit of this version or device. */
export class LimitError extends MegabattError {
  override readonly name = 'LimitError'
  readonly exitCode = 2
}

/** The environment lacks something: a device, a package, a writable folder. */
export class EnvironmentError extends MegabattError {
  override readonly name = 'EnvironmentError'
  readonly exitCode = 3
}

/** A bug in this package. */
export class BugError extends MegabattError {
  override readonly name = 'BugError'
  readonly exitCode = 70
}

/** Formats an error for a terminal: message and code, place, advice. */
export function describeError(error: MegabattError): string {
  const lines = [`${error.message} [${error.code}]`]
  const place = error.place === undefined ? '' : formatPlace(error.place)
  if (place !== '') lines.push(`  at ${place}`)
  if (error.advice !== undefined) lines.push(`  ${error.advice}`)
  // File names are untrusted text, also inside messages; a message can have several lines.
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
  if (place.sample !== undefined) parts.push(place.sample)
  return parts.join(', ')
}
