// The content hash of a program: equal for programs whose evaluations are equal on every sample, statement by statement.

import type { Graph, MergedProgram } from './graph.ts'
import { HASH_WORDS, hash128, spellHash } from './hash-128.ts'
import { SOURCE_WORDS } from './node-hashes.ts'

const HEAD_WORDS = 3
/** The index of the statement, whether it is inner, and the hash of its node. */
const STATEMENT_WORDS = 2 + HASH_WORDS
/** The kind of the output and its source. */
const OUTPUT_WORDS = 1 + SOURCE_WORDS

/**
 * A hash of mode, statements, result and outputs as 32 digits. Names and lines do not count; the indexes of statements do, since
 * failures name a statement by its index.
 */
export function hashProgram(graph: Graph, { program, statements, nodes, result, outputs }: MergedProgram): string {
  const hashes = graph.hashes.all()
  const words = new Int32Array(
    HEAD_WORDS + nodes.length * STATEMENT_WORDS + SOURCE_WORDS + outputs.length * OUTPUT_WORDS,
  )
  words[0] = program.mode === 'guarded' ? 1 : 0
  words[1] = nodes.length
  words[2] = result === undefined ? 0 : 1
  let at = HEAD_WORDS
  for (let k = 0; k < nodes.length; k++) {
    words[at] = statements[k]!
    words[at + 1] = program.statements[statements[k]!]!.inner === true ? 1 : 0
    for (let j = 0; j < HASH_WORDS; j++) words[at + 2 + j] = hashes[HASH_WORDS * nodes[k]! + j]!
    at += STATEMENT_WORDS
  }
  if (result !== undefined) graph.hashes.writeSource(result, words, at)
  at += SOURCE_WORDS
  for (let k = 0; k < outputs.length; k++) {
    words[at] = program.outputs[k]!.kind === 'o' ? 1 : 0
    graph.hashes.writeSource(outputs[k]!, words, at + 1)
    at += OUTPUT_WORDS
  }
  const into = new Int32Array(HASH_WORDS)
  hash128(words, words.length, into, 0)
  return spellHash(into, 0)
}
