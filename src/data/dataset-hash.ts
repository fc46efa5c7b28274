// The hash of tasks: tells whether two sets of tasks are the same, whatever files they came from.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Dataset, GridData, Pair, Task } from './task.ts'

// Changes with the format below, so that hashes of different formats are never equal.
const FORM = 'megabatt tasks 1\n'

const HASH_BYTES = 16
const CHUNK_BYTES = 1 << 16

/** A dataset of tasks from any source. */
export function makeDataset(tasks: readonly Task[]): Dataset {
  return { tasks, hash: hashTasks(tasks) }
}

/** 32 hexadecimal digits that depend on ids, grids and which outputs are known, and not on the order of the tasks. */
export function hashTasks(tasks: readonly Task[]): string {
  const content = new HashedContent()
  content.addText(FORM)
  content.addCount(tasks.length)
  for (const { id, train, test } of tasks.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))) {
    content.addText(id)
    for (const pairs of [train, test]) {
      content.addCount(pairs.length)
      for (const pair of pairs) addPair(content, pair)
    }
  }
  return bytesToHex(content.digest().subarray(0, HASH_BYTES))
}

function addPair(content: HashedContent, { input, output }: Pair): void {
  addGrid(content, input)
  content.addCount(output === undefined ? 0 : 1)
  if (output !== undefined) addGrid(content, output)
}

function addGrid(content: HashedContent, { height, width, cells }: GridData): void {
  content.addCount(height)
  content.addCount(width)
  content.addBytes(cells)
}

/** A buffer before the hash, because many short updates are slow. */
class HashedContent {
  readonly #hash = sha256.create()
  readonly #chunk = new Uint8Array(CHUNK_BYTES)
  readonly #encoder = new TextEncoder()
  #length = 0

  addCount(count: number): void {
    this.addBytes(Uint8Array.of(count, count >>> 8, count >>> 16, count >>> 24))
  }

  /** The length comes first, so that the boundary between two texts is unambiguous. */
  addText(text: string): void {
    const bytes = this.#encoder.encode(text)
    this.addCount(bytes.length)
    this.addBytes(bytes)
  }

  addBytes(bytes: Uint8Array): void {
    if (this.#length + bytes.length > CHUNK_BYTES) this.#flush()
    if (bytes.length > CHUNK_BYTES) {
      this.#hash.update(bytes)
      return
    }
    this.#chunk.set(bytes, this.#length)
    this.#length += bytes.length
  }

  digest(): Uint8Array {
    this.#flush()
    return this.#hash.digest()
  }

  #flush(): void {
    this.#hash.update(this.#chunk.subarray(0, this.#length))
    this.#length = 0
  }
}
