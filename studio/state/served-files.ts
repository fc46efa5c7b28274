// The files of `megabatt studio`: asked for at the start, and again when they change.

import type { SharedFile, SharedList } from '../../src/cli/studio/shared-list.ts'
import type { SourceFile } from '../engine/messages.ts'
import { notify, notifyError } from '../frame/notices.tsx'
import { followEvolution } from './evolution.ts'
import { isLoading, loadGallery, loadPrograms, loadTasks, resultFiles } from './library.ts'

/** Whether a server has files for this page; the static build has none. */
export const isServed = 'served' in document.documentElement.dataset

const texts = new Map<number, { readonly version: string; readonly text: Promise<string> }>()
let shown: Partial<Record<keyof SharedList, string>> | undefined

/** Loads the files of the server; the gallery in the place of tasks or programs that it has none of. */
export async function loadServedFiles(): Promise<void> {
  const list = await fetchList()
  if (list.tasks.length === 0 || list.programs.length === 0) await loadGallery(list)
  await showChanged(list)
  isLoading.value = false
  const changes = new EventSource('./changes')
  changes.addEventListener('message', () => {
    fetchList().then(showChanged).catch(notifyError)
  })
}

async function fetchList(): Promise<SharedList> {
  const response = await fetch('./files')
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as SharedList
}

/** Loads the kinds of files of which one has changed. */
async function showChanged(list: SharedList): Promise<void> {
  const before = shown
  const spell = (files: readonly SharedFile[]) => JSON.stringify(files)
  const now = {
    tasks: spell(list.tasks),
    programs: spell(list.programs),
    results: spell(list.results),
    evolutions: spell(list.evolutions),
  }
  shown = now
  const has = (kind: keyof SharedList) => list[kind].length > 0 && now[kind] !== before?.[kind]
  if (has('tasks')) await loadTasks(await fetchTexts(list.tasks))
  if (has('programs')) await loadPrograms(await fetchTexts(list.programs))
  // A log grows all the time, which needs no note.
  if (has('evolutions')) await followEvolution(list.evolutions[0]!)
  if (has('results')) resultFiles.value = await Promise.all(list.results.map(fetchFile))
  if (before !== undefined && (has('tasks') || has('programs') || has('results')))
    notify('note', 'Files have changed and were loaded again.')
}

function fetchTexts(files: readonly SharedFile[]): Promise<SourceFile[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await fetchText(file) })))
}

/** The text of a file, asked for once for each version. */
function fetchText({ id, version }: SharedFile): Promise<string> {
  const known = texts.get(id)
  if (known?.version === version) return known.text
  const text = fetch(`./files/${id}`).then((response) => response.text())
  texts.set(id, { version, text })
  return text
}

async function fetchFile({ id, name }: SharedFile): Promise<File> {
  const response = await fetch(`./files/${id}`)
  return new File([await response.blob()], name)
}
