// The tasks that pass the filters of the page.

import { computed, signal } from '@preact/signals'
import { type Task, samplesOf } from '../../../src/data/task.ts'
import { programsByTask, tasks } from '../../state/library.ts'
import { type TaskState, taskStates } from '../../state/results.ts'

/** Sizes by the largest side of any grid of a task. */
export const SIZES = ['any', 'up to 10', '11 to 20', 'over 20'] as const
export type SizeFilter = (typeof SIZES)[number]
export const STATES = ['solved', 'near', 'unsolved', 'none'] as const
export type StateFilter = 'any' | (typeof STATES)[number]

export const search = signal('')
export const stateFilter = signal<StateFilter>('any')
export const sizeFilter = signal<SizeFilter>('any')
/** Colours that a task must have, all of them. */
export const colorFilter = signal<ReadonlySet<number>>(new Set())

/** Facts about a task that filters compare. */
export interface TaskFacts {
  readonly largestSide: number
  /** A bit for each colour. */
  readonly colors: number
}

const facts = new WeakMap<Task, TaskFacts>()

/** The facts about a task, computed once. */
export function factsOf(task: Task): TaskFacts {
  let known = facts.get(task)
  if (known === undefined) {
    known = collectFacts(task)
    facts.set(task, known)
  }
  return known
}

function collectFacts(task: Task): TaskFacts {
  let [largestSide, colors] = [0, 0]
  for (const { input, output } of samplesOf(task)) {
    for (const grid of output === undefined ? [input] : [input, output]) {
      largestSide = Math.max(largestSide, grid.height, grid.width)
      for (const color of grid.cells) colors |= 1 << color
    }
  }
  return { largestSide, colors }
}

function hasSize(side: number, wanted: SizeFilter): boolean {
  switch (wanted) {
    case 'any':
      return true
    case 'up to 10':
      return side <= 10
    case '11 to 20':
      return side > 10 && side <= 20
    case 'over 20':
      return side > 20
    default:
      throw wanted satisfies never
  }
}

/** The tasks that pass all filters but that of the state, which are counted by state. */
const candidates = computed(() => {
  const words = search.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  let colors = 0
  for (const color of colorFilter.value) colors |= 1 << color
  return tasks.value.filter((task) => {
    const own = factsOf(task)
    if ((own.colors & colors) !== colors || !hasSize(own.largestSide, sizeFilter.value)) return false
    return words.every((word) => textOf(task).includes(word))
  })
})

/** The text that is searched: the id and the names of the task's programs. */
function textOf({ id }: Task): string {
  const names = (programsByTask.value.get(id) ?? []).map(({ name }) => name)
  return [id, ...names].join(' ').toLowerCase()
}

/** The tasks that are shown. */
export const shownTasks = computed(() => {
  const wanted = stateFilter.value
  if (wanted === 'any') return candidates.value
  return candidates.value.filter(({ id }) => taskStates.value.get(id) === wanted)
})

/** The number of tasks in each state among those that pass the other filters. */
export const stateCounts = computed(() => {
  const counts: Record<TaskState, number> = { solved: 0, near: 0, unsolved: 0, none: 0, pending: 0 }
  for (const { id } of candidates.value) counts[taskStates.value.get(id) ?? 'pending']++
  return { ...counts, any: candidates.value.length }
})

/** Shows all tasks again. */
export function clearFilters(): void {
  search.value = ''
  stateFilter.value = 'any'
  sizeFilter.value = 'any'
  colorFilter.value = new Set()
}
