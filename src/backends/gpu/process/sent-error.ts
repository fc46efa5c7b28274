// Errors as plain data, to be sent to another process and restored there.

import {
  BugError,
  EnvironmentError,
  type ErrorPlace,
  LimitError,
  MegabattError,
  UserError,
} from '../../../language/errors.ts'
import { KernelError } from '../device/device-errors.ts'

/** The data of an error, without its cause. */
export interface SentError {
  /** The name of its class. */
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
  readonly advice: string | undefined
  readonly place: ErrorPlace | undefined
  /** The kernel of a KernelError. */
  readonly kernel: string | undefined
}

const CLASSES = { UserError, LimitError, EnvironmentError, BugError } as const

/** Packs an error; a thrown value that is not an Error becomes one. */
export function packError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const ours = error instanceof MegabattError ? error : undefined
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    code: ours?.code,
    advice: ours?.advice,
    place: ours?.place,
    kernel: error instanceof KernelError ? error.kernel : undefined,
  }
}

/** Restores a packed error: a MegabattError with its class and code, any other as an Error that names its class. */
export function unpackError(sent: SentError): Error {
  const error = makeError(sent)
  // The stack of the process that threw it.
  if (sent.stack !== undefined) error.stack = sent.stack
  return error
}

function makeError({ name, message, code, advice, place, kernel }: SentError): Error {
  if (kernel !== undefined) {
    const error = new KernelError(kernel, '')
    // The constructor would add its prefix again.
    error.message = message
    return error
  }
  if (code === undefined || !Object.hasOwn(CLASSES, name)) return new Error(`${name}: ${message}`)
  const details = { ...(advice === undefined ? {} : { advice }), ...(place === undefined ? {} : { place }) }
  return new CLASSES[name as keyof typeof CLASSES](code, message, details)
}
