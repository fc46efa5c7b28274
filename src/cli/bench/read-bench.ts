// Reads the report of a benchmark from a file, and checks the parts that a comparison uses.

import { readFileSync, statSync } from 'node:fs'
import type { BenchReport } from '../../engine/bench/bench-report.ts'
import { findBenchProblem } from '../../engine/bench/find-bench-problem.ts'
import { UserError } from '../../language/errors.ts'
import { MAX_FILE_BYTES } from '../../language/source-text.ts'

/** Reads a report; a UserError if the file is none. */
export function readBench(file: string): BenchReport {
  const value = parse(file, readText(file))
  const problem = findBenchProblem(value)
  if (problem !== undefined)
    throw new UserError('bench-file', `The file is not a report of \`megabatt bench\`: ${problem}`, {
      place: { file },
      advice: 'Make one with `megabatt bench --out FILE.json`.',
    })
  return value as BenchReport
}

function readText(file: string): string {
  try {
    const { size } = statSync(file)
    if (size > MAX_FILE_BYTES)
      throw new UserError('bench-file', `The file has ${size} bytes; the maximum is ${MAX_FILE_BYTES}`, {
        place: { file },
      })
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof UserError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UserError('file-unreadable', `The file cannot be read: ${reason}`, {
      place: { file },
      advice: 'Check its name and permissions.',
      cause,
    })
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const advice = 'Make a report with `megabatt bench --out FILE.json`.'
    throw new UserError('bench-file', `The file is not JSON: ${reason}`, { place: { file }, advice, cause })
  }
}
