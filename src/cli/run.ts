// `megabatt run`: runs programs on tasks, scores them, and says what came out.

import { type Command, Option } from 'commander'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import type { Backend, RunSettings } from '../backends/backend.ts'
import { galleryPrograms, galleryTasks } from '../data/gallery.ts'
import { hashTasks } from '../data/dataset-hash.ts'
import { loadTasks } from '../data/load-tasks.node.ts'
import type { Dataset } from '../data/task.ts'
import type { Pairing } from '../engine/pair-programs.ts'
import { runKey } from '../engine/run-key.ts'
import { type RunRequest, runPrograms } from '../engine/run-programs.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import { countFromOne } from './option-values.ts'
import { ProgressLine } from './progress.ts'
import { readProgramFiles } from './read-program-files.ts'
import { ResultFile } from './result-file.ts'
import { formatRun } from './run-table.ts'
import { selectIds } from './select-ids.ts'

interface Options {
  readonly programs?: string[]
  readonly tasks?: string[]
  readonly pair: Pairing
  readonly only?: string
  readonly skip?: string
  readonly backend: 'cpu' | 'workers'
  readonly workers?: number
  readonly budget?: number
  readonly repeat: number
  readonly measure?: true
  readonly keepUnused?: true
  readonly out?: string
  readonly outputs: RunSettings['outputs']
  readonly resume?: true
  readonly samples: number
  readonly seed: number
  readonly json?: true
}

const INTERRUPTED = 130

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt run\n  megabatt run --programs solvers.py --tasks arc-agi-1/training --json\n  megabatt run --programs population/ --tasks training/ --pair all --out results.jsonl\n',
    )
    .option('--programs <paths...>', 'program files or folders; the built-in gallery if none are given')
    .option('--tasks <paths...>', 'task files or folders; the built-in gallery if none are given')
    .addOption(
      new Option('--pair <how>', 'own: a program on the task whose id its name ends with; all: on every task')
        .choices(['own', 'all'])
        .default('own'),
    )
    .option('--only <ids>', 'only these tasks (by id) and programs (by name), separated by commas')
    .option('--skip <ids>', 'all but these')
    .addOption(
      new Option('--backend <name>', 'cpu: one thread; workers: all cores').choices(['cpu', 'workers']).default('cpu'),
    )
    .option('--workers <n>', 'worker threads; as many as cores if not given', countFromOne)
    .option('--budget <n>', 'the most counted work of one statement', countFromOne)
    .option('--repeat <n>', 'passes over everything; the time is the median one’s', countFromOne, 1)
    .option('--measure', 'give C the expected output; without, C is absent')
    .option('--keep-unused', 'run the statements, too, that nothing depends on')
    .option('--out <file>', 'append a JSON line for each program and task')
    .addOption(
      new Option('--outputs <what>', 'what --out has of the outputs')
        .choices(['hash', 'value', 'none'])
        .default('hash'),
    )
    .option('--resume', 'go on from where the file of --out ends')
    .option('--samples <n>', 'test pairs of each gallery task', countFromOne, 5)
    .option('--seed <n>', 'seed of the gallery', countFromOne, 1)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 it ran, 2 wrong use, or a program or task cannot be read, 3 the environment lacks something.',
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
    settings: {
      outputs: options.out === undefined ? 'none' : options.outputs,
      measure: options.measure === true,
      ...(options.budget === undefined ? {} : { budget: options.budget }),
    },
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

/** The programs and tasks that were asked for. What cannot be read of a program file is said, and the rest goes on. */
async function readInputs(options: Options): Promise<{ programs: readonly Program[]; dataset: Dataset }> {
  const tasks =
    options.tasks === undefined
      ? galleryTasks({ seed: options.seed, samples: options.samples })
      : (await loadTasks(options.tasks)).tasks
  const programs = options.programs === undefined ? galleryPrograms() : await readProgramFiles(options.programs)
  const selected = selectIds(programs, tasks, options)
  return { programs: selected.programs, dataset: { tasks: selected.tasks, hash: hashTasks(selected.tasks) } }
}

function nothingPaired(programs: readonly Program[], { tasks }: Dataset, { pair }: Options): UserError {
  const advice =
    pair === 'own'
      ? 'A program’s own task is the one whose id its name ends with. Run all on all with --pair all.'
      : 'Give programs with --programs and tasks with --tasks.'
  const message = `None of ${programs.length} programs has its task among ${tasks.length}`
  return new UserError('nothing-paired', message, { advice })
}
