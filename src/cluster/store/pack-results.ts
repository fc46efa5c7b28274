// The results of a block of programs on one task as bytes: verdicts as bit sets, numbers only where there are any.
//
// Two bits for each evaluation, then in the order of the evaluations the differing cells of wrong outputs and the errors of
// failed ones; then for each batt its defaults, candidates and cuts; then hashes or values, where they were asked for.

import { CORRECT, type Evaluations, FAILED, UNSCORED, WRONG } from '../../backends/backend.ts'
import { NO_GRID, OTHER_SIZE } from '../../backends/mismatch.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { ByteReader, ByteWriter, compress, decompress } from './bytes.ts'

/** The evaluations of one program on all samples of a task; `units` are in the order of the samples. */
export interface ProgramEvaluations {
  readonly units: readonly Evaluations[]
  /** The index of the program in the units. */
  readonly index: number
  /** The numbers of its guarded statements, candidates and outputs; of a strict program 0, 0 and 1. */
  readonly guardedCount: number
  readonly candidateCount: number
  readonly outputCount: number
}

type MutableEvaluations = { -readonly [Key in keyof Evaluations]: Evaluations[Key] }

/** Packs the results of programs on the samples of a task. */
export function packResults(programs: readonly ProgramEvaluations[], sampleCount: number): Buffer {
  const writer = new ByteWriter()
  const first = programs[0]?.units[0]
  const form = first?.hashes !== undefined ? HASHES : first?.values !== undefined ? VALUES : NOTHING
  for (const count of [programs.length, sampleCount, form]) writer.writeCount(count)
  const verdicts = new Uint8Array(programs.length * sampleCount)
  forEach(programs, (at, unit, k) => (verdicts[at] = unit.verdicts[k]!))
  writer.writeBytes(toBits(verdicts, 1))
  writer.writeBytes(toBits(verdicts, 2))
  const errors = new Map<number, number>()
  forEach(programs, (_, unit, k) => {
    if (unit.verdicts[k] === WRONG) writer.writeCount(codeOfDifference(unit.differences[k]!))
    if (unit.verdicts[k] !== FAILED) return
    writeError(writer, errors, unit.errors[k]!)
    writer.writeCount(unit.failedStatements[k]! + 1)
  })
  for (const program of programs) packBatt(writer, errors, program)
  if (form !== NOTHING) for (const program of programs) packOutputs(writer, program)
  return compress(writer.finish())
}

const NOTHING = 0
const HASHES = 1
const VALUES = 2

/** Unpacks results: one unit with all samples. */
export function unpackResults(bytes: Uint8Array): Evaluations {
  const reader = new ByteReader(decompress(bytes))
  const programCount = reader.readCount()
  const sampleCount = reader.readCount()
  const form = reader.readCount()
  const count = programCount * sampleCount
  const low = reader.readBytes(Math.ceil(count / 8))
  const high = reader.readBytes(Math.ceil(count / 8))
  const verdicts = new Uint8Array(count)
  const differences = new Int32Array(count)
  const failed = { errors: new Int32Array(count), failedStatements: new Int32Array(count) }
  for (let k = 0; k < count; k++) verdicts[k] = bitOf(low, k) + 2 * bitOf(high, k)
  const errors: number[] = []
  for (let k = 0; k < count; k++) {
    if (verdicts[k] === WRONG) differences[k] = differenceOfCode(reader.readCount())
    if (verdicts[k] !== FAILED) continue
    failed.errors[k] = readError(reader, errors)
    failed.failedStatements[k] = reader.readCount() - 1
  }
  const defaults: (Int32Array | undefined)[] = []
  const candidates: (Int32Array | undefined)[] = []
  const cuts: (Int32Array | undefined)[] = []
  for (let p = 0; p < programCount; p++) {
    if (reader.readCount() === 0) continue
    defaults[p] = Int32Array.from({ length: reader.readCount() }, () => reader.readCount())
    const length = reader.readCount() * sampleCount
    candidates[p] = Int32Array.from({ length }, () => differenceOfCode(reader.readCount()))
    cuts[p] = unpackCuts(reader, errors, sampleCount)
  }
  const counts = { programCount, sampleCount, executed: 0 }
  const results: MutableEvaluations = { ...counts, verdicts, differences, ...failed, defaults, candidates, cuts }
  const ofEach = <Outputs>(read: (count: number) => Outputs) =>
    Array.from({ length: programCount }, () => read(reader.readCount() * sampleCount))
  if (form === HASHES) results.hashes = ofEach((length) => readWords(reader, 2 * length))
  if (form === VALUES) results.values = ofEach((length) => Array.from({ length }, () => readText(reader)))
  return results
}

/** The numbers of evaluations by verdict. */
export interface ResultCounts {
  readonly right: number
  readonly wrong: number
  readonly failed: number
  readonly unknown: number
}

/** Counts the evaluations of one program. */
export function countVerdicts({ verdicts, sampleCount }: Evaluations, program: number): ResultCounts {
  const counts = [0, 0, 0, 0]
  for (let k = program * sampleCount; k < (program + 1) * sampleCount; k++) counts[verdicts[k]!]!++
  return { right: counts[CORRECT]!, wrong: counts[WRONG]!, failed: counts[FAILED]!, unknown: counts[UNSCORED]! }
}

/** The samples on which a program is right, as a bit set: sample `k` is bit `k % 8` of byte `k / 8`. */
export function rightSamples({ verdicts, sampleCount }: Evaluations, program: number): Uint8Array {
  const own = verdicts.subarray(program * sampleCount, (program + 1) * sampleCount)
  return toBits(
    Uint8Array.from(own, (verdict) => Number(verdict === CORRECT)),
    1,
  )
}

/** Calls back for each evaluation with its number, its unit and its place there. */
function forEach(
  programs: readonly ProgramEvaluations[],
  call: (at: number, unit: Evaluations, k: number) => void,
): void {
  let at = 0
  for (const { units, index } of programs)
    for (const unit of units)
      for (let k = index * unit.sampleCount; k < (index + 1) * unit.sampleCount; k++) call(at++, unit, k)
}

/** A bit set of the numbers that have this bit. */
function toBits(numbers: Uint8Array, bit: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(numbers.length / 8))
  for (let k = 0; k < numbers.length; k++) if ((numbers[k]! & bit) !== 0) bytes[k >> 3]! |= 1 << (k & 7)
  return bytes
}

function bitOf(bytes: Uint8Array, k: number): number {
  return (bytes[k >> 3]! >> (k & 7)) & 1
}

/** The two numbers that are more than any difference come first: they are frequent, and small numbers are short. */
function codeOfDifference(difference: number): number {
  if (difference === OTHER_SIZE) return 0
  return difference === NO_GRID ? 1 : difference + 2
}

function differenceOfCode(code: number): number {
  if (code === 0) return OTHER_SIZE
  return code === 1 ? NO_GRID : code - 2
}

/** An error is written once, and by its number from then on. */
function writeError(writer: ByteWriter, known: Map<number, number>, error: number): void {
  const number = known.get(error) ?? known.size
  writer.writeCount(number)
  if (number < known.size) return
  known.set(error, number)
  writer.writeCount(error >>> 0)
}

function readError(reader: ByteReader, known: number[]): number {
  const number = reader.readCount()
  if (number === known.length) known.push(reader.readCount() | 0)
  return known[number]!
}

function packBatt(writer: ByteWriter, errors: Map<number, number>, program: ProgramEvaluations): void {
  const { units, index, guardedCount, candidateCount, outputCount } = program
  const isBatt = units.some(({ defaults }) => defaults[index] !== undefined)
  writer.writeCount(Number(isBatt))
  if (!isBatt) return
  writer.writeCount(guardedCount)
  for (let k = 0; k < guardedCount; k++)
    writer.writeCount(units.reduce((sum, { defaults }) => sum + defaults[index]![k]!, 0))
  writer.writeCount(candidateCount)
  for (let k = 0; k < candidateCount; k++)
    for (const { candidates, sampleCount } of units)
      for (let s = 0; s < sampleCount; s++)
        writer.writeCount(codeOfDifference(candidates[index]![k * sampleCount + s]!))
  const hasCuts = units.some(({ cuts }) => cuts[index] !== undefined)
  const cutCount = hasCuts ? outputCount : 0
  writer.writeCount(cutCount)
  for (let k = 0; k < cutCount; k++)
    for (const { cuts, sampleCount } of units)
      for (let s = 0; s < sampleCount; s++) {
        const at = 2 * (k * sampleCount + s)
        const statement = cuts[index]?.[at] ?? 0
        writer.writeCount(statement)
        if (statement > 0) writeError(writer, errors, cuts[index]![at + 1]!)
      }
}

function unpackCuts(reader: ByteReader, errors: number[], sampleCount: number): Int32Array | undefined {
  const outputCount = reader.readCount()
  if (outputCount === 0) return undefined
  const cuts = new Int32Array(2 * outputCount * sampleCount)
  for (let at = 0; at < cuts.length; at += 2) {
    cuts[at] = reader.readCount()
    if (cuts[at]! > 0) cuts[at + 1] = readError(reader, errors)
  }
  return cuts
}

/** Output by output, each with all samples. */
function packOutputs(writer: ByteWriter, { units, index, outputCount }: ProgramEvaluations): void {
  writer.writeCount(outputCount)
  for (let output = 0; output < outputCount; output++)
    for (const { hashes, values, sampleCount } of units)
      for (let at = output * sampleCount; at < (output + 1) * sampleCount; at++) {
        if (hashes === undefined) writeText(writer, values![index]![at])
        else for (let half = 0; half < 2; half++) writer.writeWord(hashes[index]![2 * at + half]!)
      }
}

function readWords(reader: ByteReader, count: number): Uint32Array {
  const words = new Uint32Array(count)
  for (let k = 0; k < count; k++) words[k] = reader.readWord()
  return words
}

/** A value as JSON; no text where there is none. */
function writeText(writer: ByteWriter, value: Notation | undefined): void {
  const bytes = value === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(value))
  writer.writeCount(bytes.length)
  writer.writeBytes(bytes)
}

function readText(reader: ByteReader): Notation | undefined {
  const length = reader.readCount()
  return length === 0 ? undefined : (JSON.parse(Buffer.from(reader.readBytes(length)).toString()) as Notation)
}
