// Decides whether an HTTP request may speak to the server: only from this machine, with the token, and not from a foreign page.

import { UserError } from '../language/errors.ts'

/** The parts of a request that decide. */
export interface GuardedRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A refusal: the status, and an error with its remedy. */
export interface Refusal {
  readonly status: number
  readonly error: UserError
}

/** The path of all requests. */
export const RPC_PATH = '/rpc'

/** The reason to refuse a request to this port; undefined for one that may pass. `isToken` compares in constant time. */
export function refuseRequest(
  { method, url, headers }: GuardedRequest,
  port: number,
  isToken: (token: string) => boolean,
): Refusal | undefined {
  const foreign = refuseForeign(headers, port, RPC_PATH)
  if (foreign !== undefined) return foreign
  const [, token] = /^Bearer (\S+)$/.exec(String(headers.authorization ?? '')) ?? []
  if (token === undefined || !isToken(token))
    return {
      status: 401,
      error: new UserError('http-token', 'The token is missing or wrong', {
        advice:
          'Send the header Authorization: Bearer TOKEN, with the token that the server printed or that --token-file has.',
      }),
    }
  if (method !== 'POST' || url !== RPC_PATH || !/^application\/json\b/i.test(String(headers['content-type'] ?? '')))
    return {
      status: url !== RPC_PATH ? 404 : method === 'POST' ? 415 : 405,
      error: new UserError('http-request', 'This is not a JSON-RPC request', {
        advice: `Send POST ${RPC_PATH} with Content-Type: application/json.`,
      }),
    }
  return undefined
}

/** The reason to refuse a request that is not for this port, or comes from a page of another origin. `path` is the right one. */
export function refuseForeign(headers: GuardedRequest['headers'], port: number, path: string): Refusal | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  // A page of another site whose name was made to lead here sends the name of that site.
  if (typeof headers.host !== 'string' || !hosts.includes(headers.host))
    return {
      status: 403,
      error: new UserError('http-host', 'The Host header is not that of this server', {
        advice: `Send requests to http://${hosts[0]}${path}.`,
      }),
    }
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
    return {
      status: 403,
      error: new UserError('http-origin', 'Pages of other origins may not use this server', {
        advice: 'Send requests from a program, without an Origin header.',
      }),
    }
  return undefined
}
