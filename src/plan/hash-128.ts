// A hash of 128 bits in four numbers: MurmurHash3 for 32-bit machines, on whole words.
//
// Every bit of the input changes every bit of the hash with probability 1/2, so among n different inputs two have one hash with
// probability n² / 2^129: of 2^40 inputs, 10^-15. No protection against inputs that were made to collide.

const C1 = 0x239b961b
const C2 = 0xab0e9789 | 0
const C3 = 0x38b34ae5
const C4 = 0xa1e38b93 | 0

/** The number of words of a hash. */
export const HASH_WORDS = 4

/** Writes the hash of `length` words of `input` to the four words of `into` from `at` on. */
export function hash128(input: Int32Array, length: number, into: Int32Array, at: number): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let k = 0; k < length; k += 4) {
    // Words after the end count as 0; the length is mixed in below.
    a ^= Math.imul(rotate(Math.imul(input[k]!, C1), 15), C2)
    a = (Math.imul((rotate(a, 19) + b) | 0, 5) + 0x561ccd1b) | 0
    b ^= Math.imul(rotate(Math.imul(k + 1 < length ? input[k + 1]! : 0, C2), 16), C3)
    b = (Math.imul((rotate(b, 17) + c) | 0, 5) + 0x0bcaa747) | 0
    c ^= Math.imul(rotate(Math.imul(k + 2 < length ? input[k + 2]! : 0, C3), 17), C4)
    c = (Math.imul((rotate(c, 15) + d) | 0, 5) + 0x96cd1c35) | 0
    d ^= Math.imul(rotate(Math.imul(k + 3 < length ? input[k + 3]! : 0, C4), 18), C1)
    d = (Math.imul((rotate(d, 13) + a) | 0, 5) + 0x32ac3b17) | 0
  }
  a = (a ^ length) + (b ^ length) + (c ^ length) + (d ^ length)
  b = ((b ^ length) + a) | 0
  c = ((c ^ length) + a) | 0
  d = ((d ^ length) + a) | 0
  a = finish(a)
  b = finish(b)
  c = finish(c)
  d = finish(d)
  a = (a + b + c + d) | 0
  into[at] = a
  into[at + 1] = b + a
  into[at + 2] = c + a
  into[at + 3] = d + a
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** Writes the hash of a text: of its UTF-16 code units. */
export function hashText(text: string, into: Int32Array, at: number): void {
  const units = new Int32Array(text.length)
  for (let k = 0; k < units.length; k++) units[k] = text.charCodeAt(k)
  hash128(units, units.length, into, at)
}

/** A hash as 32 hexadecimal digits. */
export function spellHash(hashes: Int32Array, at: number): string {
  let digits = ''
  for (let k = 0; k < HASH_WORDS; k++) digits += (hashes[at + k]! >>> 0).toString(16).padStart(8, '0')
  return digits
}
