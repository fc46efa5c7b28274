// The content hashes of a graph's nodes, computed when they are first asked for: most runs need none.

import type { CellLayout } from '../kernel/cell-layout.ts'
import { primitives } from '../language/names.ts'
import { spellNotation } from '../language/values/value-notation.ts'
import type { CallTable } from './call-table.ts'
import type { ConstantTable } from './constant-table.ts'
import { HASH_WORDS, hash128, hashText, spellHash } from './hash-128.ts'
import { CONSTANT, FIXED, INPUTS, INPUT_COUNT, idOf, kindOf } from './source-codes.ts'

interface HashedGraph {
  readonly layout: CellLayout
  readonly calls: CallTable
  readonly constants: ConstantTable
}

/** A source is its kind and a hash. */
export const SOURCE_WORDS = 1 + HASH_WORDS

const EMPTY = new Int32Array(0)

let fixedHashes: Int32Array | undefined

/** The hashes of inputs and primitives, by the number in their codes. */
function hashesOfFixed(): Int32Array {
  return (fixedHashes ??= hashTexts([...INPUTS, ...primitives.map(({ key }) => key)]))
}

/** The hash of a node is that of its layout and its sources, nodes by their own hashes: equal in every graph and on every machine. */
export class NodeHashes {
  readonly #graph: HashedGraph
  /** The hashes of the first nodes and of the first constants, four words each. */
  #nodes = EMPTY
  #nodeCount = 0
  #constants = EMPTY
  #constantCount = 0
  #input = EMPTY

  constructor(graph: HashedGraph) {
    this.#graph = graph
  }

  /** The hashes of all nodes, four words each; valid until nodes are added. */
  all(): Int32Array {
    const { calls, constants } = this.#graph
    this.#nodes = withRoom(this.#nodes, HASH_WORDS * calls.count)
    this.#constants = withRoom(this.#constants, HASH_WORDS * constants.values.length)
    for (; this.#constantCount < constants.values.length; this.#constantCount++) {
      const spelling = spellNotation(constants.values[this.#constantCount]!)
      hashText(spelling, this.#constants, HASH_WORDS * this.#constantCount)
    }
    for (; this.#nodeCount < calls.count; this.#nodeCount++) this.#hashNode(this.#nodeCount)
    return this.#nodes
  }

  /** The hash of a node as 32 digits. */
  spell(node: number): string {
    return spellHash(this.all(), HASH_WORDS * node)
  }

  /** Writes the hash of the source with this code, after its kind, to the five words of `into` from `at` on. */
  writeSource(code: number, into: Int32Array, at: number): void {
    const kind = kindOf(code)
    const hashes = kind === FIXED ? hashesOfFixed() : kind === CONSTANT ? this.#constants : this.#nodes
    const from = HASH_WORDS * idOf(code)
    // An input has another kind than a primitive, which could have its name.
    into[at] = kind === FIXED && idOf(code) < INPUT_COUNT ? FIXED + 1 : kind
    for (let k = 0; k < HASH_WORDS; k++) into[at + 1 + k] = hashes[from + k]!
  }

  #hashNode(node: number): void {
    const { layout, calls } = this.#graph
    const { codes, starts } = calls
    const [from, to] = [starts[node]!, starts[node + 1]!]
    this.#input = withRoom(this.#input, 1 + SOURCE_WORDS * (to - from))
    this.#input[0] = layout === 't' ? 1 : 0
    for (let k = from; k < to; k++) this.writeSource(codes[k]!, this.#input, 1 + SOURCE_WORDS * (k - from))
    hash128(this.#input, 1 + SOURCE_WORDS * (to - from), this.#nodes, HASH_WORDS * node)
  }
}

function hashTexts(texts: readonly string[]): Int32Array {
  const hashes = new Int32Array(HASH_WORDS * texts.length)
  for (const [k, text] of texts.entries()) hashText(text, hashes, HASH_WORDS * k)
  return hashes
}

function withRoom(words: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (words.length >= length) return words
  const larger = new Int32Array(Math.max(length, 2 * words.length))
  larger.set(words)
  return larger
}
