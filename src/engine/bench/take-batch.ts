// Batches of an exact number of samples, from the tasks of a workload.

import { type Pair, type Task, samplesOf } from '../../data/task.ts'
import { UserError } from '../../language/errors.ts'
import type { Program } from '../../language/program.ts'
import { type Pairing, pairPrograms } from '../run/pair-programs.ts'

/** The tasks that programs run on, with at least one sample: only these are in batches. */
export function pairedTasks(programs: readonly Program[], tasks: readonly Task[], pairing: Pairing): Task[] {
  return pairPrograms(programs, tasks, pairing)
    .flatMap((group) => group.tasks)
    .toSorted((a, b) => a - b)
    .map((t) => tasks[t]!)
    .filter((task) => samplesOf(task).length > 0)
}

/**
 * The tasks with exactly `size` samples in all: the first samples in the order of the tasks, demo pairs before test pairs.
 * If there are fewer, all are repeated in the same order, as further test pairs of their own tasks: S stays as it is.
 */
export function takeBatch(tasks: readonly Task[], size: number): Task[] {
  const total = tasks.reduce((sum, task) => sum + samplesOf(task).length, 0)
  if (total === 0) throw new UserError('nothing-paired', 'A batch needs at least one sample')
  const rounds = Math.floor(size / total)
  let left = size % total
  const batch: Task[] = []
  for (const { id, train, test } of tasks) {
    const own: readonly Pair[] = [...train, ...test]
    const extra = Math.min(left, own.length)
    left -= extra
    if (rounds === 0) {
      if (extra > 0)
        batch.push({ id, train: train.slice(0, extra), test: test.slice(0, Math.max(0, extra - train.length)) })
      continue
    }
    const repeated = Array.from({ length: rounds - 1 }, () => own).flat()
    batch.push({ id, train, test: [...test, ...repeated, ...own.slice(0, extra)] })
  }
  return batch
}
