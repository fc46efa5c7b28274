// Flags of the C compiler.

import { expect, test } from 'vitest'
import { flagsFor } from './compiler.node.ts'

test('only gcc gets the limit of inlining, which clang does not know', () => {
  const limit = 'inline-unit-growth=200'
  expect(flagsFor({ command: ['cc'], version: 'cc (Debian 12.2.0-14) 12.2.0' })).toContain(limit)
  expect(flagsFor({ command: ['cc'], version: 'Apple clang version 15.0.0' })).not.toContain(limit)
  expect(flagsFor({ command: ['clang'], version: 'Debian clang version 14.0.6' })).toContain('-fwrapv')
})
