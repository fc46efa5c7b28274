// Evaluations in one piece of memory, so that those of many units cross to another thread as one buffer.

import type { Plan, PlannedProgram } from '../plan/plan.ts'
import type { Evaluations, RunSettings } from './backend.ts'
import { CORRECT } from './verdicts.ts'

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
  if (numbers.length === 0) return NO_BATTS
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

/** Memory of evaluations of one or more units, as numbers and as bytes. Its length is a multiple of four. */
export class EvaluationMemory {
  readonly buffer: ArrayBuffer
  readonly words: Int32Array
  readonly bytes: Uint8Array

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer
    this.words = new Int32Array(buffer)
    this.bytes = new Uint8Array(buffer)
  }
}

/** The memory of one unit: from byte `firstByte` on. */
export interface EvaluationArea {
  readonly memory: EvaluationMemory
  readonly firstByte: number
}

/** Small units share a piece of memory of this size: one of their own takes longer than their verdicts. */
const SHARED_BYTES = 1 << 14
let shared = new EvaluationMemory(new ArrayBuffer(0))
let sharedEnd = 0

/** New memory for this number of bytes, a multiple of four; it holds zeros. */
export function newArea(byteLength: number): EvaluationArea {
  if (byteLength > SHARED_BYTES >> 3) return { memory: new EvaluationMemory(new ArrayBuffer(byteLength)), firstByte: 0 }
  if (sharedEnd + byteLength > shared.bytes.length) {
    shared = new EvaluationMemory(new ArrayBuffer(SHARED_BYTES))
    sharedEnd = 0
  }
  sharedEnd += byteLength
  return { memory: shared, firstByte: sharedEnd - byteLength }
}

/** The first byte of the verdicts of a unit without batts and hashes: three numbers for each of its `count` evaluations are before them. */
export function plainVerdictsAt(firstByte: number, count: number): number {
  return firstByte + 12 * count
}

/** The tables of evaluations that are all right, by their number: the same for all units. */
const rightTables: ({ readonly verdicts: Uint8Array; readonly zeros: Int32Array } | undefined)[] = []
/** More evaluations than this have tables of their own. */
const MAX_RIGHT = 1024

/**
 * The evaluations of a unit that is judged: views of its memory, or, where all programs are right, tables that units share. Nobody writes
 * to them: four views for every unit take longer than the verdicts of a few samples.
 */
export function readEvaluations(
  plan: Plan,
  sampleCount: number,
  outputs: RunSettings['outputs'],
  { memory, firstByte }: EvaluationArea,
  executed: number,
): Evaluations {
  const programCount = plan.programs.length
  const count = programCount * sampleCount
  const isPlain = count <= MAX_RIGHT && outputs === 'none' && battShapes(plan) === NO_BATTS
  if (!isPlain || !isAllRight(memory.bytes, plainVerdictsAt(firstByte, count), count))
    return viewEvaluations(plan, sampleCount, outputs, memory.buffer, firstByte, executed)
  const { verdicts, zeros } = (rightTables[count] ??= {
    verdicts: new Uint8Array(count).fill(CORRECT),
    zeros: new Int32Array(count),
  })
  return {
    programCount,
    sampleCount,
    executed,
    verdicts,
    differences: zeros,
    errors: zeros,
    failedStatements: zeros,
    defaults: NO_LISTS,
    candidates: NO_LISTS,
    cuts: NO_LISTS,
  }
}

function isAllRight(bytes: Uint8Array, from: number, count: number): boolean {
  for (let k = from; k < from + count; k++) if (bytes[k] !== CORRECT) return false
  return true
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
  const evaluations: { -readonly [Key in keyof Evaluations]: Evaluations[Key] } = {
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
  }
  if (hashes !== undefined) evaluations.hashes = hashes
  return evaluations
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
