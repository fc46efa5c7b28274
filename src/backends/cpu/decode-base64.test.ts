// Base64: the decoder of browsers and that of Node give the same bytes.

import { expect, test } from 'vitest'
import { decodeBase64, decodeByLoop } from './decode-base64.ts'

test('a text in base64 has the same bytes with and without the decoder of Node', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, k) => (k * 7) & 255)
  for (const length of [0, 1, 2, 3, 255, 1000]) {
    const text = btoa(String.fromCharCode(...bytes.subarray(0, length)))
    const expected = [...bytes.subarray(0, length)]
    expect([...decodeBase64(text)]).toEqual(expected)
    expect([...decodeByLoop(text)]).toEqual(expected)
  }
})
