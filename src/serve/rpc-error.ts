// Errors of requests as JSON-RPC has them.

import { BugError, EnvironmentError, LimitError, MegabattError, UserError } from '../language/errors.ts'
import { ERROR_NUMBERS, type ErrorObject, type RequestId, type ServerMessage } from './protocol.ts'

/** Codes with a number of their own; any other error has the number of its class. */
const NUMBERS: Readonly<Record<string, number>> = {
  'rpc-parse': ERROR_NUMBERS.parse,
  'rpc-request': ERROR_NUMBERS.request,
  'rpc-method': ERROR_NUMBERS.method,
  'rpc-params': ERROR_NUMBERS.params,
  'request-cancelled': ERROR_NUMBERS.cancelled,
}

/** The answer to a request that failed; the id is null where the request has none that can be read. */
export function errorAnswer(id: RequestId | null, error: unknown): ServerMessage {
  return { jsonrpc: '2.0', id, error: errorObject(error) }
}

/** Whether an error is a bug of ours: not one of the expected errors. */
export function isBug(error: unknown): boolean {
  return !(error instanceof MegabattError) || error instanceof BugError
}

/** The error of a request that was cancelled. */
export function cancelled(): UserError {
  return new UserError('request-cancelled', 'The request was cancelled')
}

function errorObject(error: unknown): ErrorObject {
  if (!(error instanceof MegabattError)) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = 'This is a bug of ours, please report it; the server goes on.'
    return { code: ERROR_NUMBERS.bug, message: reason, data: { code: 'bug', advice } }
  }
  const { code, message, advice, place } = error
  const data = { code, ...(advice === undefined ? {} : { advice }), ...(place === undefined ? {} : { place }) }
  return { code: NUMBERS[code] ?? numberOf(error), message, data }
}

function numberOf(error: MegabattError): number {
  if (error instanceof UserError) return ERROR_NUMBERS.user
  if (error instanceof LimitError) return ERROR_NUMBERS.limit
  return error instanceof EnvironmentError ? ERROR_NUMBERS.environment : ERROR_NUMBERS.bug
}
