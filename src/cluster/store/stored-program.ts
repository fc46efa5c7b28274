// A program as stored content, and blocks: lists of programs that are planned and run together.

import { createHash } from 'node:crypto'
import { type CellLayout, layoutOf } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { Graph, type MergedProgram } from '../../plan/graph.ts'
import { hashProgram } from '../../plan/program-hash.ts'
import { packJson, unpackJson } from './bytes.ts'

const HASH_BYTES = 16
/** Follows the hash of a program whose unused statements are run: such programs are other programs. */
const KEEPS_UNUSED = Buffer.of(1)

/** Programs in the graphs of their cell layouts. */
export interface MergedBlock {
  readonly graphs: Readonly<Record<CellLayout, Graph>>
  readonly merged: readonly MergedProgram[]
  readonly hashes: readonly Buffer[]
}

/** Merges programs, and hashes each. The hash does not depend on the other programs. */
export function mergeBlock(programs: readonly Program[], keepUnused: boolean): MergedBlock {
  const graphs = { a: new Graph('a', { keepUnused }), t: new Graph('t', { keepUnused }) }
  const merged = programs.map((program) => graphs[layoutOf(program.dialect)].add(program))
  const hashes = merged.map((own, p) => {
    const hash = Buffer.from(hashProgram(graphs[layoutOf(programs[p]!.dialect)], own), 'hex')
    return keepUnused ? Buffer.concat([hash, KEEPS_UNUSED]) : hash
  })
  return { graphs, merged, hashes }
}

/** The hash of a block: of the hashes of its programs, in their order. */
export function hashBlock(hashes: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const own of hashes) hash.update(own)
  return hash.digest().subarray(0, HASH_BYTES)
}

/** The content of programs, as a submission keeps them: with names and places. */
export function packPrograms(programs: readonly Program[]): Buffer {
  return packJson(programs)
}

/** Undoes `packPrograms`. */
export function unpackPrograms(content: Uint8Array): Program[] {
  return unpackJson(content) as Program[]
}

/** The content of one program, for all programs of its hash: names and places are those of the first. */
export function packProgram(program: Program): Buffer {
  return packJson(program)
}

/** Undoes `packProgram`. */
export function unpackProgram(content: Uint8Array): Program {
  return unpackJson(content) as Program
}
