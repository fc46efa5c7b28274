// The lines of a result file, as docs/run.md describes them. Each is a JSON object; its last field is a checksum.

import type { RunSettings } from '../../backends/backend.ts'
import type { PairResult } from '../../engine/run/pair-result.ts'
import type { OutputValue } from '../../engine/run/run-pass.ts'

/** The format of the header line; the version changes with the meaning of any line. */
export const FORMAT = 'megabatt results'
export const VERSION = 2

/** The form of outputs in the file: `grid` is `value` with grids as plain JSON. */
export type OutputForm = RunSettings['outputs'] | 'grid'

/** The fields of the header besides format and version. */
export interface Header {
  /** The key of the run. */
  readonly run: string
  readonly outputs: OutputForm
  /** The number of pairs of the whole run. */
  readonly pairs: number
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
export function spellHeader({ run, outputs, pairs }: Header): string {
  return openEnd({ format: FORMAT, version: VERSION, run, outputs, pairs })
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
