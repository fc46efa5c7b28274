// The parameters that `run` and `score` have in common.

import type { RunSettings } from '../backends/backend.ts'
import { type Dataset, samplesOf } from '../data/task.ts'
import { type Pairing, pairPrograms } from '../engine/run/pair-programs.ts'
import { MAX_ALLOWANCE } from '../kernel/heap-growth.ts'
import { LimitError, UserError } from '../language/errors.ts'
import { formatCount } from '../language/format-count.ts'
import type { Program } from '../language/program.ts'
import type { Fields } from './fields.ts'
import type { ServerState } from './server-state.ts'
import type { SampleSelection } from './task-store.ts'

/** How the programs of a request run. */
interface RunManner {
  readonly pairing: Pairing
  readonly settings: Partial<Pick<RunSettings, 'budget' | 'allowance'>>
  readonly keepUnused: boolean
}

/** The parameters as they were given: programs and tasks by id, all of them where there are none. */
export interface RunFields extends RunManner {
  readonly programs: readonly number[] | undefined
  readonly tasks: readonly string[] | undefined
  readonly samples: SampleSelection | undefined
}

/** The programs, with their ids, and the tasks of a run. */
export interface SelectedRun extends RunManner {
  readonly ids: readonly number[]
  readonly programs: readonly Program[]
  readonly dataset: Dataset
}

/** Reads the parameters. */
export function readRunFields(fields: Fields): RunFields {
  const budget = fields.count('budget')
  const allowance = fields.count('programMemory', MAX_ALLOWANCE)
  return {
    programs: fields.integers('programs'),
    tasks: fields.texts('tasks'),
    samples: fields.choice('samples', ['all', 'demos']),
    pairing: fields.choice('pair', ['own', 'all']) ?? 'own',
    settings: { ...(budget === undefined ? {} : { budget }), ...(allowance === undefined ? {} : { allowance }) },
    keepUnused: fields.flag('keepUnused'),
  }
}

/** Finds programs and tasks, and refuses a run of nothing and a run that is too large. */
export function selectRun({ programs: store, tasks, options }: ServerState, fields: RunFields): SelectedRun {
  const { pairing, settings, keepUnused } = fields
  const { ids, programs } = store.select(fields.programs)
  const dataset = tasks.select(fields.tasks, fields.samples)
  const { programsOfRun, evaluationsOfTask } = options.limits
  if (ids.length > programsOfRun) throw tooLarge(`A run has at most ${formatCount(programsOfRun)} programs`)
  const groups = pairPrograms(programs, dataset.tasks, pairing)
  const sampleCount = (t: number) => samplesOf(dataset.tasks[t]!).length
  if (!groups.some((group) => group.tasks.some((t) => sampleCount(t) > 0)))
    throw nothingPaired(programs.length, dataset.tasks.length, pairing)
  const isLarge = groups.some(({ programs: own, tasks: on }) =>
    on.some((t) => own.length * sampleCount(t) > evaluationsOfTask),
  )
  if (isLarge) throw tooLarge(`A run has at most ${formatCount(evaluationsOfTask)} evaluations on one task`)
  return { ids, programs, dataset, pairing, settings, keepUnused }
}

function nothingPaired(programCount: number, taskCount: number, pairing: Pairing): UserError {
  const advice =
    pairing === 'own'
      ? 'A program’s own task is the one that it declares, or whose id its name or file name ends with. Run all on all with "pair": "all".'
      : 'Add programs with addPrograms and tasks with loadTasks.'
  return new UserError('nothing-paired', `None of ${programCount} programs has its task among ${taskCount}`, { advice })
}

function tooLarge(message: string): LimitError {
  return new LimitError('run-too-large', message, { advice: 'Run a part of the programs at a time.' })
}
