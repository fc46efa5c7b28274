// Errors that go to another process come out there as what they were.

import { expect, test } from 'vitest'
import { BugError, EnvironmentError, LimitError, MegabattError, UserError } from '../../../language/errors.ts'
import { packError, unpackError } from './sent-error.ts'
import { KernelError } from '../device/device-errors.ts'

const travel = (thrown: unknown) => unpackError(structuredClone(packError(thrown)))

test.each([
  new UserError('a-code', 'a message', { place: { file: 'x.py', line: 3 } }),
  new LimitError('a-code', 'a message', { advice: 'do this' }),
  new EnvironmentError('a-code', 'a message', { advice: 'do that', cause: new Error('why') }),
  new BugError('a-code', 'a message'),
  new KernelError('hmirror', 'too long'),
])('$name', (error) => {
  const arrived = travel(error)
  expect(arrived).toBeInstanceOf(error.constructor)
  const { code, message, advice, place, exitCode, name, stack } = error
  const more = error instanceof KernelError ? { kernel: error.kernel } : {}
  expect(arrived).toMatchObject({ code, message, advice, place, exitCode, name, stack, ...more })
})

test.each([
  [new RangeError('surprise'), 'RangeError: surprise'],
  ['a text', 'Error: a text'],
])('what is no error of ours is none on the other side, either: %s', (thrown, message) => {
  const arrived = travel(thrown)
  expect(arrived).not.toBeInstanceOf(MegabattError)
  expect(arrived.message).toBe(message)
})
