// Reads the result file of a shard: its header, then whether it is complete and undamaged.

import { closeSync, fstatSync, openSync } from 'node:fs'
import { type FoundHeader, parseHeader } from '../results/file-header.ts'
import { nodeFiles } from '../results/file-calls.ts'
import { type Header, type JobHeader, PART_VERSION, type PartHeader, spellJobHeader } from '../results/line-format.ts'
import { type CheckedLine, LineReader } from '../results/line-reader.ts'

const MAX_HEADER_BYTES = 1 << 16
/** Longer than the line before a job. */
const MAX_JOB_BYTES = 256

/** A readable part, and what a merge needs to know of it. */
export interface Part {
  readonly path: string
  readonly header: Header & { readonly part: PartHeader }
}

/** Why a file cannot be merged, as a sentence that follows its name. */
export interface PartProblem {
  readonly path: string
  readonly problem: string
  /** The number of its shard, if that can be read. */
  readonly index?: number
}

/** Reads a whole file; its lines are checked, not kept. */
export function readPart(path: string): Part | PartProblem {
  let opened: OpenPart | undefined
  try {
    opened = openPart(path)
    const { reader, header } = opened
    if (header === undefined) return { path, problem: 'is not the file of a shard' }
    if (header.version !== PART_VERSION)
      return { path, problem: `has version ${String(header.version)} of the format, not ${PART_VERSION}` }
    if (!opened.isIntact || !isWhole(header)) return { path, problem: 'is damaged in line 1' }
    const problem = checkLines(reader, header.part)
    return problem === undefined ? { path, header } : { path, problem, index: header.part.index }
  } catch (error) {
    return { path, problem: `cannot be read: ${(error as Error).message}` }
  } finally {
    opened?.close()
  }
}

/** A part that is open, behind its header. */
export interface OpenPart {
  readonly reader: LineReader
  readonly header: FoundHeader | undefined
  readonly isIntact: boolean
  close(): void
}

/** Opens a part; the header is undefined where the file is none. */
export function openPart(path: string): OpenPart {
  const descriptor = openSync(path, 'r')
  const close = () => closeSync(descriptor)
  if (!fstatSync(descriptor).isFile()) {
    close()
    throw new Error('it is not a file')
  }
  const reader = new LineReader(nodeFiles, descriptor)
  const line = reader.next(MAX_HEADER_BYTES)
  const found = line === undefined ? undefined : parseHeader(line.head.toString('utf8'))
  return { reader, header: found?.isPart === true ? found : undefined, isIntact: line?.isIntact === true, close }
}

/** The next job of a part; undefined at its end, and where the line is none. */
export function nextJob(reader: LineReader): JobHeader | undefined {
  const line = reader.next(MAX_JOB_BYTES)
  return line?.isIntact === true ? parseJob(line) : undefined
}

function checkLines(reader: LineReader, { jobs, ownPairs: pairs }: PartHeader): string | undefined {
  let done = 0
  for (let k = 0; k < jobs; k++) {
    const line = reader.next(MAX_JOB_BYTES)
    const job = line?.isIntact === true ? parseJob(line) : undefined
    if (job === undefined) return describeEnd(reader, line, done, pairs)
    for (let n = 0; n < job.lines; n++) {
      const own = reader.next(0)
      if (own?.isIntact !== true) return describeEnd(reader, own, done, pairs)
    }
    done += job.ownPairs
  }
  const surplus = reader.next(0)
  if (surplus !== undefined) return `is damaged in line ${surplus.number}: it has more lines than its shard`
  return done === pairs ? undefined : `is damaged: it has ${done} of ${pairs} pairs`
}

/** A line that is missing or not intact is the end of an interrupted run, or damage if lines follow it. */
function describeEnd(reader: LineReader, line: CheckedLine | undefined, done: number, pairs: number): string {
  const isLast = line === undefined || (!line.isIntact && reader.next(0) === undefined)
  return isLast
    ? `is unfinished: ${done} of ${pairs} pairs; complete it with the same command and --resume`
    : `is damaged in line ${line.number}`
}

function parseJob({ head }: CheckedLine): JobHeader | undefined {
  const text = head.toString('latin1')
  const numbers = /^\{"job":(\d+),"pairs":(\d+),"ownPairs":(\d+),"lines":(\d+),/.exec(text)
  if (numbers === null) return undefined
  const [, job, pairs, ownPairs, lines] = numbers.map(Number)
  const header = { job: job!, pairs: pairs!, ownPairs: ownPairs!, lines: lines! }
  return text.startsWith(spellJobHeader(header)) ? header : undefined
}

function isWhole(header: FoundHeader): header is FoundHeader & Part['header'] {
  const { run, outputs, pairs, part } = header
  const { index, count, jobs, ownPairs } = part ?? {}
  const isText = typeof run === 'string' && typeof outputs === 'string'
  return isText && [pairs, index, count, jobs, ownPairs].every((number) => Number.isSafeInteger(number))
}
