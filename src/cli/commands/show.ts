// `megabatt show`: draws tasks in the terminal.

import type { Command } from 'commander'
import { galleryTasks } from '../../data/gallery.ts'
import { gridToRows } from '../../data/grid-rows.ts'
import type { Pair, Task } from '../../data/task.ts'
import { readTaskFiles } from '../inputs.ts'
import { countFromOne } from '../option-values.ts'
import { drawTask } from '../show/draw-task.ts'
import { terminalOptions } from '../show/terminal-size.ts'
import { unknownName } from '../unknown-name.ts'
import { unusedWithJson, warnOfUnused } from '../unused-options.ts'

interface Options {
  readonly tasks?: string[]
  readonly width?: number
  readonly json?: true
}

const NOT_IN_JSON = unusedWithJson<Options>('width')

/** Defines the command. */
export function define(command: Command): void {
  warnOfUnused(command, NOT_IN_JSON)
    .addHelpText(
      'before',
      'Examples:\n  megabatt show keepbig1\n  megabatt show 67a3c6ac 68b16354 --tasks arc-agi-1/training\n',
    )
    .argument('<task...>', 'the ids of tasks')
    .option('--tasks <paths...>', 'task files or folders; default: the built-in gallery')
    .option('--width <n>', 'columns to draw in; default: those of the terminal, else 100', countFromOne)
    .option('--json', 'print the tasks as JSON')
    .addHelpText('after', '\nExit code: 0 drawn, 2 wrong use, or a task cannot be found or read.')
    .action(show)
}

async function show(ids: readonly string[], options: Options): Promise<void> {
  const tasks = options.tasks === undefined ? galleryTasks() : (await readTaskFiles(options.tasks)).dataset.tasks
  const chosen = ids.map((id) => findTask(tasks, id))
  process.stdout.write(`${options.json ? spellTasks(chosen) : drawTasks(chosen, options)}\n`)
}

function findTask(tasks: readonly Task[], id: string): Task {
  const task = tasks.find((candidate) => candidate.id === id)
  if (task !== undefined) return task
  throw unknownName(
    'task',
    id,
    tasks.map((candidate) => candidate.id),
  )
}

function drawTasks(tasks: readonly Task[], { width }: Options): string {
  const options = { ...terminalOptions(Infinity, width), compact: true }
  return tasks.map((task) => drawTask(task, options).join('\n')).join('\n\n')
}

/** Tasks by id, in the form of the public task files; a pair whose output is not known has none. */
function spellTasks(tasks: readonly Task[]): string {
  const toRows = ({ input, output }: Pair) => ({
    input: gridToRows(input),
    ...(output === undefined ? {} : { output: gridToRows(output) }),
  })
  return JSON.stringify(
    Object.fromEntries(tasks.map(({ id, train, test }) => [id, { train: train.map(toRows), test: test.map(toRows) }])),
  )
}
