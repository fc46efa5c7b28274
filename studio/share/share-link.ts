// Links that contain the open program with its task: made here, and opened here.

import { batch, effect } from '@preact/signals'
import { gridToRows } from '../../src/data/grid-rows.ts'
import type { GridData, Task } from '../../src/data/task.ts'
import { callEngine } from '../engine/engine-pool.ts'
import { notifyError } from '../frame/notices.tsx'
import { goTo, linkTo, route } from '../frame/route.ts'
import { isLoading, tasks } from '../state/library.ts'
import { inspection, linkToProgram, openDocument, openText, sample, task, text } from '../state/workbench.ts'
import { decodeShared, encodeShared } from './link-codec.ts'

/** The address with the open program, its task and the sample in its fragment. */
export async function makeLink(): Promise<string> {
  const document = openDocument.peek()
  if (document === undefined) throw new Error('No program is open.')
  const own = task.peek()
  const share = await encodeShared({
    text: text.peek(),
    program: inspection.peek()?.program?.name ?? document.program,
    sample: sample.peek(),
    ...(own === undefined ? {} : { task: { id: own.id, json: toJson(own) } }),
  })
  return `${location.href.replace(/#.*$/s, '')}${linkTo('program', [], { share })}`
}

/** Opens the content of links as they are followed. */
export function watchLinks(): void {
  effect(() => {
    const { share } = route.value.query
    if (isLoading.value || share === undefined) return
    openShared(share).catch((error: unknown) => {
      notifyError(error)
      goTo(linkTo('program'), { replace: true })
    })
  })
}

async function openShared(share: string): Promise<void> {
  const shared = await decodeShared(share)
  const found = shared.task === undefined ? undefined : await readShared(shared.task)
  batch(() => {
    if (found !== undefined) addTask(found)
    const file = 'shared.py'
    openText({ file, program: shared.program, part: 'file', original: shared.text })
    const place = found === undefined ? {} : { task: found.id, sample: Math.max(0, shared.sample) }
    goTo(linkToProgram(shared.program, { file, ...place }), { replace: true })
  })
}

/** The engine reads it like the file of a stranger. */
async function readShared({ id, json }: { readonly id: string; readonly json: unknown }): Promise<Task> {
  const [found] = await callEngine('readTasks', { files: [{ name: 'shared.json', text: JSON.stringify(json) }] })
  if (found === undefined) throw new Error('The link has no task.')
  return { ...found, id: id.slice(0, 100) }
}

/** Adds a task; it takes the place of one with the same id and other grids. */
function addTask(added: Task): void {
  const known = tasks.peek().find(({ id }) => id === added.id)
  if (known === undefined) tasks.value = [added, ...tasks.peek()]
  else if (JSON.stringify(toJson(known)) !== JSON.stringify(toJson(added)))
    tasks.value = [added, ...tasks.peek().filter((one) => one !== known)]
}

function toJson({ train, test }: Task): object {
  const pair = ({ input, output }: { readonly input: GridData; readonly output?: GridData }) => ({
    input: gridToRows(input),
    ...(output === undefined ? {} : { output: gridToRows(output) }),
  })
  return { train: train.map(pair), test: test.map(pair) }
}
