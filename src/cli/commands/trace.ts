// `megabatt trace`: one program on one sample, every statement with its value, drawn.

import type { Command } from 'commander'
import { galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { gridToNotation } from '../../data/grid-notation.ts'
import { loadTasks } from '../../data/load-tasks.node.ts'
import { type Pair, type Task, samplesOf } from '../../data/task.ts'
import { nameWithFile } from '../../engine/run/program-labels.ts'
import { type Trace, type TracedStatement, traceProgram } from '../../engine/trace/trace-program.ts'
import { closestName } from '../../language/closest-name.ts'
import { showText } from '../../language/diagnostics.ts'
import { UserError } from '../../language/errors.ts'
import type { Program } from '../../language/program.ts'
import { taskFinder } from '../../language/program-task.ts'
import { type Notation, spellNotation } from '../../language/values/value-notation.ts'
import { type DrawOptions, drawValue } from '../show/draw-value.ts'
import { type DialectOptions, dialectOption } from '../dialect-option.ts'
import { countFromOne } from '../option-values.ts'
import { readProgramFiles } from '../read-program-files.ts'
import { namesOf } from '../select-ids.ts'
import { colorDepthOf, paint, usesColor } from '../show/terminal-colors.ts'

interface Options extends DialectOptions {
  readonly programs?: string[]
  readonly tasks?: string[]
  readonly task?: string
  readonly sample: number
  readonly measure?: true
  readonly budget?: number
  readonly json?: true
}

const MAX_ROWS = 30
const DEFAULT_WIDTH = 100
const MAX_NAMES = 5

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt trace solvers.py --tasks arc-agi-1/training --task 67a3c6ac\n  megabatt trace solve_67a3c6ac --programs solvers.py --tasks arc-agi-1/training --sample 2\n',
    )
    .argument('<program>', 'the name of a program, a file that holds it, or both as file:name')
    .option('--programs <paths...>', 'where programs are looked for; the built-in gallery if none are given')
    .addOption(dialectOption())
    .option('--tasks <paths...>', 'task files or folders; the built-in gallery if none are given')
    .option('--task <id>', 'the task; default: the one that the program declares, or whose id its name ends with')
    .option('--sample <n>', 'the sample, from 1: demo pairs first, then test pairs', countFromOne, 1)
    .option('--measure', 'give C the expected output; without, C is None')
    .option('--budget <n>', 'the most counted work of one statement', countFromOne)
    .option('--json', 'print the trace as JSON')
    .addHelpText('after', '\nExit code: 0 it ran, 1 a strict program failed, 2 wrong use or bad input.')
    .action(trace)
}

async function trace(name: string, options: Options): Promise<void> {
  const tasks = options.tasks === undefined ? galleryTasks() : (await loadTasks(options.tasks)).tasks
  const { program, task } = await choose(name, tasks, options)
  const samples = samplesOf(task)
  const sample = samples[options.sample - 1]
  if (sample === undefined) {
    const message = `${task.id} has no sample ${options.sample}`
    throw new UserError('unknown-id', message, { advice: `It has ${samples.length}.` })
  }
  const candidate = options.measure === true ? sample.output : undefined
  const traced = traceProgram(program, {
    demos: task.train,
    input: sample.input,
    candidate,
    budget: options.budget,
  })
  // A result that is merely too large to be shown is no failure.
  const failed = program.mode === 'strict' && traced.statements.at(-1)?.error !== undefined
  if (failed) process.exitCode = 1
  const head = { program: program.name, file: program.file, task: task.id, sample: options.sample }
  const text = options.json ? JSON.stringify({ ...head, ...traced }) : formatTrace(head, sample, traced)
  process.stdout.write(`${text}\n`)
}

/** The program of that name, or the one in that file which is for the task; and the task. */
async function choose(
  name: string,
  tasks: readonly Task[],
  options: Options,
): Promise<{ program: Program; task: Task }> {
  const isPath = options.programs === undefined && /[./\\]/.test(name)
  const [, path, own] = (isPath ? /^(.+):([\p{XID_Start}_]\p{XID_Continue}*)$/u.exec(name) : null) ?? []
  const isFile = isPath && own === undefined
  const paths = isPath ? [path ?? name] : options.programs
  const all = paths === undefined ? galleryPrograms() : await readProgramFiles(paths, options)
  const named = isFile ? all : all.filter((program) => namesOf(program).includes(own ?? name))
  if (named.length === 0)
    throw unknown(
      'program',
      name,
      all.map((program) => program.name),
    )
  const ofTask = options.task === undefined ? named : named.filter(taskFinder([options.task]))
  const program = ofTask[0] ?? (named.length === 1 ? named[0] : undefined)
  if (program === undefined || (ofTask.length > 1 && (options.task === undefined || !isFile))) {
    const labels = named.slice(0, MAX_NAMES).map((own) => (isFile ? own.name : nameWithFile(own)))
    const list = `${labels.join(', ')}${named.length > MAX_NAMES ? ', …' : ''}`
    const advice = isFile ? `Name one of them, as in ${name}:${labels[0]}: ${list}` : `Name one of them: ${list}`
    throw new UserError('unknown-id', `${name} stands for ${named.length} programs`, { advice })
  }
  const id = options.task ?? taskFinder(tasks.map((candidate) => candidate.id))(program)
  const task = tasks.find((candidate) => candidate.id === id)
  if (task !== undefined) return { program, task }
  if (id === undefined)
    throw new UserError('unknown-id', `${program.name} has no task of its own here`, {
      advice: 'Say which with --task ID.',
    })
  throw unknown(
    'task',
    id,
    tasks.map((candidate) => candidate.id),
  )
}

function unknown(what: string, name: string, known: readonly string[]): UserError {
  const suggestion = closestName(name, known)
  const details = suggestion === undefined ? {} : { advice: `Did you mean ${suggestion}?` }
  return new UserError('unknown-id', `There is no ${what} ${JSON.stringify(name.slice(0, 100))} here`, details)
}

function formatTrace(
  head: { program: string; file: string; task: string; sample: number },
  { input, output }: Pair,
  { statements, result, outputs }: Trace,
): string {
  const color = usesColor(process.stdout)
  const options = {
    color,
    trueColor: colorDepthOf(process.stdout) === 24,
    width: process.stdout.columns ?? DEFAULT_WIDTH,
    maxRows: MAX_ROWS,
    context: gridToNotation(input),
  }
  const lines = [
    paint('bold', `${head.program} on ${head.task}, sample ${head.sample}`),
    '',
    'I',
    ...draw(options.context, options),
  ]
  for (const statement of statements) lines.push('', ...formatStatement(statement, options))
  if (result !== undefined && output !== undefined) {
    const isRight = spellNotation(result) === spellNotation(gridToNotation(output))
    lines.push(
      '',
      isRight
        ? paint('green', 'The result is the expected output.')
        : paint('red', 'The result is wrong; expected was'),
    )
    if (!isRight) lines.push(...draw(gridToNotation(output), options))
  }
  for (const { kind, name, value } of outputs) {
    lines.push('', `${kind === 'o' ? 'candidate of' : 'differ'} ${showText(name)}`)
    if (value !== undefined) lines.push(...draw(value, options))
  }
  return lines.join('\n')
}

function formatStatement({ name, call, value, error, isDefault }: TracedStatement, options: DrawOptions): string[] {
  const lines = [`${paint('bold', name)} = ${call}`]
  if (error !== undefined) lines.push(`  ${paint('red', error)}`)
  if (isDefault) lines.push(`  ${paint('yellow', 'in its place the safe default:')}`)
  if (value !== undefined) lines.push(...draw(value, options))
  else if (error === undefined) lines.push(`  ${paint('dim', 'a value too large to be shown')}`)
  return lines
}

function draw(value: Notation, options: DrawOptions): string[] {
  return drawValue(value, { ...options, width: options.width - 2 }).map((line) => `  ${line}`)
}
