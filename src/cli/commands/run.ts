// `megabatt run`: runs programs on tasks, scores them, and prints a report.

import { type Command, Option } from 'commander'
import { appendFile } from 'node:fs/promises'
import type { RunSettings } from '../../backends/backend.ts'
import type { ListedFile } from '../../data/list-task-files.node.ts'
import { samplesOf, spellSample } from '../../data/task.ts'
import { NamedMismatchError } from '../../engine/run/name-mismatch.ts'
import { pairPrograms } from '../../engine/run/pair-programs.ts'
import type { JudgedSamples } from '../../engine/run/pair-verdict.ts'
import { type RunRequest, runPrograms } from '../../engine/run/run-programs.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import type { Shard } from '../../engine/run/shard.ts'
import { UserError } from '../../language/errors.ts'
import { type BackendOptions, addBackendOptions, openBackend, openWorkersEarly } from '../backend-options.ts'
import { BackendProgress } from '../show/backend-progress.ts'
import { formatGpuLine } from '../show/gpu-line.ts'
import { type InputOptions, addInputOptions, inputPaths, nothingPaired, readInputs, readSettings } from '../inputs.ts'
import { INTERRUPTED, Interrupt } from '../interrupt.ts'
import { countFromOne, parseShard } from '../option-values.ts'
import { OutputValues, type PlainOutput, plainOutput } from '../results/output-values.ts'
import type { ResultFile } from '../results/result-file.ts'
import { runToFile } from '../results/run-to-file.ts'
import { spellReport } from '../results/spell-report.ts'
import { type ReportOptions, addReportOptions, checkReport, writeReport } from '../report-file.ts'
import { ProgressLine } from '../show/progress.ts'
import { type ShownResults, type SortKey, candidatesOf, shownResults, sortKeys } from '../show/result-rows.ts'
import { type RunView, formatRun } from '../show/run-table.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { chooseStream, needsAll } from '../stream/choose-stream.ts'
import { traceCommands } from '../trace-command.ts'
import { type UnusedCase, refuseUnused, unusedWithJson, warnOfUnused } from '../unused-options.ts'
import { readVersion } from '../version.ts'
import { type WatchOptions, addWatchedAction } from '../watch/watch-command.ts'

interface Options extends InputOptions, BackendOptions, ReportOptions, WatchOptions {
  readonly repeat: number
  readonly out?: string
  readonly outputs: RunSettings['outputs']
  readonly grids?: true
  readonly shard?: Shard
  readonly stream?: true
  readonly failures?: string
  readonly resume?: true
  readonly fsync?: true
  readonly explain?: true
  readonly all?: true
  readonly show?: ShownResults
  readonly sort?: SortKey
  readonly failOn?: 'wrong' | 'error'
  readonly json?: true
}

const MISMATCH_FILE = 'megabatt-mismatches.jsonl'

const UNUSED: readonly UnusedCase<Options>[] = [
  {
    option: 'outputs',
    isUnused: ({ out }) => out === undefined,
    when: 'without --out',
    advice: 'Add --out FILE, or leave it out; --grids --json prints outputs.',
  },
  {
    option: 'outputs',
    isUnused: ({ grids, outputs }) => grids === true && outputs !== 'value',
    when: 'with --grids, which writes values',
    advice: 'Leave out one of both.',
  },
  {
    option: 'explain',
    isUnused: ({ backend }) => backend !== 'auto',
    when: 'without --backend auto',
    advice: 'Add --backend auto, or leave it out.',
  },
  {
    option: 'force',
    isUnused: ({ report, failures }) => report === undefined && failures === undefined,
    when: 'without --report or --failures',
    advice: 'Add --report FILE, or leave it out; --resume completes the file of --out.',
  },
  ...(['stream', 'failures'] as const).flatMap((option): UnusedCase<Options>[] => [
    {
      option,
      isUnused: ({ tasks }) => tasks === undefined,
      when: 'without --tasks',
      advice: 'It is for files of generated examples; add --tasks, or leave it out.',
    },
    {
      option,
      isUnused: needsAll,
      when: 'with --out, --report, --grids or --repeat, which need all results of a task at once',
      advice: 'Leave out one of both; --failures writes the examples that are not right (docs/stream.md).',
    },
  ]),
  {
    option: 'report',
    isUnused: ({ shard }) => shard !== undefined,
    when: 'with --shard, whose results are a part',
    advice:
      'Merge the parts with `megabatt merge`, then repeat the run with --out MERGED --resume --report FILE: it runs nothing again.',
  },
  {
    option: 'watch',
    isUnused: ({ out }) => out !== undefined,
    when: 'with --out, which is written once',
    advice: 'Leave out one of both.',
  },
]
const NOT_IN_JSON = unusedWithJson<Options>('all', 'show', 'sort')

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt run\n  megabatt run --programs solvers.py --tasks arc-agi-1/training --json\n  megabatt run --programs population/ --tasks training/ --pair all --out results.jsonl\n',
  )
  warnOfUnused(refuseUnused(addReportOptions(addBackendOptions(addInputOptions(command))), UNUSED), NOT_IN_JSON)
    .option('--force', 'replace an existing file of --report or --failures')
    .option('--repeat <n>', 'passes over everything; the time is the median', countFromOne, 1)
    .option('--out <file>', 'write the results to a file of JSON lines')
    .addOption(
      new Option('--outputs <form>', 'form of the outputs in the file of --out')
        .choices(['hash', 'value', 'none'])
        .default('hash'),
    )
    .option('--grids', 'write outputs to --json and --out, and grids among them as plain JSON: [[0,1],[2,3]]')
    .option('--resume', 'complete the file of --out that an interrupted run has left')
    .option('--fsync', 'wait until the lines of --out are on disk: safe against power cuts')
    .addOption(
      new Option(
        '--shard <k/n>',
        'run part k of n, from 1 to n, which `megabatt merge` puts together (docs/shards.md)',
      ).argParser(parseShard),
    )
    .option('--failures <file>', 'write each example that is not right to a file of JSON lines, as it is found')
    .option('--stream', 'hold a part of the examples in memory at a time; default: if the task files have over 64 MB')
    .option('--explain', 'auto: print where each group runs, and why')
    .option('--all', 'print a row for every program on every task')
    .addOption(new Option('--show <results>', 'print only these rows').choices(shownResults))
    .addOption(new Option('--sort <key>', 'order of the rows; default: by verdict').choices(sortKeys))
    .addOption(
      new Option(
        '--fail-on <verdict>',
        'exit code 1 if a program fails: error: by an error or a limit; wrong: also by a wrong output',
      ).choices(['wrong', 'error']),
    )
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 completed, 1 a program failed that --fail-on asks for, or a device differs from the CPU, 2 wrong use, or a program or task cannot be read, 3 a file cannot be written or the machine lacks something, 130 interrupted.',
    )
  addWatchedAction(command, run, inputPaths)
}

async function run(options: Options): Promise<void> {
  const needsFile = options.resume ? '--resume' : options.fsync ? '--fsync' : undefined
  if (needsFile !== undefined && options.out === undefined)
    throw new UserError('out-missing', `${needsFile} needs a result file`, { advice: 'Add --out FILE.' })
  const needsDevice = options.backend === 'gpu' && options.route !== 'resident'
  const exitCode = needsDevice ? await restart(options) : undefined
  if (exitCode !== undefined) {
    process.exitCode = exitCode
    return
  }
  if (options.grids === true && options.out === undefined && options.json !== true)
    throw new UserError('out-missing', '--grids needs JSON to write grids to', { advice: 'Add --json or --out FILE.' })
  checkReport(options)
  const started = performance.now()
  const { files, isStreamed } = await chooseStream(options)
  if (isStreamed) return runInWindows(files!, options)
  const values = options.grids === true && options.json === true ? new OutputValues() : undefined
  let backend = await openWorkersEarly(options)
  const { request, invalid } = await readRequest(options, values, files)
  const readMs = performance.now() - started
  const interrupt = new Interrupt()
  const progress = new ProgressLine('evaluations')
  const preparing = new BackendProgress({ explain: options.explain === true })
  let file: ResultFile | undefined
  try {
    // Before the backend: a file that cannot be used is reported without waiting for devices.
    file = await openFile(options, request, values)
    backend ??= await openBackend(options, preparing.listeners)
    const whole = { ...request, backend, onProgress: progress.show, signal: interrupt.signal }
    const report = await (file === undefined ? runPrograms(whole) : runToFile(whole, file))
    if (invalid > 0) report.invalid = invalid
    report.time.readMs = readMs
    report.time.totalMs = performance.now() - started
    progress.clear()
    await printReport(report, request, options, values)
    if (isFailed(report, options.failOn)) process.exitCode ||= 1
    await writeReport(options, { ...whole, title: 'megabatt run', pairing: options.pair, run: report })
    if (interrupt.isInterrupted) {
      const advice = options.out === undefined ? '' : '; complete the file with --resume'
      process.stderr.write(`megabatt: interrupted; the report counts the pairs that are done${advice}\n`)
      process.exitCode = INTERRUPTED
    }
  } catch (error) {
    file?.abandon()
    if (error instanceof NamedMismatchError) await writeMismatch(error)
    throw error
  } finally {
    progress.clear()
    preparing.clear()
    interrupt.close()
    await backend?.close()
  }
}

async function restart(options: Options): Promise<number | undefined> {
  const { restartWithDevice } = await import('../../backends/gpu/software/restart.node.ts')
  return restartWithDevice(options.device)
}

/** Runs on task files that are not held in memory as a whole. */
async function runInWindows(files: readonly ListedFile[], options: Options): Promise<void> {
  const { runStreamed } = await import('../stream/run-streamed.ts')
  const { report, isInterrupted } = await runStreamed(files, options)
  if (isFailed(report, options.failOn)) process.exitCode ||= 1
  if (!isInterrupted) return
  process.stderr.write('megabatt: interrupted; the report counts the examples that are done\n')
  process.exitCode = INTERRUPTED
}

async function readRequest(
  options: Options,
  values: OutputValues | undefined,
  files: readonly ListedFile[] | undefined,
): Promise<{ readonly request: RunRequest; readonly invalid: number }> {
  const { programs, dataset, invalid } = await readInputs(options, files)
  const groups = pairPrograms(programs, dataset.tasks, options.pair)
  if (!groups.some(({ tasks }) => tasks.some((t) => samplesOf(dataset.tasks[t]!).length > 0)))
    throw nothingPaired(programs, dataset, options)
  const request: RunRequest = {
    programs,
    dataset,
    pairing: options.pair,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    settings: { ...readSettings(options), outputs: keptOutputs(options) },
    keepUnused: options.keepUnused === true,
    repeat: options.repeat,
    ...(values === undefined
      ? {}
      : { onValue: ({ pair, output, value }) => values.add(pair, output, plainOutput(value)) }),
  }
  return { request, invalid }
}

function keptOutputs({ grids, out, outputs }: Options): RunSettings['outputs'] {
  if (grids === true) return 'value'
  return out === undefined ? 'none' : outputs
}

async function openFile(
  { out, resume, fsync, grids, shard }: Options,
  request: RunRequest,
  values: OutputValues | undefined,
): Promise<ResultFile | undefined> {
  if (out === undefined) return undefined
  const { ResultFile } = await import('../results/result-file.ts')
  const onEarlierValue =
    values && ((pair: number, output: number, value: PlainOutput) => values.add(pair, output, value))
  return ResultFile.open(out, request, {
    resume: resume === true,
    sync: fsync === true,
    grids: grids === true,
    onEarlierValue,
    ...(shard === undefined ? {} : { version: await readVersion() }),
  })
}

/** Whether `--fail-on` makes the command fail. */
function isFailed(
  { errors, limits, wrong }: Pick<RunReport, 'errors' | 'limits' | 'wrong'>,
  failOn: Options['failOn'],
): boolean {
  return failOn !== undefined && errors + limits + (failOn === 'wrong' ? wrong : 0) > 0
}

async function printReport(
  report: RunReport,
  request: RunRequest,
  options: Options,
  values: OutputValues | undefined,
): Promise<void> {
  for (const { programs, task, reason, ...sample } of report.crashes)
    process.stderr.write(`megabatt: ${programs.join(', ')} crashed on ${task}, ${spellSample(sample)}: ${reason}\n`)
  if (report.gpu !== null) process.stderr.write(`${formatGpuLine(report)}\n`)
  if (options.json === true) {
    for (const piece of spellReport(report, values)) process.stdout.write(piece)
    return
  }
  const { show, sort, all } = options
  const names = new Map<string, number>()
  for (const { name } of request.programs) names.set(name, (names.get(name) ?? 0) + 1)
  const commandOf = traceCommands(options, (name) => names.get(name) === 1)
  const reasonOf = await explainerOf(report, request)
  process.stdout.write(
    formatRun(report, { show, sort, all: all === true, width: terminalWidth(), commandOf, reasonOf }),
  )
}

/** Explains failed results; loads nothing if no result failed. */
async function explainerOf({ results }: RunReport, request: RunRequest): Promise<RunView['reasonOf']> {
  const hasFailed = ({ verdict }: JudgedSamples) => verdict === 'error' || verdict === 'limit'
  if (!results.some((pair) => [pair, ...candidatesOf(pair)].some(hasFailed))) return () => undefined
  const { explainResults } = await import('../explain-result.ts')
  return explainResults(request)
}

/** Appends the call in which a device differed to a file that `megabatt conform` runs. */
async function writeMismatch({ line }: NamedMismatchError): Promise<void> {
  if (line === undefined) return
  await appendFile(MISMATCH_FILE, `${line}\n`)
  process.stderr.write(`megabatt: the call was appended to ${MISMATCH_FILE}\n`)
}
