// The share of a run that one of several machines does: a function of programs, tasks and shard, so that machines need not talk.

import { type Dataset, samplesOf } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import type { Group } from './pair-programs.ts'

/** Part `index` of `count` parts of a run; both count from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** The most shards of a run: merging holds a file open for each. */
export const MAX_SHARDS = 1024

/** Programs of one group on one task, and an estimate of their work. */
interface Piece {
  readonly group: number
  /** The position of the task in the tasks of the group. */
  readonly task: number
  /** The half-open range [from, to) of positions in the programs of the group. */
  readonly from: number
  readonly to: number
  readonly work: number
}

/** A task whose programs are more than this share of the work of a shard is cut, so that no shard waits for one task. */
const PIECES_PER_SHARD = 8
/** The work of a sample that does not depend on its size, in cells. */
const SAMPLE_CELLS = 32

/** The groups that a shard runs; their pairs are in the order that they have in the whole run. */
export function takeShard(
  groups: readonly Group[],
  request: { readonly programs: readonly Program[]; readonly dataset: Dataset },
  { index, count }: Shard,
): Group[] {
  const pieces = cutPieces(groups, request, count)
  const owners = assignPieces(pieces, count)
  const own = pieces.filter((_, k) => owners[k] === index - 1)
  return joinPieces(groups, own)
}

/** Whole tasks, or several pieces of a task that is a large part of the run; in the order of pairs. */
function cutPieces(
  groups: readonly Group[],
  { programs, dataset }: { readonly programs: readonly Program[]; readonly dataset: Dataset },
  count: number,
): Piece[] {
  const costs = groups.map(({ programs: members }) => members.map((p) => programs[p]!.statements.length + 1))
  const sums = costs.map((own) => own.reduce((sum, cost) => sum + cost, 0))
  const sizes = groups.map(({ tasks }) => tasks.map((t) => countCells(dataset, t)))
  const total = sums.reduce((sum, cost, g) => sum + cost * sizes[g]!.reduce((all, size) => all + size, 0), 0)
  const most = total / (count * PIECES_PER_SHARD)
  const pieces: Piece[] = []
  for (const [group, own] of costs.entries()) {
    for (const [task, size] of sizes[group]!.entries()) {
      const parts = Math.max(1, Math.ceil((size * sums[group]!) / most))
      let from = 0
      let work = 0
      for (const [k, cost] of own.entries()) {
        work += cost * size
        if (k + 1 < own.length && work * parts < size * sums[group]!) continue
        pieces.push({ group, task, from, to: k + 1, work })
        from = k + 1
        work = 0
      }
    }
  }
  return pieces
}

/** The cells of the samples of a task, which its programs run on. */
function countCells({ tasks }: Dataset, t: number): number {
  let cells = 0
  for (const { input } of samplesOf(tasks[t]!)) cells += input.cells.length + SAMPLE_CELLS
  return cells
}

/** The shard of each piece: the largest piece first, each to the shard that has the least work so far. */
function assignPieces(pieces: readonly Piece[], count: number): Uint16Array {
  const owners = new Uint16Array(pieces.length)
  const loads = new Float64Array(count)
  const bySize = Array.from(pieces.keys()).sort((a, b) => pieces[b]!.work - pieces[a]!.work || a - b)
  for (const k of bySize) {
    let least = 0
    for (let shard = 1; shard < count; shard++) if (loads[shard]! < loads[least]!) least = shard
    owners[k] = least
    loads[least]! += pieces[k]!.work
  }
  return owners
}

/** Groups of pieces: tasks that follow each other and have the same programs are one group, with one plan. */
function joinPieces(groups: readonly Group[], pieces: readonly Piece[]): Group[] {
  const firstPairs = firstPairsOf(groups)
  const joined: JoinedGroup[] = []
  for (let k = 0; k < pieces.length;) {
    const { group, task } = pieces[k]!
    const ranges: number[] = []
    for (; pieces[k]?.group === group && pieces[k]!.task === task; k++) {
      const { from, to } = pieces[k]!
      if (ranges.at(-1) === from) ranges.pop()
      else ranges.push(from)
      ranges.push(to)
    }
    const { programs, tasks } = groups[group]!
    const last = joined.at(-1)
    const firstPair = firstPairs[group]! + task * programs.length
    if (last?.group === group && isSameList(last.ranges, ranges)) {
      last.tasks.push(tasks[task]!)
      last.firstPairs.push(firstPair)
    } else {
      joined.push({ group, ranges, tasks: [tasks[task]!], firstPairs: [firstPair] })
    }
  }
  return joined.map(({ group, ranges, tasks, firstPairs: first }) => {
    const { programs } = groups[group]!
    const positions = listPositions(ranges)
    const whole = { positions, firstPairs: first, programCount: programs.length }
    return { programs: positions.map((position) => programs[position]!), tasks, whole }
  })
}

interface JoinedGroup {
  readonly group: number
  /** The bounds of half-open ranges of positions in the programs of the group. */
  readonly ranges: readonly number[]
  readonly tasks: number[]
  readonly firstPairs: number[]
}

function listPositions(ranges: readonly number[]): number[] {
  const positions: number[] = []
  for (let k = 0; k < ranges.length; k += 2)
    for (let position = ranges[k]!; position < ranges[k + 1]!; position++) positions.push(position)
  return positions
}

/** The number of the first pair of each group. */
function firstPairsOf(groups: readonly Group[]): number[] {
  let next = 0
  return groups.map(({ programs, tasks }) => {
    const first = next
    next += programs.length * tasks.length
    return first
  })
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((item, k) => item === b[k])
}
