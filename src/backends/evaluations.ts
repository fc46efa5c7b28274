// Evaluations in one piece of memory, so that those of many units cross to another thread as one buffer.

import type { Plan, PlannedProgram } from '../plan/plan.ts'
import type { Evaluations, RunSettings } from './backend.ts'

/** The bytes of the evaluations of a unit, without cuts and values; a multiple of four. */
export function evaluationBytes({ programs }: Plan, sampleCount: number, outputs: RunSettings['outputs']): number {
  const count = programs.length * sampleCount
  let wordCount = 3 * count
  for (const program of programs) {
    wordCount += defaultCount(program) + candidateCount(program) * sampleCount
    if (outputs === 'hash') wordCount += 2 * outputCount(program) * sampleCount
  }
  return 4 * wordCount + 4 * Math.ceil(count / 4)
}

/** The evaluations of a unit whose memory begins at this byte of the buffer; cuts and values are not in the buffer. */
export function viewEvaluations(
  { programs }: Plan,
  sampleCount: number,
  outputs: RunSettings['outputs'],
  buffer: ArrayBuffer,
  firstByte: number,
): Evaluations {
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
  // Lists without elements where no program is a batt.
  const defaults: Int32Array[] = []
  const candidates: Int32Array[] = []
  for (const [p, program] of programs.entries()) {
    if (program.mode !== 'guarded') continue
    defaults[p] = take(defaultCount(program))
    candidates[p] = take(candidateCount(program) * sampleCount)
  }
  const hashes =
    outputs === 'hash' ? programs.map((p) => toUnsigned(take(2 * outputCount(p) * sampleCount))) : undefined
  return {
    programCount: programs.length,
    sampleCount,
    executed: 0,
    verdicts: new Uint8Array(buffer, at, count),
    differences,
    errors,
    failedStatements,
    defaults,
    candidates,
    cuts: [],
    ...(hashes === undefined ? {} : { hashes }),
  }
}

/** The number of outputs of a program: one of a strict program, those of a batt. */
export function outputCount({ mode, outputs }: PlannedProgram): number {
  return mode === 'strict' ? 1 : outputs.length
}

function defaultCount({ mode, guardedSlots }: PlannedProgram): number {
  return mode === 'guarded' ? guardedSlots.length : 0
}

function candidateCount({ mode, candidates }: PlannedProgram): number {
  return mode === 'guarded' ? candidates.length : 0
}

function toUnsigned({ buffer, byteOffset, length }: Int32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(buffer, byteOffset, length)
}
