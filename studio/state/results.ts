// The results of all programs on their tasks, computed in the background whenever either changes.

import { computed, effect, signal } from '@preact/signals'
import type { Task } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import type { PairVerdict } from '../../src/engine/run/pair-verdict.ts'
import { callEngine, parallelCalls } from '../engine/engine-pool.ts'
import { programsByTask, tasks } from './library.ts'

/** The results of each task, by its id; a task is missing while its programs have not run. */
export const resultsByTask = signal<ReadonlyMap<string, readonly PairResult[]>>(new Map())
/** The number of tasks whose programs are still to be run. */
export const pendingTasks = signal(0)

/** The best verdict of a task's programs; `none`: it has no program. */
export type TaskState = 'solved' | 'near' | 'unsolved' | 'none' | 'pending'

/** The state of each task. */
export const taskStates = computed(() => {
  const results = resultsByTask.value
  const paired = programsByTask.value
  return new Map(
    tasks.value.map(({ id }) => {
      const own = results.get(id)
      if (!paired.has(id)) return [id, 'none' as const]
      return [id, own === undefined ? ('pending' as const) : stateOf(own)]
    }),
  )
})

function stateOf(results: readonly PairResult[]): TaskState {
  const has = (...wanted: PairVerdict[]) => results.some(({ verdict }) => wanted.includes(verdict))
  if (has('solved', 'passes-demos')) return 'solved'
  return has('near') ? 'near' : 'unsolved'
}

// More parts than workers, so that a slow one does not hold up the rest.
const PARTS_PER_WORKER = 4
const MAX_PART = 16

let generation = 0

let isStarted = false

/** Runs the programs, and again whenever programs or tasks change. */
export function startRuns(): void {
  if (isStarted) return
  isStarted = true
  effect(() => {
    const paired = programsByTask.value
    void runAll(
      tasks.value.filter(({ id }) => paired.has(id)),
      ++generation,
    )
  })
}

async function runAll(wanted: readonly Task[], own: number): Promise<void> {
  resultsByTask.value = new Map()
  pendingTasks.value = wanted.length
  const size = Math.max(1, Math.min(MAX_PART, Math.ceil(wanted.length / (parallelCalls * PARTS_PER_WORKER))))
  const parts = Array.from({ length: Math.ceil(wanted.length / size) }, (_, k) =>
    wanted.slice(k * size, (k + 1) * size),
  )
  await Promise.all(parts.map((part) => runPart(part, own)))
}

async function runPart(part: readonly Task[], own: number): Promise<void> {
  const programs = part.flatMap(({ id }) => programsByTask.peek().get(id) ?? [])
  const results = await callEngine('run', { programs, tasks: part }, 'batch').catch(() => [])
  if (own !== generation) return
  const byTask = new Map(resultsByTask.peek())
  for (const { id } of part) byTask.set(id, [])
  for (const result of results) byTask.set(result.task, [...byTask.get(result.task)!, result])
  resultsByTask.value = byTask
  pendingTasks.value -= part.length
}
