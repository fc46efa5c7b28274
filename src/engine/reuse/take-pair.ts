// The evaluations of one program on all samples of a task, apart from those of other programs.

import type { Evaluations } from '../../backends/backend.ts'
import type { PlannedProgram } from '../../plan/plan.ts'

/** Takes program `index` out of the evaluations of a task's units: of one program, all samples in one unit. */
export function takePair(
  { mode, guarded, outputs, candidates }: PlannedProgram,
  units: readonly Evaluations[],
  index: number,
): { readonly evaluations: Evaluations; readonly byteLength: number } {
  const outputCount = mode === 'strict' ? 1 : outputs.length
  const ofSample = (of: (unit: Evaluations) => Int32Array | Uint8Array) =>
    joinSamples(units, 1, (unit) => of(unit).subarray(index * unit.sampleCount, (index + 1) * unit.sampleCount))
  const hasCuts = units.some(({ cuts }) => cuts[index] !== undefined)
  const hasHashes = units.every(({ hashes }) => hashes !== undefined)
  const evaluations: Evaluations = {
    programCount: 1,
    sampleCount: countSamples(units),
    executed: 0,
    verdicts: Uint8Array.from(ofSample(({ verdicts }) => verdicts)),
    differences: ofSample(({ differences }) => differences),
    errors: ofSample(({ errors }) => errors),
    failedStatements: ofSample(({ failedStatements }) => failedStatements),
    defaults: [mode === 'guarded' ? sumDefaults(units, index, guarded.length) : undefined],
    candidates: [
      mode === 'guarded' ? joinSamples(units, candidates.length, (unit) => unit.candidates[index]!) : undefined,
    ],
    cuts: [hasCuts ? joinSamples(units, outputCount, (unit) => unit.cuts[index], 2) : undefined],
    ...(hasHashes
      ? { hashes: [new Uint32Array(joinSamples(units, outputCount, (unit) => unit.hashes![index], 2).buffer)] }
      : {}),
  }
  return { evaluations, byteLength: countBytes(evaluations) }
}

function countSamples(units: readonly Evaluations[]): number {
  let count = 0
  for (const { sampleCount } of units) count += sampleCount
  return count
}

/** Joins tables of `rowCount` rows, each with `width` numbers for each sample, along the samples. */
function joinSamples(
  units: readonly Evaluations[],
  rowCount: number,
  tableOf: (unit: Evaluations) => ArrayLike<number> | undefined,
  width = 1,
): Int32Array<ArrayBuffer> {
  const length = width * countSamples(units)
  const joined = new Int32Array(rowCount * length)
  let at = 0
  for (const unit of units) {
    const table = tableOf(unit)
    const own = width * unit.sampleCount
    if (table !== undefined)
      for (let row = 0; row < rowCount; row++)
        for (let k = 0; k < own; k++) joined[row * length + at + k] = table[row * own + k]!
    at += own
  }
  return joined
}

function sumDefaults(units: readonly Evaluations[], index: number, count: number): Int32Array {
  const sum = new Int32Array(count)
  for (const { defaults } of units) for (let k = 0; k < count; k++) sum[k]! += defaults[index]![k]!
  return sum
}

/** An object and its arrays take about so much besides their numbers. */
const FIXED_BYTES = 1024

function countBytes({ verdicts, defaults, candidates, cuts, hashes }: Evaluations): number {
  let bytes = FIXED_BYTES + 13 * verdicts.length
  for (const array of [defaults[0], candidates[0], cuts[0], hashes?.[0]]) bytes += array?.byteLength ?? 0
  return bytes
}
