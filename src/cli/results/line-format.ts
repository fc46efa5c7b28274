// The lines of a result file, as docs/run.md describes them. Each is a JSON object; its last field is a checksum.

import type { RunSettings } from '../../backends/backend.ts'
import type { BattOutput, PairResult } from '../../engine/run/pair-result.ts'
import type { OutputValue } from '../../engine/run/run-pass.ts'
import { summarizePair } from '../../engine/run/run-report.ts'

/** The format of the header line; the version changes with the meaning of any line. */
export const FORMAT = 'megabatt results'
export const VERSION = 1

/** The fields of the header besides format and version. */
export interface Header {
  /** The key of the run. */
  readonly run: string
  readonly outputs: RunSettings['outputs']
  /** The number of pairs of the whole run. */
  readonly pairs: number
}

/** The field at which the summary of a pair line ends; no field before it has a name or a value that contains it. */
export const END_OF_SUMMARY = ',"failures":['

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
export function spellValuePrefix({ pair, sample, output }: Omit<OutputValue, 'value'>): string {
  return `${openEnd({ pair, sample, output })},"value":`
}

/** A pair line without its checksum, in pieces: it grows with the number of samples and may be longer than a string. */
export function* spellPair(pair: number, result: PairResult): Generator<string> {
  const { failures, defaults, outputs, battOutputs } = result
  yield openEnd({ pair, ...summarizePair(result) })
  yield END_OF_SUMMARY
  yield* spellItems(failures)
  yield ']'
  if (battOutputs === undefined) {
    if (outputs !== undefined) yield* spellList('outputs', outputs)
    return
  }
  yield* spellList('defaultsByStatement', defaults)
  yield ',"battOutputs":['
  for (const [k, output] of battOutputs.entries()) yield* spellBattOutput(output, k === 0 ? '' : ',')
  yield ']'
}

function* spellBattOutput({ outputs, ...others }: BattOutput, separator: string): Generator<string> {
  yield separator + openEnd(others)
  if (outputs !== undefined) yield* spellList('outputs', outputs)
  yield '}'
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
