// The report of a run as JSON, in pieces: with many pairs it is longer than a string may be.

import type { RunReport } from '../../engine/run/run-report.ts'
import type { OutputValues } from './output-values.ts'

/** The format of the report, as docs/schema has it; the version changes with the meaning of any field. */
const FORMAT = 'megabatt report'
const VERSION = 1
/** Pieces have at least this many characters, but for the last. */
const PIECE_LENGTH = 1 << 16

/** The report, with the values of its pairs if they are given. */
export function* spellReport({ results, ...report }: RunReport, values?: OutputValues): Generator<string> {
  let text = `${JSON.stringify({ format: FORMAT, version: VERSION, ...report }).slice(0, -1)},"results":[`
  for (const [pair, result] of results.entries()) {
    const whole = values === undefined ? result : { ...result, outputs: values.of(pair) }
    text += (pair === 0 ? '' : ',') + JSON.stringify(whole)
    if (text.length < PIECE_LENGTH) continue
    yield text
    text = ''
  }
  yield `${text}]}\n`
}
