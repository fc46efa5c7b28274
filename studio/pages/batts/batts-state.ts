// The chosen batt and task of the page, and their study by the engine.

import { computed, effect, signal } from '@preact/signals'
import type { Task } from '../../../src/data/task.ts'
import type { Program } from '../../../src/language/program.ts'
import { callEngine } from '../../engine/engine-pool.ts'
import type { BattStudy, StudiedSolver } from '../../engine/study-messages.ts'
import { notifyError } from '../../frame/notices.tsx'
import { goTo } from '../../frame/route.ts'
import { programs, programsByTask, taskById } from '../../state/library.ts'
import { linkToProgram, openText } from '../../state/workbench.ts'

/** A batt by file and name; undefined means all programs of the task. */
export const chosenBatt = signal<{ readonly name: string; readonly file: string } | undefined>(undefined)
export const chosenTask = signal<string | undefined>(undefined)

/** The loaded batts. */
export const batts = computed(() => programs.value.filter(({ mode }) => mode === 'guarded'))

/** The programs that are studied: the chosen batt, or all programs of the task. */
export const studiedPrograms = computed((): readonly Program[] => {
  const chosen = chosenBatt.value
  if (chosen === undefined)
    return chosenTask.value === undefined ? [] : (programsByTask.value.get(chosenTask.value) ?? [])
  return batts.value.filter(({ name, file }) => name === chosen.name && file === chosen.file)
})

export const study = signal<BattStudy | undefined>(undefined)
export const isStudying = signal(false)
/** The solver and the node that are marked in the graph. */
export const markedSolver = signal<number | undefined>(undefined)
export const markedNode = signal<number | undefined>(undefined)

/** The task that a batt belongs to by its name. */
export function taskOfBatt(name: string, file: string): string | undefined {
  for (const [task, own] of programsByTask.peek())
    if (own.some((program) => program.name === name && program.file === file)) return task
  return undefined
}

let generation = 0

/** Studies the chosen programs whenever they or the task change. */
export function startStudies(): void {
  effect(() => {
    const task = chosenTask.value === undefined ? undefined : taskById.value.get(chosenTask.value)
    const wanted = studiedPrograms.value
    const own = ++generation
    if (task === undefined || wanted.length === 0) {
      study.value = undefined
      return
    }
    void studyPrograms(wanted, task, own)
  })
}

async function studyPrograms(wanted: readonly Program[], task: Task, own: number): Promise<void> {
  isStudying.value = true
  try {
    const found = await callEngine('studyBatt', { programs: wanted, task })
    if (own !== generation) return
    study.value = found
    markedSolver.value = markedNode.value = undefined
  } catch (error) {
    notifyError(error)
  } finally {
    if (own === generation) isStudying.value = false
  }
}

/** Opens a solver in the editor: a strict program as it is, a candidate of a batt cut out of it. */
export async function openSolver({ program, id, number }: StudiedSolver, sample = 0): Promise<void> {
  const whole = studiedPrograms.peek()[program]!
  const task = chosenTask.peek()
  const place = { sample, ...(task === undefined ? {} : { task }) }
  if (id === null || number === null) {
    goTo(linkToProgram(whole.name, { file: whole.file, ...place }))
    return
  }
  try {
    const { name, text } = await callEngine('cutSolver', { batt: whole, id, number })
    const file = `cut from ${whole.name}`
    openText({ file, program: name, part: 'printed', original: text })
    goTo(linkToProgram(name, { file, ...place }))
  } catch (error) {
    notifyError(error)
  }
}
