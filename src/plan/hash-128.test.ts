import { expect, test } from 'vitest'
import { HASH_WORDS, hash128, hashText, spellHash } from './hash-128.ts'

function hash(...words: number[]): number[] {
  const into = new Int32Array(HASH_WORDS + 2)
  hash128(Int32Array.from(words), words.length, into, 1)
  expect([into[0], into[HASH_WORDS + 1]]).toEqual([0, 0])
  return [...into.subarray(1, 1 + HASH_WORDS)]
}

const bitCount = (word: number): number => word.toString(2).replaceAll('0', '').length

test('each bit of the input changes half of the bits of each word of the hash', () => {
  const words = [3, 1, 4, 1, 5, 9, 2, 6, 5]
  const own = hash(...words)
  for (let k = 0; k < words.length; k++) {
    for (let lane = 0; lane < HASH_WORDS; lane++) {
      let changed = 0
      for (let bit = 0; bit < 32; bit++) {
        const other = hash(...words.with(k, words[k]! ^ (1 << bit)))
        changed += bitCount((own[lane]! ^ other[lane]!) >>> 0)
      }
      expect(changed / 32).toBeGreaterThan(13)
      expect(changed / 32).toBeLessThan(19)
    }
  }
})

test('zeros, lengths and places count: no two of many small inputs have a word in common more often than by chance', () => {
  const inputs: number[][] = [[]]
  for (let length = 1; length <= 6; length++)
    for (let code = 0; code < 4 ** length; code++) inputs.push(Array.from({ length }, (_, k) => (code >> (2 * k)) & 3))
  const hashes = inputs.map((input) => hash(...input))
  expect(new Set(hashes.map((own) => own.join())).size).toBe(inputs.length)
  for (let lane = 0; lane < HASH_WORDS; lane++)
    expect(new Set(hashes.map((own) => own[lane])).size).toBeGreaterThan(inputs.length - 5)
})

test('a hash as text, and of a text', () => {
  const into = new Int32Array(HASH_WORDS)
  hashText('rot90', into, 0)
  expect(spellHash(into, 0)).toBe(spellHash(Int32Array.from(hash(...Array.from('rot90', (c) => c.charCodeAt(0)))), 0))
  expect(spellHash(Int32Array.of(-1, 0, 1, 16), 0)).toBe('ffffffff000000000000000100000010')
})
