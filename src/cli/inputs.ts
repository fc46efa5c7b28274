// What commands that run programs on tasks have in common: the options that say which and how, and the reading of both.

import { type Command, Option } from 'commander'
import type { RunSettings } from '../backends/backend.ts'
import { makeDataset } from '../data/dataset-hash.ts'
import { type ListedFile, listTaskFiles } from '../data/list-task-files.node.ts'
import { loadListed } from '../data/load-tasks.node.ts'
import type { Dataset } from '../data/task.ts'
import type { Pairing } from '../engine/run/pair-programs.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import { type DialectOptions, dialectOption } from './dialect-option.ts'
import { countFromOne, programMemoryOption } from './option-values.ts'
import { readProgramFiles } from './read-program-files.ts'
import { selectIds } from './select-ids.ts'
import { InvalidExamples } from './stream/invalid-examples.ts'
import { type UnusedCase, refuseUnused } from './unused-options.ts'

/** The values of the options that `addInputOptions` adds. */
export interface InputOptions extends DialectOptions {
  readonly programs?: string[]
  readonly tasks?: string[]
  readonly pair: Pairing
  readonly only?: string
  readonly skip?: string
  readonly samples: number
  readonly budget?: number
  readonly programMemory?: number
  readonly measure?: true
  readonly strict?: true
  readonly keepUnused?: true
}

const OF_GALLERY = 'It is for the tasks of the built-in gallery; leave it out.'

/** The cases in which these options have no effect. */
const UNUSED: readonly UnusedCase<InputOptions>[] = [
  { option: 'samples', isUnused: ({ tasks }) => tasks !== undefined, when: 'with --tasks', advice: OF_GALLERY },
  {
    option: 'strict',
    isUnused: ({ tasks }) => tasks === undefined,
    when: 'without --tasks',
    advice: 'The built-in gallery has no invalid example; leave it out.',
  },
  {
    option: 'dialect',
    isUnused: ({ programs }) => programs === undefined,
    when: 'without --programs',
    advice: 'The programs of the built-in gallery have their dialects; leave it out.',
  },
]

/** Gives a command the options that say which programs run on which tasks, and how. */
export function addInputOptions(command: Command): Command {
  return refuseUnused(command, UNUSED)
    .option('--programs <paths...>', 'program files or folders, - for stdin; default: the built-in gallery')
    .addOption(dialectOption())
    .option('--tasks <paths...>', 'task files or folders; default: the built-in gallery')
    .option('--strict', 'stop at the first invalid example of a list of pairs; default: leave it out and count it')
    .addOption(
      new Option(
        '--pair <how>',
        'own: a program on the task that it declares, or whose id its name or file name ends with; all: on every task',
      )
        .choices(['own', 'all'])
        .default('own'),
    )
    .option('--only <ids>', 'only these tasks (by id) and programs (by name, or file:name), separated by commas')
    .option('--skip <ids>', 'all but these')
    .option('--samples <n>', 'test pairs of each gallery task, at most 20', countFromOne, 5)
    .option('--budget <n>', 'maximum counted work of one statement', countFromOne)
    .addOption(programMemoryOption())
    .option('--measure', 'set C to the expected output; otherwise C is None')
    .option('--keep-unused', 'also run statements that no output depends on')
}

/**
 * The programs and tasks that were asked for. What cannot be read of a program file, and invalid examples, are said, and the rest goes
 * on. `files` are the listed files of --tasks; default: they are listed now.
 */
export async function readInputs(
  options: InputOptions,
  files?: readonly ListedFile[],
): Promise<{ programs: readonly Program[]; dataset: Dataset; invalid: number }> {
  const { dataset: all, invalid } =
    options.tasks === undefined
      ? { dataset: await readGallery(options), invalid: 0 }
      : await readTaskFiles(options.tasks, { strict: options.strict === true, files })
  const given =
    options.programs === undefined
      ? (await import('../data/gallery.ts')).galleryPrograms()
      : await readProgramFiles(options.programs, options)
  const { programs, tasks } = selectIds(given, all.tasks, options)
  const dataset = tasks.length === all.tasks.length ? all : makeDataset(tasks)
  return { programs, dataset, invalid }
}

/** The tasks of files; invalid examples are said, counted and left out. */
export async function readTaskFiles(
  paths: readonly string[],
  { strict = false, files }: { readonly strict?: boolean; readonly files?: readonly ListedFile[] | undefined } = {},
): Promise<{ readonly dataset: Dataset; readonly invalid: number }> {
  const invalid = new InvalidExamples(strict)
  const dataset = await loadListed(files ?? (await listTaskFiles(paths)), invalid.add)
  invalid.summarize()
  return { dataset, invalid: invalid.count }
}

async function readGallery({ samples }: InputOptions): Promise<Dataset> {
  const { galleryTasks } = await import('../data/gallery.ts')
  return makeDataset(galleryTasks({ samples }))
}

/** The files and folders that the inputs are read from. */
export function inputPaths({ programs = [], tasks = [] }: InputOptions): readonly string[] {
  return [...programs, ...tasks]
}

/** The settings of a run that were asked for. */
export function readSettings({ measure, budget, programMemory }: InputOptions): Partial<RunSettings> {
  return {
    measure: measure === true,
    ...(budget === undefined ? {} : { budget }),
    ...(programMemory === undefined ? {} : { allowance: programMemory }),
  }
}

/** The error to throw where nothing was run. */
export function nothingPaired(
  programs: readonly unknown[],
  { tasks }: { readonly tasks: readonly unknown[] },
  { pair }: Pick<InputOptions, 'pair'>,
): UserError {
  const advice =
    pair === 'own'
      ? 'A program’s own task is the one that it declares, or whose id its name or file name ends with. Run all on all with --pair all.'
      : 'Give programs with --programs and tasks with --tasks.'
  const message = `None of ${programs.length} programs has its task among ${tasks.length}`
  return new UserError('nothing-paired', message, { advice })
}
