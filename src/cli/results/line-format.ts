// The lines of a result file, as docs/run.md describes them. Each is a JSON object; its last field is a checksum.

import type { RunSettings } from '../../backends/backend.ts'
import type { PairResult } from '../../engine/run/pair-result.ts'
import type { RunDescription } from '../../engine/run/run-key.ts'
import type { OutputValue } from '../../engine/run/run-pass.ts'
import type { Shard } from '../../engine/run/shard.ts'

/** The format of the header line; the version changes with the meaning of any line. */
export const FORMAT = 'megabatt results'
export const VERSION = 2
/** The same of the file of a shard. */
export const PART_FORMAT = 'megabatt part'
export const PART_VERSION = 1

/** The form of outputs in the file: `grid` is `value` with grids as plain JSON. */
export type OutputForm = RunSettings['outputs'] | 'grid'

/** The fields of the header besides format and version. */
export interface Header {
  /** The key of the run. */
  readonly run: string
  readonly outputs: OutputForm
  /** The number of pairs of the whole run. */
  readonly pairs: number
  /** In the file of a shard. */
  readonly part?: PartHeader
}

/** What the file of a shard has in its header, besides the fields that the file of the whole run has. */
export interface PartHeader extends Shard, RunDescription {
  /** The version of Megabatt that wrote the file. */
  readonly version: string
  /** The number of jobs and of pairs in the file. */
  readonly jobs: number
  readonly ownPairs: number
}

/** The line before the lines of a job, in the file of a shard. */
export interface JobHeader {
  /** The number of the first pair of the job in the whole run, and how many pairs the job has there. */
  readonly job: number
  readonly pairs: number
  /** How many of them are in this file, and the number of lines that follow for them. */
  readonly ownPairs: number
  readonly lines: number
}

/** The field at which the summary of a pair line ends, if it has it; in a text, its quotation marks would be escaped. */
export const END_OF_SUMMARY = ',"outputs":['

/** The number of bytes after the part of a line that the checksum covers; the line end is not included. */
export const CHECKSUM_BYTES = spellChecksum(0).length

/** The end of a line whose bytes so far have this CRC-32. */
export function spellChecksum(crc: number): string {
  return `,"crc":"${crc.toString(16).padStart(8, '0')}"}`
}

/** The header line without its checksum. */
export function spellHeader({ run, outputs, pairs, part }: Header): string {
  if (part === undefined) return openEnd({ format: FORMAT, version: VERSION, run, outputs, pairs })
  const { version, index, count, jobs, ownPairs, programs, tasks, options } = part
  const own = { shard: { index, count, jobs, pairs: ownPairs }, megabatt: version, programs, tasks, options }
  return openEnd({ format: PART_FORMAT, version: PART_VERSION, run, outputs, pairs, ...own })
}

/** The line before a job, without its checksum. */
export function spellJobHeader({ job, pairs, ownPairs, lines }: JobHeader): string {
  return openEnd({ job, pairs, ownPairs, lines })
}

/** The beginning of a value line, up to the value. */
export function spellValuePrefix({ pair, set, number, output }: Omit<OutputValue, 'value'>): string {
  return `${openEnd({ pair, set, number, output })},"value":`
}

/** A pair line without its checksum, in pieces: it grows with the number of samples and may be longer than a string. */
export function* spellPair(pair: number, result: PairResult): Generator<string> {
  const { samples, defaults, battOutputs, outputs, ...others } = result
  yield openEnd({ pair, ...others })
  yield* spellList('samples', samples)
  yield* spellList('defaults', defaults)
  if (battOutputs !== undefined) yield* spellList('battOutputs', battOutputs)
  if (outputs === undefined) return
  yield END_OF_SUMMARY
  for (const [k, values] of outputs.entries()) {
    yield k === 0 ? '[' : ',['
    yield* spellItems(values)
    yield ']'
  }
  yield ']'
}

function* spellList(name: string, items: readonly unknown[]): Generator<string> {
  yield `,"${name}":[`
  yield* spellItems(items)
  yield ']'
}

function* spellItems(items: readonly unknown[]): Generator<string> {
  for (const [k, item] of items.entries()) yield (k === 0 ? '' : ',') + JSON.stringify(item)
}

/** An object without its closing brace. */
function openEnd(object: object): string {
  return JSON.stringify(object).slice(0, -1)
}
