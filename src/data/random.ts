// Seeded random numbers: integers only, so that every machine draws the same.

/** A stream of numbers that look random; equal seeds give equal streams. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** An integer from 0 up to but without `count`. */
  below(count: number): number {
    return this.#next() % count
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** True with probability 1 / n. */
  oneIn(count: number): boolean {
    return this.below(count) === 0
  }

  /** One element of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }

  /** The elements of a list in any order. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items]
    for (let k = shuffled.length - 1; k > 0; k--) {
      const other = this.below(k + 1)
      const item = shuffled[k]!
      shuffled[k] = shuffled[other]!
      shuffled[other] = item
    }
    return shuffled
  }

  /** So many different colours, none of those that are left out. */
  colors(count: number, ...leftOut: readonly number[]): number[] {
    return this.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((color) => !leftOut.includes(color))).slice(0, count)
  }

  /** One colour, none of those that are left out. */
  color(...leftOut: readonly number[]): number {
    let color = this.below(10)
    while (leftOut.includes(color)) color = this.below(10)
    return color
  }

  #next(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** A seed that depends on all three, and looks like no other one. */
export function mixSeed(seed: number, name: string, number: number): number {
  // FNV-1a over the name, both numbers mixed in.
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)
  for (let k = 0; k < name.length; k++) hash = Math.imul(hash ^ name.charCodeAt(k), 0x01000193)
  hash = Math.imul(hash ^ number, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
