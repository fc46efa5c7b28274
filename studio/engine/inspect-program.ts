// Reads, checks, runs and traces a program: everything that its page shows after an edit.

import { sampleOf } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { traceProgram } from '../../src/engine/trace/trace-program.ts'
import { checkPrograms } from '../../src/language/check/check-program.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import type { InspectParams, Inspection, RunParams } from './messages.ts'

/** Inspects a program of a text. `run` runs programs on tasks. */
export async function inspectProgram(
  { file, program: name, task, sample, measure = false }: InspectParams,
  run: (params: RunParams) => Promise<readonly PairResult[]>,
): Promise<Inspection> {
  const started = performance.now()
  const { programs, diagnostics: errors } = readProgramFile(file.text, file.name)
  const warnings = checkPrograms(programs, [{ file: file.name, content: file.text }])
  const read = { programs, diagnostics: [...errors, ...warnings] }
  // An edit may rename the function.
  const program = programs.find((one) => one.name === name) ?? programs[0]
  const elapsed = () => performance.now() - started
  if (program === undefined) return { ...read, elapsedMs: elapsed() }
  if (task === undefined) return { ...read, program, elapsedMs: elapsed() }
  const shown = Math.min(sample, task.train.length + task.test.length - 1)
  const [result] = await run({ programs: [program], tasks: [task], pairing: 'all', measure, outputs: 'value' })
  const { input, output } = sampleOf(task, shown)
  const candidate = measure ? output : undefined
  const trace = traceProgram(program, { demos: task.train, input, candidate })
  const value = program.mode === 'strict' ? (result!.outputs?.[0]?.[shown] as Notation | undefined) : undefined
  const kept = value === undefined || value === null ? {} : { output: value }
  return { ...read, program, samples: result!.samples, trace, ...kept, elapsedMs: elapsed() }
}
