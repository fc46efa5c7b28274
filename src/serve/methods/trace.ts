// `trace`: one program on one sample, statement by statement, as `megabatt trace --json` prints it.

import { cutProgram } from '../../batts/cut.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { findSample } from '../../data/find-sample.ts'
import { type SampleName, type Task, nameSample, sampleOf } from '../../data/task.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import { traceProgram } from '../../engine/trace/trace-program.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import type { Program } from '../../language/program.ts'
import type { Fields } from '../fields.ts'
import type { Method } from '../server-state.ts'

/** Traces the sample that was named, or the first that fails. */
export const trace: Method = async ({ programs, tasks }, { fields }) => {
  const id = fields.count('program')
  const taskId = fields.text('task')
  const sample = readSample(fields.object('sample'))
  const solver = fields.text('solver')
  const number = fields.count('number')
  const measure = fields.flag('measure')
  const budget = fields.count('budget', DEFAULT_BUDGET) ?? DEFAULT_BUDGET
  fields.finish()
  if (id === undefined) throw fields.missing('program', 'the id of a program')
  if (taskId === undefined) throw fields.missing('task', 'the id of a task')
  const whole = programs.get(id)
  const task = tasks.get(taskId)
  const program = solver === undefined ? whole : cutProgram(whole, solver, number === undefined ? {} : { number })
  const index = sample === undefined ? await findFailing(program, task, { measure, budget }) : findSample(task, sample)
  const { input, output } = sampleOf(task, index)
  const traced = traceProgram(program, { demos: task.train, input, candidate: measure ? output : undefined, budget })
  return { program: id, name: program.name, task: task.id, sample: nameSample(task, index), ...traced }
}

function readSample(fields: Fields | undefined): SampleName | undefined {
  if (fields === undefined) return undefined
  const set = fields.choice('set', ['demo', 'test'])
  const number = fields.count('number')
  fields.finish()
  if (set === undefined) throw fields.missing('set', 'demo or test')
  if (number === undefined) throw fields.missing('number', 'the number of the pair, from 1')
  return { set, number }
}

/** The index of the first sample that is wrong or failed; the first sample if there is none. */
async function findFailing(
  program: Program,
  task: Task,
  settings: { readonly measure: boolean; readonly budget: number },
): Promise<number> {
  const request = { programs: [program], dataset: makeDataset([task]), pairing: 'all', settings } as const
  const { samples } = (await runPrograms(request)).results[0]!
  const first = samples.findIndex(({ verdict }) => verdict !== 'right' && verdict !== 'unknown')
  return Math.max(0, first)
}
