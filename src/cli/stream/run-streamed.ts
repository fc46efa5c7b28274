// `megabatt run` on task files that are streamed.

import { availableParallelism } from 'node:os'
import type { ListedFile } from '../../data/list-task-files.node.ts'
import { idOfFile } from '../../data/read-task-file.ts'
import { spellSample } from '../../data/task.ts'
import { streamTasks } from '../../data/stream/task-windows.node.ts'
import { runStream } from '../../engine/stream/run-stream.ts'
import type { Shard } from '../../engine/run/shard.ts'
import type { StreamReport } from '../../engine/stream/stream-report.ts'
import type { UserError } from '../../language/errors.ts'
import { type BackendOptions, openBackend } from '../backend-options.ts'
import { type InputOptions, nothingPaired, readSettings } from '../inputs.ts'
import { Interrupt } from '../interrupt.ts'
import { readProgramFiles } from '../read-program-files.ts'
import { selectIds } from '../select-ids.ts'
import { ProgressLine, printNotice } from '../show/progress.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { MAX_BYTES_IN_MEMORY, countBytes } from './choose-stream.ts'
import { FailuresFile } from './failures-file.ts'
import { InvalidExamples } from './invalid-examples.ts'
import { shardFiles } from './shard-files.ts'
import { formatStream } from './stream-table.ts'

/** The format of the report as JSON; the version changes with the meaning of any field. */
const FORMAT = 'megabatt stream report'
const VERSION = 1

/** The options of a streamed run. */
export interface StreamedOptions extends InputOptions, BackendOptions {
  readonly failures?: string
  readonly shard?: Shard
  readonly force?: true
  readonly all?: true
  readonly json?: true
}

/** Runs, prints the report, and returns it with whether it was interrupted. */
export async function runStreamed(
  files: readonly ListedFile[],
  options: StreamedOptions,
): Promise<{ readonly report: StreamReport; readonly isInterrupted: boolean }> {
  const started = performance.now()
  const { programs, tasks } = await selectInputs(files, options)
  const selected = new Set(tasks)
  const chosen = files.filter(({ path }) => selected.has(idOfFile(path)))
  const { shard } = options
  const wanted = shard === undefined ? chosen : shardFiles(chosen, shard)
  const failures =
    options.failures === undefined ? undefined : new FailuresFile(options.failures, options.force === true)
  const invalid = new InvalidExamples(options.strict === true)
  const interrupt = new Interrupt()
  const progress = new ProgressLine('MB')
  const total = countBytes(wanted)
  const backend = await openBackend(withAllCores(options, total))
  let bytes = 0
  let unreadable = 0
  const onUnreadable = (problem: UserError) => {
    if (options.strict === true) throw problem
    unreadable++
    process.exitCode = 2
    printNotice(
      `${problem.message} [${problem.code}]${problem.place?.file === undefined ? '' : `\n  at ${problem.place.file}`}`,
    )
  }
  const listeners = { onInvalid: invalid.add, onUnreadable, onBytes: (count: number) => (bytes += count) }
  const windows = streamTasks(wanted, listeners, { listsOnly: shard !== undefined })
  try {
    const report = await runStream({
      programs,
      windows,
      ids: tasks,
      pairing: options.pair,
      backend,
      settings: readSettings(options),
      keepUnused: options.keepUnused === true,
      ...(failures === undefined ? {} : { onFailure: failures.add }),
      onProgress() {
        failures?.flushOld()
        progress.show({ done: Math.min(bytes, total) / 1e6, total: total / 1e6 })
      },
      signal: interrupt.signal,
    })
    progress.clear()
    Object.assign(report, { invalid: invalid.count, unreadable, bytes })
    report.time.totalMs = performance.now() - started
    invalid.summarize()
    if (report.evaluations === 0 && !interrupt.isInterrupted && unreadable === 0 && shard === undefined)
      throw nothingPaired(programs, { tasks }, options)
    for (const { programs: names, task, reason, ...sample } of report.crashes)
      printNotice(`${names.join(', ')} crashed on ${task}, ${spellSample(sample)}: ${reason}`)
    if (options.json === true)
      process.stdout.write(`${JSON.stringify({ format: FORMAT, version: VERSION, ...report })}\n`)
    else process.stdout.write(formatStream(report, { all: options.all === true, width: terminalWidth() }))
    return { report, isInterrupted: interrupt.isInterrupted }
  } finally {
    progress.clear()
    interrupt.close()
    failures?.close()
    await windows.return(undefined)
    await backend.close()
  }
}

/** Large data on all cores from the beginning: the rest cannot be estimated from the units of a window. */
function withAllCores(options: StreamedOptions, byteCount: number): StreamedOptions {
  const isChosen = options.backend !== undefined || options.workers !== undefined
  if (isChosen || availableParallelism() === 1 || byteCount <= MAX_BYTES_IN_MEMORY) return options
  return { ...options, backend: 'workers' }
}

/** The selected programs, and the ids of the selected tasks, by the names of their files. */
async function selectInputs(files: readonly ListedFile[], options: StreamedOptions) {
  const given =
    options.programs === undefined
      ? (await import('../../data/gallery.ts')).galleryPrograms()
      : await readProgramFiles(options.programs, options)
  const named = files.map(({ path }) => ({ id: idOfFile(path), train: [], test: [] }))
  const { programs, tasks } = selectIds(given, named, options)
  return { programs, tasks: tasks.map(({ id }) => id) }
}
