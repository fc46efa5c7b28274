// `megabatt profile`: where the time of a run goes, by primitive, by program and by statement.

import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { profilePrograms } from '../../engine/profile/profile-programs.ts'
import type { Profile } from '../../engine/profile/profile-report.ts'
import type { TraceFile } from '../../engine/profile/profile-events.ts'
import { type InputOptions, addInputOptions, nothingPaired, readInputs, readSettings } from '../inputs.ts'
import { addEngineOption, chooseKernelEngine } from '../engine-option.ts'
import { countFromOne } from '../option-values.ts'
import { formatProfile } from '../show/profile-table.ts'
import { formatCount } from '../../language/format-count.ts'
import { INTERRUPTED, Interrupt } from '../interrupt.ts'
import { ProgressLine } from '../show/progress.ts'
import { unwritable } from '../unwritable.ts'

interface Options extends InputOptions {
  readonly engine?: 'native' | 'wasm'
  readonly top?: number
  readonly trace?: string
  readonly json?: true
}

const DEFAULT_ROWS = 15
/** The number of events of one write. */
const EVENTS_A_WRITE = 1000

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Example:\n  megabatt profile --samples 100\n  megabatt profile --programs population/ --tasks training/ --pair all --trace run.json\n',
  )
  addEngineOption(addInputOptions(command), ['native', 'wasm'])
    .option('--top <n>', `rows of each table; ${DEFAULT_ROWS}, and with --json all, if not given`, countFromOne)
    .option('--trace <file>', 'write the first steps as a trace, for Perfetto or chrome://tracing')
    .option('--json', 'print the profile as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 completed, 2 wrong use, or a program or task cannot be read, 3 the trace cannot be written, 130 interrupted.',
    )
    .action(profile)
}

async function profile(options: Options): Promise<void> {
  const { programs, dataset } = await readInputs(options)
  // Opened first, so that a file that cannot be written is reported before the work.
  const file = options.trace === undefined ? undefined : openTrace(options.trace)
  const progress = new ProgressLine('evaluations')
  const interrupt = new Interrupt()
  try {
    const result = await profilePrograms({
      programs,
      dataset,
      pairing: options.pair,
      settings: readSettings(options),
      keepUnused: options.keepUnused === true,
      onProgress: progress.show,
      signal: interrupt.signal,
      engine: chooseKernelEngine(options),
      trace: file !== undefined,
    })
    progress.clear()
    if (result.profile.evaluations === 0) throw nothingPaired(programs, dataset, options)
    if (file !== undefined) writeTrace(options.trace!, file, result.trace!)
    process.stdout.write(
      options.json
        ? `${JSON.stringify(cutRows(result.profile, options.top ?? Infinity))}\n`
        : formatProfile(result.profile, options.top ?? DEFAULT_ROWS),
    )
  } catch (error) {
    if (!interrupt.isInterrupted) throw error
    process.stderr.write('megabatt: interrupted; passes that are not complete have no profile\n')
    process.exitCode = INTERRUPTED
  } finally {
    interrupt.close()
    progress.clear()
    if (file !== undefined) closeSync(file)
  }
}

function cutRows(whole: Profile, top: number): Profile {
  return {
    ...whole,
    byPrimitive: whole.byPrimitive.slice(0, top),
    byProgram: whole.byProgram.slice(0, top),
    byStatement: whole.byStatement.slice(0, top),
  }
}

function openTrace(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

function writeTrace(path: string, file: number, { traceEvents, ...head }: TraceFile): void {
  try {
    writeFileSync(file, `${JSON.stringify(head).slice(0, -1)},"traceEvents":[\n`)
    for (let from = 0; from < traceEvents.length; from += EVENTS_A_WRITE) {
      const lines = traceEvents.slice(from, from + EVENTS_A_WRITE).map((event) => JSON.stringify(event))
      writeFileSync(file, `${from === 0 ? '' : ',\n'}${lines.join(',\n')}`)
    }
    writeFileSync(file, '\n]}\n')
  } catch (cause) {
    throw unwritable(path, cause)
  }
  const { steps, stepsLeftOut } = head.otherData
  const left = stepsLeftOut === 0 ? '' : `; ${formatCount(stepsLeftOut)} more are left out`
  process.stderr.write(`megabatt: ${path} has ${formatCount(steps)} steps${left}\n`)
}
