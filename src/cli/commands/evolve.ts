// `megabatt evolve`: searches programs for tasks, by enumeration and evolution.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryTasks } from '../../data/gallery.ts'
import { loadTasks } from '../../data/load-tasks.node.ts'
import type { Task } from '../../data/task.ts'
import { ReuseCache } from '../../engine/reuse/reuse-cache.ts'
import { type EvolveRequest, type EvolveResult, evolve } from '../../evolve/evolve.ts'
import {
  type EvolveSettings,
  type FitnessPart,
  defaultSettings,
  fitnessParts,
  settleEvolution,
} from '../../evolve/settings.ts'
import { layoutOf } from '../../language/dialects.ts'
import { formatCount } from '../../language/format-count.ts'
import type { Program } from '../../language/program.ts'
import { type BackendOptions, addBackendOptions, openBackend } from '../backend-options.ts'
import { type DatabaseOptions, addDatabaseOption } from '../database-option.ts'
import { type DialectOptions, dialectOption } from '../dialect-option.ts'
import { describeEnd, describeEvolution, describeResult } from '../evolve/describe-evolution.ts'
import { EvolveFolder } from '../evolve/evolve-folder.ts'
import type { EvolveQueue } from '../evolve/evolve-queue.ts'
import { LiveView } from '../evolve/live-view.ts'
import { type VerifiedSolver, printSolvers, verifySolvers } from '../evolve/verify-solvers.ts'
import { INTERRUPTED, Interrupt } from '../interrupt.ts'
import { countFromOne, parseRate, parseSeed, programMemoryOption } from '../option-values.ts'
import { readProgramFiles } from '../read-program-files.ts'
import { selectIds } from '../select-ids.ts'
import { BackendProgress } from '../show/backend-progress.ts'
import { formatEvolution } from '../show/evolve-table.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { type UnusedCase, refuseUnused } from '../unused-options.ts'

/** Options that are settings of the same name. */
const SEARCH_OPTIONS = [
  'seed',
  'calls',
  'evaluations',
  'generations',
  'enumerate',
  'islands',
  'population',
  'migrate',
  'fitness',
  'maxStatements',
  'archive',
  'together',
  'budget',
] as const

interface Options
  extends DialectOptions, BackendOptions, DatabaseOptions, Pick<EvolveSettings, (typeof SEARCH_OPTIONS)[number]> {
  readonly tasks?: string[]
  readonly programs?: string[]
  readonly differs?: string[]
  readonly only?: string
  readonly skip?: string
  readonly queue?: true
  readonly out?: string
  readonly resume?: true
  readonly force?: true
  readonly json?: true
  readonly across?: true
  readonly baseline?: 'untyped' | 'random'
  readonly programMemory?: number
}

const OUT_ONLY = 'Add --out FOLDER, or leave it out.'
const ON_QUEUE = 'Leave out one of both; the options of `megabatt worker` choose where programs run.'
const UNUSED: readonly UnusedCase<Options>[] = [
  {
    option: 'database',
    isUnused: ({ queue }) => queue !== true,
    when: 'without --queue',
    advice: 'Add --queue, or leave it out.',
  },
  { option: 'backend', isUnused: ({ queue }) => queue === true, when: 'with --queue', advice: ON_QUEUE },
  { option: 'workers', isUnused: ({ queue }) => queue === true, when: 'with --queue', advice: ON_QUEUE },
  { option: 'resume', isUnused: ({ out }) => out === undefined, when: 'without --out', advice: OUT_ONLY },
  { option: 'force', isUnused: ({ out }) => out === undefined, when: 'without --out', advice: OUT_ONLY },
  {
    option: 'force',
    isUnused: ({ resume }) => resume === true,
    when: 'with --resume',
    advice: 'Leave out one of them: --resume goes on, --force begins again.',
  },
  {
    option: 'differs',
    isUnused: ({ fitness }) => !fitness.includes('differs'),
    when: 'without differs in --fitness',
    advice: 'Add --fitness samples,cells,differs,novelty,parsimony, or leave it out.',
  },
]

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt evolve --only cutsmall\n  megabatt evolve --tasks training/ --calls 200000 --out run1\n  megabatt evolve --tasks training/ --calls 200000 --out run1 --resume\n  megabatt evolve --tasks task.json --programs solvers.py --seed 7 --backend workers\n  megabatt evolve --tasks training/ --queue --out run1\n',
  )
  addSearchOptions(refuseUnused(addDatabaseOption(addBackendOptions(command)), UNUSED))
    .option('--queue', 'run programs on the workers of a queue; see `megabatt worker`')
    .option('--out <folder>', 'write solvers.py, log.jsonl and a checkpoint after each round to a folder')
    .option('--resume', 'go on from the checkpoint in --out, if there is one')
    .option('--force', 'replace the evolution in --out')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nOnly demo pairs are searched; test pairs, where their outputs are known, judge the programs that were found.\nEqual inputs, options and seed give equal results on every machine and backend.\nExit code: 0 a program was found for a task, 1 for none, 2 wrong use or bad input, 3 a file cannot be written or the machine lacks something, 130 interrupted.',
    )
    .action(run)
}

function addSearchOptions(command: Command): Command {
  const { calls, evaluations, generations, islands, population } = defaultSettings
  return command
    .option('--tasks <paths...>', 'task files or folders; default: the built-in gallery')
    .option('--programs <paths...>', 'solvers to begin with; default: none')
    .addOption(dialectOption())
    .option('--only <ids>', 'only these tasks (by id) and programs (by name, or file:name), separated by commas')
    .option('--skip <ids>', 'all but these')
    .option('--seed <n>', 'seed of all random choices', parseSeed, defaultSettings.seed)
    .option('--calls <n>', 'maximum calls for each task, equal calls of a batch counted once', countFromOne, calls)
    .option('--evaluations <n>', 'maximum evaluations (programs times demos) for each task', countFromOne, evaluations)
    .option('--generations <n>', 'maximum generations', countFromOne, generations)
    .option(
      '--enumerate <share>',
      'share of the calls for short programs, bottom-up',
      parseRate,
      defaultSettings.enumerate,
    )
    .option('--islands <n>', 'number of populations', countFromOne, islands)
    .option('--population <n>', 'programs of an island', countFromOne, population)
    .option('--migrate <n>', 'generations between two exchanges of islands', countFromOne, defaultSettings.migrate)
    .option('--fitness <parts>', `parts of the fitness, of ${fitnessParts.join(', ')}`, parseFitness, [
      ...defaultSettings.fitness,
    ])
    .option('--differs <paths...>', 'files with differs for the fitness, besides the base differs')
    .option('--max-statements <n>', 'maximum statements of a program', countFromOne, defaultSettings.maxStatements)
    .option('--across', 'one population for all tasks')
    .addOption(
      new Option('--baseline <name>', 'for comparison: mutations without types, or random programs').choices([
        'untyped',
        'random',
      ]),
    )
    .option('--archive <n>', 'behaviours that a search remembers', countFromOne, defaultSettings.archive)
    .option('--together <n>', 'searches side by side', countFromOne, defaultSettings.together)
    .option('--budget <n>', 'maximum counted work of one statement', countFromOne, defaultSettings.budget)
    .addOption(programMemoryOption())
}

function parseFitness(text: string): FitnessPart[] {
  const parts = text.split(',').map((part) => part.trim())
  const unknown = parts.find((part) => !(fitnessParts as readonly string[]).includes(part))
  if (unknown !== undefined) throw new InvalidArgumentError(`Expected some of ${fitnessParts.join(', ')}.`)
  return parts as FitnessPart[]
}

async function run(options: Options): Promise<void> {
  const settings = settingsOf(options)
  const request = { ...(await readRequest(options)), settings }
  const { out, resume, force } = options
  const folder =
    out === undefined ? undefined : EvolveFolder.open(out, { resume: resume === true, force: force === true })
  const interrupt = new Interrupt()
  const preparing = new BackendProgress({ explain: false })
  const view = new LiveView(request.tasks)
  let backend
  let queue: EvolveQueue | undefined
  try {
    backend = await openBackend(options.queue === true ? { ...options, backend: 'cpu' } : options, preparing.listeners)
    if (options.queue === true) queue = await openQueue(options, settings, interrupt.signal)
    if (folder?.isNew === true) folder.append([describeEvolution(request)])
    const result = await evolve({
      ...request,
      backend,
      ...(queue === undefined ? {} : { evaluator: queue.evaluator }),
      reuse: new ReuseCache(),
      signal: interrupt.signal,
      ...(folder?.checkpoint === undefined ? {} : { checkpoint: folder.checkpoint }),
      onRound: async (round) => {
        folder?.append(
          round.generations.map((generation) => ({ type: 'generation', round: round.round, ...generation })),
        )
        if (round.generations.some(({ isDone, solved }) => isDone && solved.length > 0))
          folder?.writeSolvers(printSolvers(round.results())!.text)
        folder?.store(round.checkpoint())
        await view.show(round)
      },
    })
    view.clear()
    await report(result, request.tasks, options, folder, backend)
  } finally {
    view.clear()
    preparing.clear()
    interrupt.close()
    folder?.close()
    await queue?.close()
    await backend?.close()
  }
}

/** The queue is loaded only where it is used. */
async function openQueue(options: Options, settings: EvolveSettings, signal: AbortSignal): Promise<EvolveQueue> {
  const { EvolveQueue: Queue } = await import('../evolve/evolve-queue.ts')
  return Queue.open(options, settings, signal)
}

/** Writes and prints what was found. The solvers' file is read again and run before it counts. */
async function report(
  result: EvolveResult,
  tasks: readonly Task[],
  { json }: Options,
  folder: EvolveFolder | undefined,
  backend: Awaited<ReturnType<typeof openBackend>>,
): Promise<void> {
  const file = printSolvers(result.tasks)
  const solvers: VerifiedSolver[] = file === undefined ? [] : await verifySolvers(file, tasks, backend)
  const path = file === undefined ? undefined : folder?.writeSolvers(file.text)
  if (!result.stopped) folder?.append(describeEnd(result, solvers))
  if (json === true) process.stdout.write(`${JSON.stringify(describeResult(result, solvers))}\n`)
  else if (folder !== undefined) process.stdout.write(formatEvolution(result, solvers, terminalWidth()))
  else if (file !== undefined) process.stdout.write(file.text)
  const found = result.tasks.filter(({ solved }) => solved).length
  const where = path === undefined ? '' : `; solvers in ${path}`
  process.stderr.write(
    `megabatt: ${formatCount(found)} of ${formatCount(result.tasks.length)} tasks solved, ${formatCount(result.work.evaluations)} evaluations, ${formatCount(result.work.calls)} calls${where}\n`,
  )
  if (result.stopped) {
    const advice = folder === undefined ? 'with --out it could be resumed' : 'go on with the same command and --resume'
    process.stderr.write(`megabatt: interrupted; ${advice}\n`)
    process.exitCode = INTERRUPTED
  } else if (found === 0) process.exitCode = 1
}

function settingsOf(options: Options): EvolveSettings {
  const { across, baseline, programMemory } = options
  const given = Object.fromEntries(SEARCH_OPTIONS.map((name) => [name, options[name]]))
  return settleEvolution({
    ...given,
    across: across === true,
    // Baselines are measured from nothing.
    enumerate: baseline === undefined ? options.enumerate : 0,
    typed: baseline !== 'untyped',
    random: baseline === 'random',
    ...(programMemory === undefined ? {} : { allowance: programMemory }),
  })
}

type CommandRequest = Pick<EvolveRequest, 'dialect'> &
  Required<Pick<EvolveRequest, 'tasks' | 'programs' | 'differs'>> & { readonly settings: EvolveSettings }

async function readRequest(options: Options): Promise<Omit<CommandRequest, 'settings'>> {
  const { dialect } = options
  const all = options.tasks === undefined ? makeDataset(galleryTasks({ samples: 1 })) : await loadTasks(options.tasks)
  const given = options.programs === undefined ? [] : await readProgramFiles(options.programs, options)
  const { programs, tasks } = selectIds(given, all.tasks, options)
  const strict = programs.filter(({ mode }) => mode === 'strict')
  const solvers = strict.filter(({ statements }) => statements.length <= options.maxStatements)
  sayLeftOut('batts among the programs', programs.length - strict.length)
  sayLeftOut(`programs of more than ${options.maxStatements} statements`, strict.length - solvers.length)
  return { tasks, programs: solvers, differs: await readDiffers(options, solvers), dialect }
}

function sayLeftOut(what: string, count: number): void {
  if (count > 0) process.stderr.write(`megabatt: ${what}, which are left out: ${formatCount(count)}\n`)
}

async function readDiffers({ differs, dialect }: Options, solvers: readonly Program[]): Promise<readonly Program[]> {
  if (differs === undefined) return []
  const isT = solvers.length > 0 && solvers.every((program) => layoutOf(program.dialect) === 't')
  return readProgramFiles(differs, { dialect: dialect ?? (isT ? 't' : 'a') })
}
