// Cuts a run into chunks: lists of items, each a block of programs on one task, of about the same number of evaluations.

import { inBatches } from './insert-rows.ts'

/** Programs that run on the same tasks, as indexes. */
export interface GroupOfBlocks {
  /** Each block as indexes of programs; in order they are the programs of the group. */
  readonly blocks: readonly (readonly number[])[]
  /** Tasks as indexes. */
  readonly tasks: readonly number[]
}

/** One block on one task. */
export interface Item {
  readonly group: number
  readonly block: number
  readonly task: number
  readonly evaluations: number
}

/** Items of one job. */
export interface CutChunk {
  readonly items: readonly Item[]
  readonly evaluations: number
}

/** The most programs of a block: they are merged, so more programs share more, and a chunk gets larger. */
const MAX_BLOCK = 256
/** Blocks of a small run have a quarter, or a quarter of that. Few lengths: runs that differ little have blocks in common. */
const MIN_BLOCK = 16
/** The evaluations of a chunk: seconds of one core, or half a second of cheap programs, beside which the cost of a job is small. */
const CHUNK_EVALUATIONS = 32_768
const MIN_CHUNK_EVALUATIONS = 128
/** A small run has smaller chunks, so that several workers have something to do. */
const MIN_CHUNKS = 64

/** The size of a chunk in evaluations, for a run of `evaluations`. A small run is cut into about `minChunks` chunks. */
export function chunkSize(evaluations: number, minChunks: number = MIN_CHUNKS): number {
  return Math.min(CHUNK_EVALUATIONS, Math.max(MIN_CHUNK_EVALUATIONS, Math.ceil(evaluations / minChunks)))
}

/** Cuts the programs of groups into blocks, none of which has more evaluations on one task than a chunk may have. */
export function cutBlocks(
  groups: readonly { readonly programs: readonly number[]; readonly tasks: readonly number[] }[],
  samplesOf: (task: number) => number,
  mostEvaluations: number = CHUNK_EVALUATIONS,
  minChunks: number = MIN_CHUNKS,
): GroupOfBlocks[] {
  for (let length = MAX_BLOCK; ; length /= 4) {
    const cut = groups.map(({ programs, tasks }) => {
      const samples = tasks.reduce((most, task) => Math.max(most, samplesOf(task)), 1)
      const own = Math.max(1, Math.min(length, Math.floor(mostEvaluations / samples)))
      return { blocks: inBatches(programs, own), tasks }
    })
    const itemCount = cut.reduce((sum, { blocks, tasks }) => sum + blocks.length * tasks.length, 0)
    if (itemCount >= minChunks || length === MIN_BLOCK) return cut
  }
}

/** The chunks of a run: block by block, so that consecutive chunks have plans in common. */
export function cutChunks(
  groups: readonly GroupOfBlocks[],
  samplesOf: (task: number) => number,
  size: number,
  isWanted: (item: Item) => boolean = () => true,
): CutChunk[] {
  const chunks: CutChunk[] = []
  let items: Item[] = []
  let evaluations = 0
  const finish = () => {
    if (items.length > 0) chunks.push({ items, evaluations })
    items = []
    evaluations = 0
  }
  for (const [group, { blocks, tasks }] of groups.entries()) {
    for (const [block, programs] of blocks.entries()) {
      for (const task of tasks) {
        const item = { group, block, task, evaluations: programs.length * samplesOf(task) }
        if (!isWanted(item)) continue
        if (items.length > 0 && evaluations + item.evaluations > size) finish()
        items.push(item)
        evaluations += item.evaluations
      }
      // A chunk with two large blocks would need the plans of both.
      if (programs.length > 1 && tasks.length > 1) finish()
    }
  }
  finish()
  return chunks
}
