// Errors as plain data, to be sent to another process and thrown there as what they were.

import {
  BugError,
  EnvironmentError,
  type ErrorPlace,
  LimitError,
  MegabattError,
  UserError,
} from '../../../language/errors.ts'
import { KernelError } from '../device/device-errors.ts'

/** An error without its class and its cause. */
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

/** An error as data; what was thrown without being an error becomes one. */
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

/** The error that was packed: of the same class and code if it is one of ours, else an Error that names its class. */
export function unpackError(sent: SentError): Error {
  const error = makeError(sent)
  // Where it was thrown says more than where it was read.
  if (sent.stack !== undefined) error.stack = sent.stack
  return error
}

function makeError({ name, message, code, advice, place, kernel }: SentError): Error {
  if (kernel !== undefined) {
    const error = new KernelError(kernel, '')
    // Its constructor would put the words about the kernel in front once more.
    error.message = message
    return error
  }
  if (code === undefined || !Object.hasOwn(CLASSES, name)) return new Error(`${name}: ${message}`)
  const details = { ...(advice === undefined ? {} : { advice }), ...(place === undefined ? {} : { place }) }
  return new CLASSES[name as keyof typeof CLASSES](code, message, details)
}
