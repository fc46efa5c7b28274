// Opens files that a person dropped, picked or pasted: recognises what each is, and loads it. Files never leave the machine.

import type { SourceFile } from '../engine/messages.ts'
import { notify, notifyError } from '../frame/notices.tsx'
import { benchFile, loadPrograms, loadTasks, resultFiles } from './library.ts'
import { openEvolution } from './evolution.ts'
import { type FileKind, recognizeFile } from './recognize-file.ts'

const HEAD_BYTES = 4096
const MAX_TEXT_BYTES = 512 * 1024 * 1024
const MAX_FILES = 20_000

/** Opens files; those that belong together, such as Kaggle's challenges and solutions, must be given together. */
export async function openFiles(files: readonly File[]): Promise<void> {
  try {
    await openAll(files.slice(0, MAX_FILES))
  } catch (error) {
    notifyError(error)
  }
}

/** Opens a text as a file without a name. */
export async function openText(text: string): Promise<void> {
  if (text.trim() === '') return
  await openFiles([new File([text], 'pasted')])
}

async function openAll(files: readonly File[]): Promise<void> {
  const byKind: Record<FileKind, File[]> = { programs: [], tasks: [], results: [], bench: [], evolution: [], other: [] }
  for (const file of files) byKind[recognizeFile(nameOf(file), await readHead(file))].push(file)
  const { programs, tasks, results, bench, evolution, other } = byKind
  if (tasks.length > 0) await loadTasks(await readTexts(tasks))
  if (programs.length > 0) await loadPrograms(await readTexts(programs))
  if (results.length > 0) resultFiles.value = results
  if (bench.length > 0) benchFile.value = bench[0]
  if (evolution.length > 0) await openEvolution(evolution[0]!)
  const parts = [
    count(tasks, 'task file'),
    count(programs, 'program file'),
    count(results, 'result file'),
    count(bench, 'benchmark'),
    count(evolution, 'evolution'),
    ...(other.length > 0 ? [`${count(other, 'file')} left out`] : []),
  ].filter((part) => part !== '')
  if (other.length < files.length) notify('note', `Opened ${parts.join(', ')}.`)
  else if (files.length > 0)
    notify(
      'problem',
      'None of these files has tasks, programs or results.',
      'Tasks are JSON, programs are Python or JSON, results are written by megabatt run --out, logs by megabatt evolve --out.',
    )
}

function count(files: readonly File[], noun: string): string {
  return files.length === 0 ? '' : `${files.length} ${noun}${files.length === 1 ? '' : 's'}`
}

function nameOf(file: File): string {
  return file.webkitRelativePath === '' ? file.name : file.webkitRelativePath
}

async function readHead(file: File): Promise<string> {
  return file.slice(0, HEAD_BYTES).text()
}

async function readTexts(files: readonly File[]): Promise<SourceFile[]> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > MAX_TEXT_BYTES) throw new Error('These files have more than 512 MB: open fewer of them at a time.')
  return Promise.all(files.map(async (file) => ({ name: nameOf(file), text: await file.text() })))
}

/** The files of a drop, those in dropped folders too. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<File[]> {
  // Entries are only there until the event is over.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (!entries.some((entry) => entry.isDirectory)) return [...files]
  const found: File[] = []
  for (const entry of entries) await walk(entry, found)
  return found
}

async function walk(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MAX_FILES || entry.name.startsWith('.')) return
  if (entry.isFile) {
    found.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)))
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A browser gives the entries of a folder in portions, the last of which is empty.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return
    for (const inner of part) await walk(inner, found)
  }
}
