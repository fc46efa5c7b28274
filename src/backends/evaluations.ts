// Evaluations in one piece of memory, so that those of many units cross to another thread as one buffer.

import type { Plan, PlannedProgram } from '../plan/plan.ts'
import type { Evaluations, RunSettings } from './backend.ts'

/** The batts of a plan by number, with their guarded statements and candidates; and the total of both. */
export interface BattShapes {
  readonly numbers: readonly number[]
  readonly guardedCounts: readonly number[]
  readonly candidateCounts: readonly number[]
  readonly guardedTotal: number
  readonly candidateTotal: number
}

const shapes = new WeakMap<Plan, BattShapes>()
const NO_BATTS: BattShapes = { numbers: [], guardedCounts: [], candidateCounts: [], guardedTotal: 0, candidateTotal: 0 }

/** The batts of a plan, found once. */
export function battShapes(plan: Plan): BattShapes {
  const { programs } = plan
  // Sooner known than found in a weak map, and many runs have a plan for every task.
  if (programs.length === 1 && programs[0]!.mode === 'strict') return NO_BATTS
  let shape = shapes.get(plan)
  if (shape === undefined) shapes.set(plan, (shape = findBatts(plan)))
  return shape
}

function findBatts({ programs }: Plan): BattShapes {
  const numbers = [...programs.keys()].filter((p) => programs[p]!.mode === 'guarded')
  const guardedCounts = numbers.map((p) => programs[p]!.guardedSlots.length)
  const candidateCounts = numbers.map((p) => programs[p]!.candidates.length)
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  return {
    numbers,
    guardedCounts,
    candidateCounts,
    guardedTotal: total(guardedCounts),
    candidateTotal: total(candidateCounts),
  }
}

/** The bytes of the evaluations of a unit, without cuts and values; a multiple of four. */
export function evaluationBytes(plan: Plan, sampleCount: number, outputs: RunSettings['outputs']): number {
  const { programs } = plan
  const { guardedTotal, candidateTotal } = battShapes(plan)
  const count = programs.length * sampleCount
  let wordCount = 3 * count + guardedTotal + candidateTotal * sampleCount
  if (outputs === 'hash') for (const program of programs) wordCount += 2 * outputCount(program) * sampleCount
  return 4 * wordCount + 4 * Math.ceil(count / 4)
}

/** Small units share a piece of memory of this size: one of their own takes longer than their verdicts. */
const SHARED_BYTES = 1 << 14
let shared = new ArrayBuffer(0)
let sharedEnd = 0

/** The evaluations of a unit in new memory, which holds zeros. */
export function newEvaluations(plan: Plan, sampleCount: number, outputs: RunSettings['outputs']): Evaluations {
  const byteLength = evaluationBytes(plan, sampleCount, outputs)
  if (byteLength > SHARED_BYTES >> 3) return viewEvaluations(plan, sampleCount, outputs, new ArrayBuffer(byteLength), 0)
  if (sharedEnd + byteLength > shared.byteLength) {
    shared = new ArrayBuffer(SHARED_BYTES)
    sharedEnd = 0
  }
  sharedEnd += byteLength
  return viewEvaluations(plan, sampleCount, outputs, shared, sharedEnd - byteLength)
}

/** The evaluations of a unit whose memory begins at this byte of the buffer; cuts, values and executed steps are not in the buffer. */
export function viewEvaluations(
  plan: Plan,
  sampleCount: number,
  outputs: RunSettings['outputs'],
  buffer: ArrayBuffer,
  firstByte: number,
  executed = 0,
): Evaluations {
  const { programs } = plan
  const { numbers, guardedCounts, candidateCounts } = battShapes(plan)
  const count = programs.length * sampleCount
  let at = firstByte
  const take = (length: number): Int32Array<ArrayBuffer> => {
    const words = new Int32Array(buffer, at, length)
    at += 4 * length
    return words
  }
  const differences = take(count)
  const errors = take(count)
  const failedStatements = take(count)
  let defaults = NO_LISTS
  let candidates = NO_LISTS
  if (numbers.length > 0) {
    const lists = { defaults: newLists(numbers), candidates: newLists(numbers) }
    for (let k = 0; k < numbers.length; k++) {
      lists.defaults[numbers[k]!] = take(guardedCounts[k]!)
      lists.candidates[numbers[k]!] = take(candidateCounts[k]! * sampleCount)
    }
    ;({ defaults, candidates } = lists)
  }
  const hashes =
    outputs === 'hash' ? programs.map((p) => toUnsigned(take(2 * outputCount(p) * sampleCount))) : undefined
  return {
    programCount: programs.length,
    sampleCount,
    executed,
    verdicts: new Uint8Array(buffer, at, count),
    differences,
    errors,
    failedStatements,
    defaults,
    candidates,
    cuts: NO_LISTS,
    ...(hashes === undefined ? {} : { hashes }),
  }
}

/** Lists of plans without a batt, and of batts that have none. */
const NO_LISTS: readonly (Int32Array | undefined)[] = Object.freeze([])

/** Lists for the batts with these numbers. */
function newLists(numbers: readonly number[]): Int32Array[] {
  const lists: Int32Array[] = []
  lists.length = numbers.at(-1)! + 1
  return lists
}

/** The number of outputs of a program: one of a strict program, those of a batt. */
export function outputCount({ mode, outputs }: PlannedProgram): number {
  return mode === 'strict' ? 1 : outputs.length
}

function toUnsigned({ buffer, byteOffset, length }: Int32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(buffer, byteOffset, length)
}
