// `megabatt run`: runs programs on tasks, scores them, and says what came out.

import { type Command, Option } from 'commander'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import type { Backend, RunSettings } from '../backends/backend.ts'
import { runKey } from '../engine/run-key.ts'
import { type RunRequest, runPrograms } from '../engine/run-programs.ts'
import { UserError } from '../language/errors.ts'
import { type InputOptions, addInputOptions, nothingPaired, readInputs, readSettings } from './inputs.ts'
import { countFromOne } from './option-values.ts'
import { ProgressLine } from './progress.ts'
import { ResultFile } from './result-file.ts'
import { formatRun } from './run-table.ts'

interface Options extends InputOptions {
  readonly backend: 'cpu' | 'workers'
  readonly workers?: number
  readonly repeat: number
  readonly out?: string
  readonly outputs: RunSettings['outputs']
  readonly resume?: true
  readonly json?: true
}

const INTERRUPTED = 130

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt run\n  megabatt run --programs solvers.py --tasks arc-agi-1/training --json\n  megabatt run --programs population/ --tasks training/ --pair all --out results.jsonl\n',
  )
  addInputOptions(command)
    .addOption(
      new Option('--backend <name>', 'cpu: one thread; workers: all cores').choices(['cpu', 'workers']).default('cpu'),
    )
    .option('--workers <n>', 'worker threads; as many as cores if not given', countFromOne)
    .option('--repeat <n>', 'passes over everything; the time is the median one’s', countFromOne, 1)
    .option('--out <file>', 'append a JSON line for each program and task')
    .addOption(
      new Option('--outputs <what>', 'what --out has of the outputs')
        .choices(['hash', 'value', 'none'])
        .default('hash'),
    )
    .option('--resume', 'go on from where the file of --out ends')
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
  const started = performance.now()
  const { programs, dataset } = await readInputs(options)
  const readMs = performance.now() - started
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  const backend = await openBackend(options)
  const progress = new ProgressLine('evaluations')
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
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : formatRun(report))
    if (stop.signal.aborted) {
      const advice = options.out === undefined ? '' : '; go on with --resume'
      process.stderr.write(`megabatt: stopped; what was done is counted${advice}\n`)
      process.exitCode = INTERRUPTED
    }
  } finally {
    progress.clear()
    file?.close()
    process.off('SIGINT', onInterrupt)
    await backend.close()
  }
}

async function openBackend({ backend, workers }: Options): Promise<Backend> {
  if (backend === 'cpu') return new CpuBackend()
  const { WorkersBackend } = await import('../backends/workers/workers-backend.node.ts')
  return new WorkersBackend({ workers })
}
