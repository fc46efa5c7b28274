// Digests of evaluations: tell how many evaluations of two passes are equal, in four bytes each.

import type { PairResult } from '../run/pair-result.ts'

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** One number for each sample of a pair: of its verdict, error and values, and of the counts of the whole pair. */
export function digestPair({
  program,
  task,
  defaults,
  samples,
  battOutputs = [],
  outputs = [],
}: PairResult): Uint32Array {
  const limits = battOutputs.map((output) => (output.kind === 's' ? output.limits : undefined))
  const ofPair = hashText(JSON.stringify([program, task, defaults, limits]), FNV_OFFSET)
  return Uint32Array.from(samples, (sample, k) => {
    const candidates = battOutputs.map((output) => (output.kind === 'o' ? output.samples[k] : null))
    return hashText(JSON.stringify([sample, candidates, outputs.map((values) => values[k])]), ofPair)
  })
}

/** The digests of all evaluations of a pass, pair by pair. */
export class EvaluationDigests {
  readonly #pairs: Uint32Array[] = []
  #count = 0

  add(result: PairResult, pair: number): void {
    this.#pairs[pair] = digestPair(result)
    this.#count += result.samples.length
  }

  get count(): number {
    return this.#count
  }

  /** The number of evaluations that are equal in both. */
  countEqual(other: EvaluationDigests): number {
    let equal = 0
    for (const [pair, own] of this.#pairs.entries()) {
      const theirs = other.#pairs[pair]
      if (theirs?.length === own.length) own.forEach((digest, k) => (equal += digest === theirs[k] ? 1 : 0))
    }
    return equal
  }
}

/** The hash of a text by FNV-1a, continued from another one. */
function hashText(text: string, start: number): number {
  let hash = start
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), FNV_PRIME)
  return hash >>> 0
}
