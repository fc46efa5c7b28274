// When a command starts again with the software device, and when it does not.

import { expect, test } from 'vitest'
import { needsRestart } from './restart.node.ts'

const named = { VK_ICD_FILENAMES: 'driver.json' }
const restarted = { MEGABATT_RESTARTED: '1' }

test.each([
  ['auto', undefined, {}, true],
  ['auto', undefined, named, true],
  ['auto', 'hardware', {}, false],
  ['auto', 'software', {}, true],
  ['auto', 'software', named, false],
  ['software', undefined, {}, true],
  ['software', 'hardware', {}, true],
  ['software', 'hardware', named, true],
  ['software', 'software', named, false],
  ['hardware', undefined, {}, false],
  ['hardware', 'software', {}, false],
  ['auto', undefined, restarted, false],
  ['software', 'hardware', restarted, false],
] as const)('wanted %s, found %s, in %o: %s', (wanted, found, env, expected) => {
  expect(needsRestart(wanted, found, env)).toBe(expected)
})
