// `megabatt tour`: what Megabatt does, on one screen, with the built-in gallery. `npm start` runs it.

import type { Command } from 'commander'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { GALLERY_SAMPLES, galleryFiles, galleryPrograms, galleryTasks } from '../../data/gallery.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { type Task, sampleOf } from '../../data/task.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import { traceProgram } from '../../engine/trace/trace-program.ts'
import type { Program } from '../../language/program.ts'
import { type EngineOptions, addEngineOption, chooseEngine } from '../engine-option.ts'
import { countFromOne } from '../option-values.ts'
import { terminalOptions } from '../show/terminal-size.ts'
import { type TourProgram, formatTour } from '../show/tour-view.ts'

interface Options extends EngineOptions {
  readonly width?: number
}

/** The task of the tour and the samples to draw, which are small; the wrong program fails on the first of them. */
const TOUR = { id: 'stepaway', drawn: [4, 10], solver: 'solve_stepaway', wrong: 'solve_closer_stepaway' }

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText('before', 'Example:\n  megabatt tour\n')
  addEngineOption(command)
    .option('--width <n>', 'columns to draw in; default: those of the terminal, else 100', countFromOne)
    .addHelpText('after', '\nExit code: 0 shown, 2 wrong use.')
    .action(show)
}

async function show(options: Options): Promise<void> {
  const programs = galleryPrograms()
  const named = (name: string) => programs.find((program) => program.name === name)!
  const pair = [named(TOUR.solver), named(TOUR.wrong)] as const
  const { text: source } = galleryFiles().find(({ name }) => name === pair[0].file)!
  // All samples: planning is then a small part of the time.
  const tasks = galleryTasks({ samples: GALLERY_SAMPLES })
  const task = tasks.find(({ id }) => id === TOUR.id)!
  const [solver, wrong] = await judge(pair, task)
  const input = sampleOf(task, TOUR.drawn[0]!).input
  const { result } = traceProgram(pair[1], { demos: task.train, input })
  const tour = {
    title: source.slice(`# ${TOUR.id}: `.length, source.indexOf('\n')),
    task,
    drawn: TOUR.drawn,
    source,
    solver: solver!,
    wrong: wrong!,
    output: result!,
    gallery: await runGallery(programs, tasks, options),
  }
  process.stdout.write(`${formatTour(tour, terminalOptions(Infinity, options.width)).join('\n')}\n`)
}

async function judge(programs: readonly Program[], task: Task): Promise<TourProgram[]> {
  const { results } = await runPrograms({ programs, dataset: makeDataset([task]), pairing: 'all' })
  return results.map(({ samples }, k) => ({
    name: programs[k]!.name,
    right: samples.filter(({ verdict }) => verdict === 'right').length,
  }))
}

async function runGallery(programs: readonly Program[], tasks: readonly Task[], options: Options): Promise<RunReport> {
  const backend = new CpuBackend({ engine: chooseEngine(options) })
  try {
    const dataset = makeDataset(tasks)
    return await runPrograms({ programs, dataset, pairing: 'own', settings: { outputs: 'none' }, backend })
  } finally {
    await backend.close()
  }
}
