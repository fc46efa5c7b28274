// Requests that may pass, and those that are refused, down to a character.

import { expect, test } from 'vitest'
import { type GuardedRequest, refuseRequest } from './http-guard.ts'

const PORT = 8080
const HEADERS = {
  host: `127.0.0.1:${PORT}`,
  authorization: 'Bearer secret',
  'content-type': 'application/json; charset=utf-8',
}

function codeOf(headers: GuardedRequest['headers']): string | undefined {
  const request = { method: 'POST', url: '/rpc', headers: { ...HEADERS, ...headers } }
  return refuseRequest(request, PORT, (token) => token === 'secret')?.error.code
}

test.each([
  [{}],
  [{ host: `localhost:${PORT}` }],
  [{ origin: `http://127.0.0.1:${PORT}` }],
  [{ origin: `http://localhost:${PORT}` }],
])('%j may pass', (headers) => {
  expect(codeOf(headers)).toBeUndefined()
})

test.each([
  ['http-origin', { origin: `http://127.0.0.1:${PORT}0` }],
  ['http-origin', { origin: `http://localhost:${PORT}.example.org` }],
  ['http-origin', { origin: `https://localhost:${PORT}` }],
  ['http-origin', { origin: '' }],
  ['http-host', { host: `127.0.0.1:${PORT}0` }],
  ['http-host', { host: `localhost:${PORT}.example.org` }],
  ['http-host', { host: undefined }],
  ['http-token', { authorization: undefined }],
  ['http-token', { authorization: 'Bearer secrets' }],
  ['http-token', { authorization: 'Bearer secret more' }],
  ['http-token', { authorization: 'Basic Bearer secret' }],
  ['http-request', { 'content-type': 'text/plain, application/json' }],
  ['http-request', { 'content-type': 'application/jsonp' }],
])('%s: %j', (code, headers) => {
  expect(codeOf(headers)).toBe(code)
})
