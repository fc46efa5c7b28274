// The seed of everything that tests draw at random: fixed, so that every run draws the same; MEGABATT_SEED tries another.

import fc from 'fast-check'

/** What all generators start from. */
export const SEED = Number(process.env.MEGABATT_SEED ?? 20250302)

fc.configureGlobal({ seed: SEED })

/** So many values of an arbitrary, always the same ones for one seed and stream. */
export function draw<T>(arbitrary: fc.Arbitrary<T>, count: number, stream = 0): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: SEED + stream })
}

/** Numbers from 0 to 2^32 - 1 that look random: for large amounts, where arbitraries would be slow. */
export function newRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
}
