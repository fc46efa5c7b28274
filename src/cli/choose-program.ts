// The program and the task that a command with one program works on.

import { galleryPrograms } from '../data/gallery.ts'
import type { Task } from '../data/task.ts'
import { nameWithFile } from '../engine/run/program-labels.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import { taskFinder } from '../language/program-task.ts'
import type { DialectOptions } from './dialect-option.ts'
import { readProgramFiles } from './read-program-files.ts'
import { namesOf } from './select-ids.ts'
import { unknownName } from './unknown-name.ts'

/** The options that decide. */
export interface ChoiceOptions extends DialectOptions {
  readonly programs?: string[]
  readonly task?: string
}

const MAX_NAMES = 5

/** The program of that name, or the one in the file of that name which belongs to the task; and the task. */
export async function chooseProgram(
  name: string,
  tasks: readonly Task[],
  options: ChoiceOptions,
): Promise<{ program: Program; task: Task }> {
  const path = options.programs === undefined ? fileOf(name) : undefined
  const own = path === undefined || path === name ? undefined : name.slice(path.length + 1)
  const isFile = path === name
  const paths = path === undefined ? options.programs : [path]
  const all = paths === undefined ? galleryPrograms() : await readProgramFiles(paths, options)
  const named = isFile ? all : all.filter((program) => namesOf(program).includes(own ?? name))
  if (named.length === 0)
    throw unknownName(
      'program',
      name,
      all.map((program) => program.name),
    )
  const ofTask = options.task === undefined ? named : named.filter(taskFinder([options.task]))
  const program = ofTask[0] ?? (named.length === 1 ? named[0] : undefined)
  if (program === undefined || (ofTask.length > 1 && (options.task === undefined || !isFile)))
    throw ambiguous(name, named, isFile)
  return { program, task: chooseTask(program, tasks, options.task) }
}

/** The file of a name that is one, or of file:name; undefined for the name of a program. */
export function fileOf(name: string): string | undefined {
  if (!/[./\\]/.test(name)) return undefined
  return /^(.+):[\p{XID_Start}_]\p{XID_Continue}*$/u.exec(name)?.[1] ?? name
}

function ambiguous(name: string, named: readonly Program[], isFile: boolean): UserError {
  const labels = named.slice(0, MAX_NAMES).map((program) => (isFile ? program.name : nameWithFile(program)))
  const list = `${labels.join(', ')}${named.length > MAX_NAMES ? ', …' : ''}`
  const advice = isFile ? `Name one of them, as in ${name}:${labels[0]}: ${list}` : `Name one of them: ${list}`
  return new UserError('unknown-id', `${name} stands for ${named.length} programs`, { advice })
}

function chooseTask(program: Program, tasks: readonly Task[], wanted: string | undefined): Task {
  const ids = tasks.map(({ id }) => id)
  const id = wanted ?? taskFinder(ids)(program)
  const task = tasks.find((candidate) => candidate.id === id)
  if (task !== undefined) return task
  if (id !== undefined) throw unknownName('task', id, ids)
  const advice = 'Name the task with --task ID.'
  throw new UserError('unknown-id', `${program.name} has no task of its own here`, { advice })
}
