// Reads the result file of an interrupted run: checks every line, and finds the end of the last complete job.

import { nameSample } from '../../data/task.ts'
import type { PairSummary } from '../../engine/run/pair-result.ts'
import type { OutputValue } from '../../engine/run/run-pass.ts'
import { UserError } from '../../language/errors.ts'
import { parseSummary } from './check-summary.ts'
import { type FileJob, type ResultLayout, countOutputs, pairNumber } from './file-layout.ts'
import { describeDifference, parseHeader } from './file-header.ts'
import {
  CHECKSUM_BYTES,
  type Header,
  PART_VERSION,
  VERSION,
  spellChecksum,
  spellHeader,
  spellJobHeader,
  spellValuePrefix,
} from './line-format.ts'
import type { PlainOutput } from './output-values.ts'
import { crc32 } from 'node:zlib'
import type { CheckedLine, LineReader } from './line-reader.ts'

/** Longer than any summary, of which the longest have millions of samples, and than any value. */
const MAX_LINE_BYTES = 1 << 28
/** Longer than any first line of which more than its beginning is of interest. */
const MAX_HEADER_BYTES = 1 << 16
/**
 * Damage that begins within this number of bytes from the end of a file counts as the trace of an interrupted write. A power cut may lose
 * a part of the last block that was written, and keep lines after it.
 */
export const MAX_TORN_BYTES = 1 << 16

/** Called for each value of the usable part of a file. */
export type ValueListener = (pair: number, output: number, value: PlainOutput) => void

/** The usable part of a file. */
export interface EarlierResults {
  readonly summaries: readonly PairSummary[]
  /** The file is complete up to here: the end of the header or of a job; 0 where the header is to be written. */
  readonly byteLength: number
}

/** The header line of a file, with its line end. */
export function headerLine(header: Header): string {
  const text = spellHeader(header)
  return `${text}${spellChecksum(crc32(text))}\n`
}

/** Reads a file of `size` bytes that is not empty; throws, with the line, where it is not of this run or is damaged. */
export function readResults(
  file: string,
  reader: LineReader,
  size: number,
  layout: ResultLayout,
  onValue?: ValueListener,
): EarlierResults {
  const first = reader.next(MAX_HEADER_BYTES)!
  if (!isHeader(file, first, size, layout.header)) return { summaries: [], byteLength: 0 }
  const summaries: PairSummary[] = []
  let byteLength = first.end
  for (const job of layout.jobs) {
    const found: PairSummary[] = []
    const values: Parameters<ValueListener>[] = []
    const keepValue = onValue && ((...value: Parameters<ValueListener>) => void values.push(value))
    for (const expected of listLines(job, layout, keepValue)) {
      const line = reader.next(expected.headBytes)
      if (line?.isIntact !== true) {
        if (line !== undefined) checkTorn(file, line, reader, size)
        return { summaries, byteLength }
      }
      const summary = expected.check(line.head, file, line.number)
      if (summary !== undefined) found.push(summary)
    }
    for (const summary of found) summaries.push(summary)
    for (const value of values) onValue!(...value)
    byteLength = reader.position
  }
  const surplus = reader.next(0)
  if (surplus?.isIntact === true) throw foreignLine(file, surplus.number, 'The file has more lines than the run')
  if (surplus !== undefined) checkTorn(file, surplus, reader, size)
  return { summaries, byteLength }
}

/**
 * True for the header of this run; false for the remains of an interrupted write of it: its beginning after a kill, zeros
 * after a power cut. Throws for anything else.
 */
function isHeader(file: string, { head, isIntact }: CheckedLine, size: number, header: Header): boolean {
  const own = headerLine(header)
  const text = head.toString('utf8')
  if (isIntact && `${text}\n` === own) return true
  const isTorn = own.startsWith(text) || head.every((byte) => byte === 0)
  if (isTorn && head.length === size && size <= own.length) return false
  const found = parseHeader(text)
  const place = { file, line: 1 }
  if (found === undefined) {
    const advice = 'Nothing was changed. Choose another file.'
    throw new UserError('out-foreign', `${file} is not a result file`, { place, advice })
  }
  const version = header.part === undefined ? VERSION : PART_VERSION
  if (found.isPart !== (header.part !== undefined)) {
    const message = found.isPart
      ? `${file} is the file of a shard, not of the whole run`
      : `${file} is the file of a whole run, not of a shard`
    throw new UserError('resume-mismatch', message, { place, advice: 'Choose another file.' })
  }
  if (found.version !== version) {
    const message = `${file} has version ${JSON.stringify(found.version)} of the format; this program writes version ${version}`
    throw new UserError('resume-mismatch', message, { place, advice: 'Choose another file.' })
  }
  if (!isIntact) throw damagedLine(file, 1)
  const advice =
    'Choose another file, or repeat the run that it is of. A change of line numbers in a program file counts.'
  const difference = describeDifference(found, header)
  throw new UserError('resume-mismatch', `${file} is of a run with ${difference}`, { place, advice })
}

/** A line that is to come next. */
interface ExpectedLine {
  readonly headBytes: number
  readonly check: (head: Buffer, file: string, line: number) => PairSummary | undefined
}

/** The lines of a job: its values sample by sample, then its pairs. */
function* listLines(
  job: FileJob,
  { header, programs }: ResultLayout,
  onValue: ValueListener | undefined,
): Generator<ExpectedLine> {
  const { sampleCount, task } = job
  if (job.header !== undefined) yield expectText(spellJobHeader(job.header))
  const members = job.programs.map((p) => programs[p]!)
  if (header.outputs === 'value' || header.outputs === 'grid') {
    const outputCounts = members.map(countOutputs)
    for (let sample = 0; sample < sampleCount; sample++) {
      const name = nameSample(task, sample)
      for (const [p, outputCount] of outputCounts.entries()) {
        for (let output = 0; output < outputCount; output++)
          yield expectValue({ pair: pairNumber(job, p), ...name, output }, onValue)
      }
    }
  }
  for (const [p, program] of members.entries()) {
    const expected = { pair: pairNumber(job, p), program, task, sampleCount }
    yield {
      headBytes: MAX_LINE_BYTES,
      check(head, file, line) {
        const summary = parseSummary(head, expected)
        if (typeof summary === 'string') throw foreignLine(file, line, summary)
        return summary
      },
    }
  }
}

/** A line that the run determines. */
function expectText(text: string): ExpectedLine {
  return {
    headBytes: text.length,
    check(head, file, line) {
      if (head.toString('latin1') !== text) throw foreignLine(file, line, `The line does not begin with ${text}`)
      return undefined
    },
  }
}

/** A value line, of which more than the beginning is read only if the value is wanted. */
function expectValue(place: Omit<OutputValue, 'value'>, onValue: ValueListener | undefined): ExpectedLine {
  const prefix = spellValuePrefix(place)
  return {
    headBytes: onValue === undefined ? prefix.length : MAX_LINE_BYTES,
    check(head, file, line) {
      if (head.toString('latin1', 0, prefix.length) !== prefix)
        throw foreignLine(file, line, `The line does not begin with ${prefix}`)
      if (onValue === undefined) return undefined
      const text = head.toString('utf8', prefix.length, head.length - CHECKSUM_BYTES)
      onValue(place.pair, place.output, parseValue(text, file, line))
      return undefined
    },
  }
}

function parseValue(text: string, file: string, line: number): PlainOutput {
  try {
    return JSON.parse(text) as PlainOutput
  } catch {
    throw foreignLine(file, line, 'The value is not JSON')
  }
}

/** Throws where a damaged line is not at the end of the file: results that follow it would be lost. */
function checkTorn(file: string, { start, number }: CheckedLine, reader: LineReader, size: number): void {
  if (size - start <= MAX_TORN_BYTES) return
  for (let line = reader.next(0); line !== undefined; line = reader.next(0)) {
    if (line.isIntact) throw damagedLine(file, number)
  }
}

function damagedLine(file: string, line: number): UserError {
  const advice =
    line === 1
      ? 'Nothing was changed. Restore the file from a copy, or choose another file.'
      : `Nothing was changed. Restore the file from a copy, or keep the results before the damage (head -n ${line - 1}) and resume from there.`
  const message = 'The checksum of the line is wrong, and there are results after it'
  return new UserError('out-damaged', message, { place: { file, line }, advice })
}

function foreignLine(file: string, line: number, reason: string): UserError {
  const advice = 'Nothing was changed. Choose another file, or restore this one from a copy.'
  return new UserError('resume-mismatch', reason, { place: { file, line }, advice })
}
