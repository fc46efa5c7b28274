// `megabatt score`: scores solvers and differs on tasks, and writes a submission.

import { type Command, Option } from 'commander'
import { readFileSync } from 'node:fs'
import { galleryTasks } from '../../data/gallery.ts'
import { loadTasks } from '../../data/load-tasks.node.ts'
import { type Task, samplesOf } from '../../data/task.ts'
import { pairPrograms } from '../../engine/run/pair-programs.ts'
import { type Score, type ScoreRequest, type ScoreStage, scorePrograms } from '../../engine/score/score-programs.ts'
import { type ScoringRule, scoringRules } from '../../engine/score/scoring-rules.ts'
import { findSubmissionProblems, makeSubmission } from '../../engine/score/submission.ts'
import { BugError, UserError } from '../../language/errors.ts'
import { type BackendOptions, addBackendOptions, openBackend, openWorkersEarly } from '../backend-options.ts'
import { type InputOptions, addInputOptions, inputPaths, nothingPaired, readInputs, readSettings } from '../inputs.ts'
import { INTERRUPTED, Interrupt } from '../interrupt.ts'
import { BackendProgress } from '../show/backend-progress.ts'
import { formatCount } from '../../language/format-count.ts'
import { ProgressLine } from '../show/progress.ts'
import { formatScore } from '../show/score-table.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { type ReportOptions, addReportOptions, checkReport, writeReport } from '../report-file.ts'
import { type UnusedCase, refuseUnused, unusedWithJson, warnOfUnused } from '../unused-options.ts'
import { addWatchedAction } from '../watch/watch-command.ts'
import { checkWritable, writeAtomically } from '../write-atomically.ts'

interface Options extends InputOptions, BackendOptions, ReportOptions {
  readonly rule: ScoringRule
  readonly submission?: string
  readonly all?: true
  readonly json?: true
}

const DEFAULT_ROWS = 20

const UNUSED: readonly UnusedCase<Options>[] = [
  {
    option: 'force',
    isUnused: ({ report, submission }) => report === undefined && submission === undefined,
    when: 'without --submission and --report',
    advice: 'Leave it out.',
  },
]
const NOT_IN_JSON = unusedWithJson<Options>('all')

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt score\n  megabatt score --programs batt.py --tasks training/ --pair all\n  megabatt score --programs population/ --tasks challenges.json --pair all --submission submission.json\n',
  )
  warnOfUnused(refuseUnused(addReportOptions(addBackendOptions(addInputOptions(command))), UNUSED), NOT_IN_JSON)
    .addOption(
      new Option(
        '--rule <name>',
        'the rule to print first: mean over test outputs, mean over tasks of their fraction of outputs, or fraction of complete tasks',
      )
        .choices([...scoringRules])
        .default('outputs'),
    )
    .option('--submission <file>', 'write two attempts for each test input of each task')
    .option('--force', 'replace the files of --submission and --report')
    .option('--all', `print all rows, not ${DEFAULT_ROWS} of each table`)
    .option('--json', 'print the score as JSON')
    .addHelpText(
      'after',
      '\nC is None while solving; a second pass sets it to the expected output and measures the differs.\nExit code: 0 completed, 2 wrong use, or a program or task cannot be read, 3 a file cannot be written or the machine lacks something, 130 interrupted.',
    )
  addWatchedAction(command, score, inputPaths)
}

async function score(options: Options): Promise<void> {
  if (options.measure) {
    const advice = 'Leave --measure out: differs are measured in a pass of their own.'
    throw new UserError('score-measures', 'score runs with C None and with C given', { advice })
  }
  const force = options.force === true
  if (options.submission !== undefined) checkWritable(options.submission, { force })
  checkReport(options)
  let backend = await openWorkersEarly(options)
  const request = await readRequest(options)
  const interrupt = new Interrupt()
  const progress = new StageProgress()
  const preparing = new BackendProgress({ explain: false })
  try {
    backend ??= await openBackend(options, preparing.listeners)
    const result = await scorePrograms({ ...request, backend, onProgress: progress.show, signal: interrupt.signal })
    progress.clear()
    if (options.submission !== undefined) writeSubmission(options.submission, result, request, force)
    const { report, run, attempts } = result
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ ...report, rule: options.rule })}\n`
        : formatScore(report, {
            rule: options.rule,
            rows: options.all ? Infinity : DEFAULT_ROWS,
            width: terminalWidth(),
          }),
    )
    await writeReport(options, {
      ...request,
      title: 'megabatt score',
      pairing: options.pair,
      run,
      score: { report, attempts },
      signal: interrupt.signal,
    })
  } catch (error) {
    if (!interrupt.isInterrupted) throw error
    process.stderr.write('megabatt: interrupted; nothing was written\n')
    process.exitCode = INTERRUPTED
  } finally {
    progress.clear()
    preparing.clear()
    interrupt.close()
    await backend?.close()
  }
}

type CommandRequest = ScoreRequest & Required<Pick<ScoreRequest, 'challenges'>>

async function readRequest(options: Options): Promise<CommandRequest> {
  const { programs, dataset } = await readInputs(options)
  const groups = pairPrograms(programs, dataset.tasks, options.pair)
  if (!groups.some(({ tasks }) => tasks.some((t) => samplesOf(dataset.tasks[t]!).length > 0)))
    throw nothingPaired(programs, dataset, options)
  // A submission has all tasks of the files, whichever were selected.
  const challenges = options.submission === undefined ? dataset.tasks : await readAllTasks(options)
  const { measure: _, ...settings } = readSettings(options)
  return { programs, dataset, challenges, pairing: options.pair, settings, keepUnused: options.keepUnused === true }
}

async function readAllTasks({ tasks, samples }: Options): Promise<readonly Task[]> {
  return tasks === undefined
    ? galleryTasks({ samples })
    : (await loadTasks(tasks, { onInvalid: () => undefined })).tasks
}

/** Writes the submission. The written file is read again and checked against the tasks before it gets its name. */
function writeSubmission(
  path: string,
  { attempts, report }: Score,
  { challenges }: CommandRequest,
  force: boolean,
): void {
  const check = (written: string) => {
    const [problem] = findSubmissionProblems(JSON.parse(readFileSync(written, 'utf8')), challenges)
    if (problem !== undefined) throw new BugError('submission-invalid', `The submission is not valid: ${problem}`)
  }
  writeAtomically(path, `${JSON.stringify(makeSubmission(attempts))}\n`, { force, check })
  const inputs = challenges.reduce((count, { test }) => count + test.length, 0)
  const defaults = report.tasks.flatMap((task) => task.attempts).filter(([first]) => first.solver === null).length
  const note = defaults === 0 ? '' : `; ${formatCount(defaults)} of them have no output of a program, only defaults`
  process.stderr.write(
    `megabatt: ${path} has two attempts for ${formatCount(inputs)} test inputs of ${formatCount(challenges.length)} tasks${note}\n`,
  )
}

const STAGE_UNITS: Readonly<Record<ScoreStage, string>> = {
  solving: 'evaluations',
  measuring: 'evaluations with differs',
  attempting: 'tasks with attempts',
}

/** A progress line for each stage. */
class StageProgress {
  #stage: ScoreStage | undefined
  #line: ProgressLine | undefined

  readonly show: NonNullable<ScoreRequest['onProgress']> = (stage, progress) => {
    if (stage !== this.#stage) {
      this.clear()
      this.#stage = stage
      this.#line = new ProgressLine(STAGE_UNITS[stage])
    }
    this.#line!.show(progress)
  }

  clear(): void {
    this.#line?.clear()
  }
}
