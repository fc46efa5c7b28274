// Cuts a run into chunks: lists of items, each a block of programs on one task, of about the same number of evaluations.

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
/** The evaluations of a chunk: about a second of one core, beside which the cost of a job is small. */
const CHUNK_EVALUATIONS = 8192
const MIN_CHUNK_EVALUATIONS = 128
/** A small run has smaller chunks, so that several workers have something to do. */
const MIN_CHUNKS = 64

/** The evaluations of a chunk of a run that has so many. */
export function chunkSize(evaluations: number): number {
  return Math.min(CHUNK_EVALUATIONS, Math.max(MIN_CHUNK_EVALUATIONS, Math.ceil(evaluations / MIN_CHUNKS)))
}

/** Cuts the programs of a group whose tasks have at most so many samples. */
export function cutBlocks(programs: readonly number[], mostSamples: number, size: number): number[][] {
  const length = Math.max(1, Math.min(MAX_BLOCK, Math.floor(size / Math.max(1, mostSamples))))
  const blocks: number[][] = []
  for (let from = 0; from < programs.length; from += length) blocks.push(programs.slice(from, from + length))
  return blocks
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
