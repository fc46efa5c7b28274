// Reads a result file of any size as a stream into columns. Damaged lines are counted and left out.

import { CHECKSUM_BYTES, FORMAT, VERSION, spellChecksum } from '../../src/cli/results/line-format.ts'
import { type PairVerdict, pairVerdicts } from '../../src/engine/run/pair-verdict.ts'
import type { PairSummary } from '../../src/engine/run/pair-result.ts'
import { crc32 } from './crc32.ts'
import { type StreamLine, readLines } from './read-lines.ts'
import { MAX_PAIRS, ResultColumns } from './result-columns.ts'

/** The state of a file that is being read, or has been. */
export interface ReadState {
  /** The key of the run and the number of pairs of the whole run, from the header. */
  run: string
  expectedPairs: number
  lines: number
  /** The numbers of the first damaged lines, and how many there are. */
  readonly damagedLines: number[]
  damaged: number
}

const MAX_LISTED = 5
const VALUE_LINE = /^\{"pair":\d+,"set":/

/** Reads a file; throws an Error with the remedy for one that is no result file. `onProgress` gets the bytes that were read. */
export async function readResults(
  file: Blob,
  onProgress: (byteCount: number, columns: ResultColumns) => void = () => undefined,
): Promise<{ readonly columns: ResultColumns; readonly state: ReadState }> {
  const columns = new ResultColumns()
  const state: ReadState = { run: '', expectedPairs: 0, lines: 0, damagedLines: [], damaged: 0 }
  const decoder = new TextDecoder()
  await readLines(
    file.stream(),
    (line) => {
      state.lines++
      const text = decoder.decode(line.bytes.subarray(line.start, line.end))
      if (state.lines === 1) readHeader(text, state)
      else if (!isIntact(line) || !addLine(text, line, columns)) {
        state.damaged++
        if (state.damagedLines.length < MAX_LISTED) state.damagedLines.push(state.lines)
      }
    },
    (byteCount) => onProgress(byteCount, columns),
  )
  if (state.lines === 0) throw new Error('The file is empty. Result files are written by megabatt run --out.')
  return { columns, state }
}

function readHeader(text: string, state: ReadState): void {
  const { format, version, run, pairs } = parse(text) as Record<string, unknown>
  if (format !== FORMAT)
    throw new Error(
      'The first line is not the header of a result file. Result files are written by megabatt run --out.',
    )
  if (version !== VERSION)
    throw new Error(`The file has version ${String(version)} of the format; this page reads version ${VERSION}.`)
  state.run = String(run)
  state.expectedPairs = Number(pairs)
}

/** Whether a line has its end and its checksum. */
function isIntact({ bytes, start, end, isEnded }: StreamLine): boolean {
  const covered = end - CHECKSUM_BYTES
  if (!isEnded || covered < start) return false
  const expected = spellChecksum(crc32(bytes, start, covered))
  for (let k = 0; k < CHECKSUM_BYTES; k++) if (bytes[covered + k] !== expected.charCodeAt(k)) return false
  return true
}

/** Adds the pair of a line; lines of values are passed over. False for a line that is neither. */
function addLine(text: string, { start, end, offset }: StreamLine, columns: ResultColumns): boolean {
  if (VALUE_LINE.test(text)) return true
  const value = parse(text)
  if (!isPair(value)) return false
  if (columns.count >= MAX_PAIRS) throw new Error(`The file has more than ${MAX_PAIRS} pairs: split the run.`)
  columns.add(value.pair, value, offset, end - start)
  return true
}

/** The content of a line; an empty object if it is not JSON. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Whether a value has the fields of a pair that columns are made of. */
export function isPair(value: unknown): value is PairSummary & { readonly pair: number } {
  const { pair, program, file, task, verdict, demos, tests, samples } = value as Record<string, unknown>
  return (
    typeof pair === 'number' &&
    typeof program === 'string' &&
    typeof file === 'string' &&
    typeof task === 'string' &&
    pairVerdicts.includes(verdict as PairVerdict) &&
    isCounts(demos) &&
    isCounts(tests) &&
    Array.isArray(samples) &&
    samples.every(isSample)
  )
}

const SAMPLE_VERDICTS = new Set<unknown>(['right', 'wrong', 'error', 'limit', 'unknown'])

function isSample(value: unknown): boolean {
  return typeof value === 'object' && value !== null && SAMPLE_VERDICTS.has((value as { verdict?: unknown }).verdict)
}

function isCounts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { total, right } = value as Record<string, unknown>
  return typeof total === 'number' && typeof right === 'number'
}
