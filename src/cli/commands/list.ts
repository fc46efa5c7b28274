// `megabatt list`: tasks or programs with their facts, and which programs solve which tasks.

import { Argument, type Command } from 'commander'
import type { Dataset } from '../../data/task.ts'
import { programLabels } from '../../engine/run/program-labels.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import type { PairSummary } from '../../engine/run/pair-result.ts'
import { showText } from '../../language/diagnostics.ts'
import type { Program } from '../../language/program.ts'
import { type InputOptions, addInputOptions, readInputs, readSettings } from '../inputs.ts'
import { type Label, type ListedProgram, type ListedTask, listPrograms, listTasks } from '../list-items.ts'
import { describeTally } from '../pair-tally.ts'
import { countFromOne } from '../option-values.ts'
import { spellColors, spellSizes } from '../show/describe-task.ts'
import { ProgressLine } from '../show/progress.ts'
import { terminalOptions } from '../show/terminal-size.ts'
import { formatTable } from '../show/text-table.ts'
import { paint } from '../show/terminal-colors.ts'
import { type UnusedCase, refuseUnused, unusedWithJson, warnOfUnused } from '../unused-options.ts'

interface Options extends InputOptions {
  readonly run: boolean
  readonly width?: number
  readonly json?: true
}

const UNUSED: readonly UnusedCase<Options>[] = (['budget', 'programMemory', 'measure', 'keepUnused'] as const).map(
  (option) => ({ option, isUnused: ({ run }) => !run, when: 'with --no-run', advice: 'Leave out one of both.' }),
)
const NOT_IN_JSON = unusedWithJson<Options>('width')

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt list tasks\n  megabatt list programs --programs solvers.py --tasks arc-agi-1/training --json\n  megabatt list tasks --tasks arc-agi-1/training --programs solvers.py --pair all\n',
    )
    .addArgument(new Argument('[what]', 'the things to list').choices(['tasks', 'programs']).default('tasks'))
  warnOfUnused(refuseUnused(addInputOptions(command), UNUSED), NOT_IN_JSON)
    .option('--no-run', 'do not run the programs: list without results')
    .option('--width <n>', 'columns to print in; default: those of the terminal, else 100', countFromOne)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExit code: 0 listed, 2 wrong use, or a program or task cannot be read.')
    .action(list)
}

async function list(what: 'tasks' | 'programs', options: Options): Promise<void> {
  const { programs, dataset } = await readInputs(options)
  const results = options.run ? await runPairs(programs, dataset, options) : []
  const label = programLabels(programs)
  const items = what === 'tasks' ? listTasks(dataset.tasks, results, label) : listPrograms(programs, dataset, results)
  if (options.json) {
    process.stdout.write(`${JSON.stringify(items)}\n`)
    return
  }
  const { width } = terminalOptions(Infinity, options.width)
  const [head, ...rows] =
    what === 'tasks'
      ? formatTasks(items as ListedTask[], options, width)
      : formatPrograms(items as ListedProgram[], label, options, width)
  process.stdout.write(`${[paint('bold', head!), ...rows].join('\n')}\n`)
}

async function runPairs(programs: readonly Program[], dataset: Dataset, options: Options): Promise<PairSummary[]> {
  const progress = new ProgressLine('evaluations')
  try {
    const settings = { ...readSettings(options), outputs: 'none' as const }
    const keepUnused = options.keepUnused === true
    const request = { programs, dataset, pairing: options.pair, settings, keepUnused, onProgress: progress.show }
    return (await runPrograms(request)).results
  } finally {
    progress.clear()
  }
}

function formatTasks(tasks: readonly ListedTask[], { run }: Options, width: number): string[] {
  const results = run ? ([{ title: 'programs', align: 'right' }, { title: 'solved by' }] as const) : []
  const columns = [
    { title: 'task' },
    { title: 'demos', align: 'right' },
    { title: 'tests', align: 'right' },
    { title: 'input', isOptional: true },
    { title: 'output', isOptional: true },
    { title: 'colours', isOptional: true },
    ...results,
  ] as const
  const rows = tasks.map((task) => {
    const facts = [
      task.id,
      String(task.demos),
      String(task.tests),
      spellSizes(task.inputs),
      task.outputs === null ? '?' : spellSizes(task.outputs),
      spellColors(task.colors),
    ]
    return run ? [...facts, String(task.programs), spellNames(task.solvedBy)] : facts
  })
  return formatTable(columns, rows, width)
}

function formatPrograms(programs: readonly ListedProgram[], label: Label, { run }: Options, width: number): string[] {
  const columns = [
    { title: 'program' },
    { title: 'dialect', isOptional: true },
    { title: 'mode', isOptional: true },
    { title: 'statements', align: 'right', isOptional: true },
    { title: 'task' },
    ...(run ? [{ title: 'result' }] : []),
  ] as const
  const rows = programs.map((listed) => {
    const { program, file, dialect, mode, statements, task } = listed
    const facts = [showText(label({ name: program, file })), dialect, mode, String(statements), task ?? '-']
    return run ? [...facts, describeResults(listed)] : facts
  })
  return formatTable(columns, rows, width)
}

/** The tally on the one task of a program, or the tasks that it solves of several. */
function describeResults({ results, solves }: ListedProgram): string {
  if (results.length === 0) return 'not run'
  if (results.length > 1)
    return `solves ${solves.length} of ${results.length}${solves.length > 0 ? ': ' : ''}${spellNames(solves)}`
  return describeTally(results[0]!)
}

function spellNames(names: readonly string[]): string {
  return names.map(showText).join(', ')
}
