// `megabatt run`: runs programs on tasks, scores them, and says what came out.

import { type Command, Option } from 'commander'
import { appendFile } from 'node:fs/promises'
import type { RunSettings } from '../../backends/backend.ts'
import { restartWithDevice } from '../../backends/gpu/software/restart.node.ts'
import { NamedMismatchError } from '../../engine/run/name-mismatch.ts'
import { runKey } from '../../engine/run/run-key.ts'
import { type RunRequest, runPrograms } from '../../engine/run/run-programs.ts'
import { UserError } from '../../language/errors.ts'
import { type BackendOptions, addBackendOptions, openBackend } from '../backend-options.ts'
import { BackendProgress } from '../show/backend-progress.ts'
import { formatGpuLine } from '../show/gpu-line.ts'
import { type InputOptions, addInputOptions, nothingPaired, readInputs, readSettings } from '../inputs.ts'
import { countFromOne } from '../option-values.ts'
import { ProgressLine } from '../show/progress.ts'
import { ResultFile } from '../result-file.ts'
import { formatRun } from '../show/run-table.ts'

interface Options extends InputOptions, BackendOptions {
  readonly repeat: number
  readonly out?: string
  readonly outputs: RunSettings['outputs']
  readonly resume?: true
  readonly explain?: true
  readonly json?: true
}

const INTERRUPTED = 130
const MISMATCH_FILE = 'megabatt-mismatches.jsonl'

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt run\n  megabatt run --programs solvers.py --tasks arc-agi-1/training --json\n  megabatt run --programs population/ --tasks training/ --pair all --out results.jsonl\n',
  )
  addBackendOptions(addInputOptions(command))
    .option('--repeat <n>', 'passes over everything; the time is the median one’s', countFromOne, 1)
    .option('--out <file>', 'append a JSON line for each program and task')
    .addOption(
      new Option('--outputs <what>', 'what --out has of the outputs')
        .choices(['hash', 'value', 'none'])
        .default('hash'),
    )
    .option('--resume', 'go on from where the file of --out ends')
    .option('--explain', 'auto: say what runs where, and why')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 it ran, 2 wrong use, or a program or task cannot be read, 3 the environment lacks something, 130 interrupted.',
    )
    .action(run)
}

async function run(options: Options): Promise<void> {
  if (options.resume && options.out === undefined)
    throw new UserError('resume-without-out', '--resume needs the file to go on from', { advice: 'Add --out FILE.' })
  const needsDevice = options.backend === 'gpu' && options.route !== 'resident'
  const exitCode = needsDevice ? await restartWithDevice() : undefined
  if (exitCode !== undefined) {
    process.exitCode = exitCode
    return
  }
  const started = performance.now()
  const { programs, dataset } = await readInputs(options)
  const readMs = performance.now() - started
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  const progress = new ProgressLine('evaluations')
  const preparing = new BackendProgress({ explain: options.explain === true })
  const backend = await openBackend(options, preparing.listeners)
  const request: RunRequest = {
    programs,
    dataset,
    pairing: options.pair,
    backend,
    settings: { ...readSettings(options), outputs: options.out === undefined ? 'none' : options.outputs },
    keepUnused: options.keepUnused === true,
    repeat: options.repeat,
    onProgress: progress.show,
    signal: stop.signal,
  }
  const file =
    options.out === undefined ? undefined : await ResultFile.open(options.out, runKey(request), options.resume === true)
  try {
    const report = await runPrograms(
      file === undefined ? request : { ...request, earlier: file.earlier, onPair: (result) => file.add(result) },
    )
    report.time.readMs = readMs
    report.time.totalMs = performance.now() - started
    progress.clear()
    if (report.evaluations === 0 && !stop.signal.aborted) throw nothingPaired(programs, dataset, options)
    for (const { programs: names, task, sample, reason } of report.crashes)
      process.stderr.write(`megabatt: ${names.join(', ')} crashed on ${task}, sample ${sample + 1}: ${reason}\n`)
    if (report.gpu !== null) process.stderr.write(`${formatGpuLine(report)}\n`)
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : formatRun(report))
    if (stop.signal.aborted) {
      const advice = options.out === undefined ? '' : '; go on with --resume'
      process.stderr.write(`megabatt: stopped; what was done is counted${advice}\n`)
      process.exitCode = INTERRUPTED
    }
  } catch (error) {
    if (error instanceof NamedMismatchError) await writeMismatch(error)
    throw error
  } finally {
    progress.clear()
    preparing.clear()
    file?.close()
    process.off('SIGINT', onInterrupt)
    await backend.close()
  }
}

/** Keeps the call in which a device differed, so that it can be run again alone. */
async function writeMismatch({ line }: NamedMismatchError): Promise<void> {
  if (line === undefined) return
  await appendFile(MISMATCH_FILE, `${line}\n`)
  process.stderr.write(`megabatt: the call was appended to ${MISMATCH_FILE}\n`)
}
