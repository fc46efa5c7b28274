// The open program: its text, its task and sample, and everything that the engine says about it. Every change runs at once.

import { batch, computed, effect, signal } from '@preact/signals'
import { sampleOf } from '../../src/data/task.ts'
import { callEngine } from '../engine/engine-pool.ts'
import type { Inspection, OpenedProgram } from '../engine/messages.ts'
import { goTo, linkTo } from '../frame/route.ts'
import { notify, notifyError } from '../frame/notices.tsx'
import { programFiles, programs, taskById } from './library.ts'

/** A program in the editor. */
export interface OpenDocument {
  readonly file: string
  /** The name of the program when it was opened; edits can change it. */
  readonly program: string
  readonly part: OpenedProgram['part']
  /** The text as it was opened. */
  readonly original: string
}

export const openDocument = signal<OpenDocument | undefined>(undefined)
/** The text in the editor. */
export const text = signal('')
export const taskId = signal<string | undefined>(undefined)
/** The sample: demo pairs, then test pairs, from 0. */
export const sample = signal(0)
/** The current step: an index into the statements of the trace. */
export const step = signal(0)
/** Sets C to the expected output, as while measuring. */
export const measure = signal(false)
/** What the engine says about the newest text that it has seen; stays until the next answer is there. */
export const inspection = signal<Inspection | undefined>(undefined)
/** The time from an edit to its answer, in milliseconds. */
export const roundTripMs = signal(0)

export const task = computed(() => (taskId.value === undefined ? undefined : taskById.value.get(taskId.value)))
export const sampleCount = computed(() =>
  task.value === undefined ? 0 : task.value.train.length + task.value.test.length,
)
export const currentPair = computed(() =>
  task.value === undefined ? undefined : sampleOf(task.value, Math.min(sample.value, sampleCount.value - 1)),
)
/** The steps of the current trace. */
export const steps = computed(() => inspection.value?.trace?.statements ?? [])

/** Edited texts of programs that are not open, by file and name. */
const drafts = new Map<string, string>()
const keyOf = ({ file, program }: { readonly file: string; readonly program: string }) => `${file}\n${program}`

/** The link to a program on a sample of a task; `file` tells programs of the same name apart. */
export function linkToProgram(
  program: string,
  query: { readonly file?: string; readonly task?: string; readonly sample?: number } = {},
): string {
  return linkTo('program', [program], query)
}

/** Opens a program of the library by its name, and by its file where several have the name. */
export async function openLibraryProgram(name: string, file?: string): Promise<void> {
  const found = programs.peek().find((one) => one.name === name && (file === undefined || one.file === file))
  const source = programFiles.peek().find((one) => one.name === found?.file)
  if (found === undefined || source === undefined) return
  const own = ++openings
  const opened = await callEngine('openProgram', { file: source, program: name })
  // Another program was opened in the meantime.
  if (own !== openings) return
  const document = { file: source.name, program: name, part: opened.part, original: opened.text }
  keepDraft()
  openText(document, drafts.get(keyOf(document)) ?? opened.text)
}

let openings = 0

/** Opens a text that is no file of the library: a program cut out of a batt, or one of a link. */
export function openText(document: OpenDocument, content = document.original): void {
  openings++
  keepDraft()
  batch(() => {
    openDocument.value = document
    text.value = content
    step.value = 0
  })
}

/** Shows another text in the place of the open one. */
export function editText(content: string): void {
  text.value = content
}

/** Discards the edits of the open program. */
export function revert(): void {
  const document = openDocument.peek()
  if (document === undefined) return
  drafts.delete(keyOf(document))
  text.value = document.original
}

function keepDraft(): void {
  const document = openDocument.peek()
  if (document === undefined) return
  if (text.peek() === document.original) drafts.delete(keyOf(document))
  else drafts.set(keyOf(document), text.peek())
}

/** Goes to a step, as far as there are steps. */
export function goToStep(wanted: number): void {
  step.value = Math.max(0, Math.min(steps.peek().length - 1, wanted))
}

/** Goes to a sample; after the last comes the first. */
export function goToSample(wanted: number): void {
  const count = sampleCount.peek()
  const document = openDocument.peek()
  if (count === 0 || document === undefined) return
  const next = (wanted + count) % count
  const { file, program } = document
  goTo(
    linkToProgram(program, { file, ...(taskId.peek() === undefined ? {} : { task: taskId.peek()! }), sample: next }),
    {
      replace: true,
    },
  )
}

let isBusy = false
let isStale = false

/** Shows the new text of the open program when its file changes, unless it was edited here. */
async function reopen(): Promise<void> {
  const document = openDocument.peek()
  const source = programFiles.peek().find(({ name }) => name === document?.file)
  if (document === undefined || source === undefined) return
  const opened = await callEngine('openProgram', { file: source, program: document.program })
  if (opened.text === document.original || openDocument.peek() !== document) return
  const isEdited = text.peek() !== document.original
  openDocument.value = { ...document, part: opened.part, original: opened.text }
  if (!isEdited) text.value = opened.text
  else notify('note', `${document.file} has changed; the editor keeps your edits.`)
}

/** Inspects the text whenever it, the task or the sample changes; while one call runs, only the newest state waits. */
export function startInspections(): void {
  effect(() => {
    void programFiles.value
    reopen().catch(notifyError)
  })
  effect(() => {
    const isReady = openDocument.value !== undefined
    void [text.value, task.value, sample.value, measure.value]
    if (isReady) void inspectNewest()
  })
}

async function inspectNewest(): Promise<void> {
  isStale = true
  if (isBusy) return
  isBusy = true
  try {
    while (isStale) {
      isStale = false
      await inspectOnce()
    }
  } finally {
    isBusy = false
  }
}

async function inspectOnce(): Promise<void> {
  const started = performance.now()
  const { file } = openDocument.peek()!
  const params = {
    file: { name: file, text: text.peek() },
    task: task.peek(),
    sample: sample.peek(),
    measure: measure.peek(),
  }
  try {
    const name = openDocument.peek()!.program
    const found = await callEngine('inspect', { ...params, program: name })
    batch(() => {
      inspection.value = found
      roundTripMs.value = performance.now() - started
      if (step.peek() >= steps.value.length) step.value = Math.max(0, steps.value.length - 1)
    })
  } catch (error) {
    notifyError(error)
  }
}
