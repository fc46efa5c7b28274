// `megabatt trace`: one program on one sample, every statement with its value, drawn.

import type { Command } from 'commander'
import { type CutOptions, cutProgram } from '../../batts/cut.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { type SampleChoice, findSample } from '../../data/find-sample.ts'
import { GALLERY_SAMPLES, galleryTasks } from '../../data/gallery.ts'
import { type Task, nameSample, sampleOf } from '../../data/task.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import type { SampleResult } from '../../engine/run/sample-result.ts'
import { traceProgram } from '../../engine/trace/trace-program.ts'
import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { layoutOf } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { type ChoiceOptions, chooseProgram, fileOf } from '../choose-program.ts'
import { dialectOption } from '../dialect-option.ts'
import { readTaskFiles } from '../inputs.ts'
import { countFromOne, parseNumber, programMemoryOption } from '../option-values.ts'
import { parseSample } from '../sample-option.ts'
import { terminalOptions } from '../show/terminal-size.ts'
import { formatTrace } from '../show/trace-view.ts'
import { type UnusedCase, refuseUnused, unusedWithJson, warnOfUnused } from '../unused-options.ts'
import { addWatchedAction } from '../watch/watch-command.ts'

interface Options extends ChoiceOptions {
  readonly tasks?: string[]
  readonly sample?: SampleChoice
  readonly solver?: string
  readonly number?: number
  readonly measure?: true
  readonly budget?: number
  readonly programMemory?: number
  readonly width?: number
  readonly json?: true
}

const MAX_ROWS = 30

const UNUSED: readonly UnusedCase<Options>[] = [
  {
    option: 'number',
    isUnused: ({ solver }) => solver === undefined,
    when: 'without --solver',
    advice: 'Add --solver ID, or leave it out.',
  },
]
const NOT_IN_JSON = unusedWithJson<Options>('width')

/** Defines the command. */
export function define(command: Command): void {
  warnOfUnused(refuseUnused(command, UNUSED), NOT_IN_JSON)
    .addHelpText(
      'before',
      'Examples:\n  megabatt trace solvers.py --tasks arc-agi-1/training --task 67a3c6ac\n  megabatt trace solve_67a3c6ac --programs solvers.py --tasks arc-agi-1/training --sample test:1\n',
    )
    .argument('<program>', 'name of a program, a file with the program, or both as file:name')
    .option('--programs <paths...>', 'program files or folders to search; default: the built-in gallery')
    .addOption(dialectOption())
    .option('--tasks <paths...>', 'task files or folders; default: the built-in gallery')
    .option('--task <id>', 'the task; default: declared by the program, or the task whose id its name ends with')
    .option(
      '--sample <name>',
      'the sample: demo:N, test:N, or N, which counts demo pairs, then test pairs, from 1; default: the first failing sample',
      parseSample,
    )
    .option('--solver <id>', 'of a batt, only the statements of this solver; owner/differ for a differ')
    .option('--number <n>', 'with --solver: the number of the entry, if several have the same name', parseNumber)
    .option('--measure', 'set C to the expected output; otherwise C is None')
    .option('--budget <n>', 'maximum counted work of one statement', countFromOne)
    .addOption(programMemoryOption())
    .option('--width <n>', 'columns to draw in; default: those of the terminal, else 100', countFromOne)
    .option('--json', 'print the trace as JSON')
    .addHelpText('after', '\nExit code: 0 completed, 1 a strict program failed, 2 wrong use or bad input.')
  addWatchedAction(command, trace, (name, { programs, tasks }) => {
    const file = programs === undefined ? fileOf(name) : undefined
    return [...(file === undefined ? [] : [file]), ...(programs ?? []), ...(tasks ?? [])]
  })
}

async function trace(name: string, options: Options): Promise<void> {
  const tasks = options.tasks === undefined ? readGallery(options) : (await readTaskFiles(options.tasks)).dataset.tasks
  const { program: whole, task } = await chooseProgram(name, tasks, options)
  const program = options.solver === undefined ? whole : cutProgram(whole, options.solver, numberOf(options))
  const judged = options.sample === undefined ? await judgeSamples(program, task, options) : undefined
  const index = options.sample === undefined ? firstFailing(judged!) : findSample(task, options.sample)
  const sample = sampleOf(task, index)
  const traced = traceProgram(program, {
    demos: task.train,
    input: sample.input,
    candidate: options.measure === true ? sample.output : undefined,
    budget: options.budget,
    allowance: options.programMemory,
  })
  // A result that is merely too large to be shown is no failure.
  const failed = program.mode === 'strict' && traced.statements.at(-1)?.error !== undefined
  if (failed) process.exitCode = 1
  const head = { program: nameOf(whole, options), file: program.file, task: task.id, sample: nameSample(task, index) }
  const drawing = { ...terminalOptions(MAX_ROWS, options.width), layout: layoutOf(program.dialect) }
  const text = options.json
    ? JSON.stringify({ ...head, ...(judged === undefined ? {} : { samples: judged }), ...traced })
    : formatTrace(head, judged, sample, traced, drawing)
  process.stdout.write(`${text}\n`)
}

/** The tasks of the gallery with all samples that can be named, else with those of `run`. */
function readGallery({ sample }: Options): readonly Task[] {
  return galleryTasks(sample === undefined ? {} : { samples: GALLERY_SAMPLES })
}

/** The name of the program; with `--solver`, also that of the entry. */
function nameOf({ name }: Program, { solver }: Options): string {
  return solver === undefined ? name : `${name}/${solver}`
}

function numberOf({ number }: Options): CutOptions {
  return number === undefined ? {} : { number }
}

/** The results on all samples of the task, which decide the sample to trace. */
async function judgeSamples(program: Program, task: Task, options: Options): Promise<readonly SampleResult[]> {
  const settings = {
    measure: options.measure === true,
    budget: options.budget ?? DEFAULT_BUDGET,
    allowance: options.programMemory ?? DEFAULT_ALLOWANCE,
  }
  const dataset = makeDataset([task])
  const { results } = await runPrograms({ programs: [program], dataset, pairing: 'all', settings })
  return results[0]!.samples
}

/** The index of the first sample that is wrong or has no output; the first sample if there is none. */
function firstFailing(samples: readonly SampleResult[]): number {
  return Math.max(
    0,
    samples.findIndex(({ verdict }) => verdict !== 'right' && verdict !== 'unknown'),
  )
}
