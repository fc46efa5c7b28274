// Links with a program and a task: everything comes back, and links of strangers are bounded.

import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MAX_LINK_LENGTH, decodeShared, encodeShared } from '../../studio/share/link-codec.ts'

const task = { id: 'ä/b', json: { train: [{ input: [[1]], output: [[2]] }], test: [] } }
const encode = (value: unknown) => `1${deflateRawSync(JSON.stringify(value)).toString('base64url')}`

test('a link contains everything', async () => {
  const shared = { text: 'def solve_a(I):\n    return I  # ß\n', program: 'solve_a', sample: 2, task }
  const link = await encodeShared(shared)
  expect(link).toMatch(/^1[\w-]+$/)
  expect(await decodeShared(link)).toEqual(shared)
  const { task: _, ...alone } = shared
  expect(await decodeShared(await encodeShared(alone))).toEqual(alone)
})

test('a program that makes a link too long is refused', async () => {
  let state = 1
  const noise = Array.from({ length: 200_000 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(33 + (state % 90))
  }).join('')
  await expect(encodeShared({ text: noise, program: 'a', sample: 0 })).rejects.toThrow('Share the files instead')
})

test('a short link that decompresses to much is refused', async () => {
  const bomb = encode({ text: 'a'.repeat(5 << 20), program: 'a', sample: 0 })
  expect(bomb.length).toBeLessThan(MAX_LINK_LENGTH)
  await expect(decodeShared(bomb)).rejects.toThrow('damaged')
  const allowed = encode({ text: 'a'.repeat(3 << 20), program: 'a', sample: 0 })
  expect((await decodeShared(allowed)).text).toHaveLength(3 << 20)
})

test.each([
  ['2abc', 'another version'],
  ['1', 'damaged'],
  ['1!!!', 'damaged'],
  ['1AAAA', 'damaged'],
  [`1${'A'.repeat(MAX_LINK_LENGTH)}`, 'too long'],
  [encode([1]), 'does not contain a program'],
  [encode(null), 'does not contain a program'],
  [encode({ text: 1, program: 'a', sample: 0 }), 'does not contain a program'],
  [encode({ text: 'a', program: 'a', sample: '0' }), 'does not contain a program'],
  [encode({ text: 'a', program: 'a', sample: 0, task: 'b' }), 'does not contain a program'],
])('%.20s is refused', async (link, reason) => {
  await expect(decodeShared(link)).rejects.toThrow(reason)
})
