// The open result file: its sums, the query of its list, and the rows around the visible part.

import { computed, effect, signal } from '@preact/signals'
import type { PairVerdict } from '../../../src/engine/run/pair-verdict.ts'
import { notifyError } from '../../frame/notices.tsx'
import type { RowQuery, SortKey } from '../../runs/order-rows.ts'
import { ownResultFile } from '../../runs/own-results.ts'
import type { ResultRow } from '../../runs/result-columns.ts'
import { callResults, dropResults } from '../../runs/results-client.ts'
import type { OpenedResults } from '../../runs/results-messages.ts'
import { programs, resultFiles, tasks } from '../../state/library.ts'
import { pendingTasks, resultsByTask, startRuns } from '../../state/results.ts'
import { linkToProgram } from '../../state/workbench.ts'

/** The file that is shown. */
export const openFile = signal<File | undefined>(undefined)
export const opened = signal<OpenedResults | undefined>(undefined)
/** The part of the file that has been read, from 0 to 1; undefined while nothing is read. */
export const progress = signal<{ readonly share: number; readonly pairs: number } | undefined>(undefined)
export const query = signal<RowQuery>({ sort: 'pair', descending: false, verdicts: [], text: '' })
/** The number of rows of the query. */
export const rowCount = signal(0)
/** Changes with every new list, so that rows of an older one are not shown. */
export const listVersion = signal(0)

/** The results of the loaded programs, once all have run. */
const ownFile = computed(() => {
  if (pendingTasks.value > 0 || resultsByTask.value.size === 0) return undefined
  const byTask = resultsByTask.value
  return ownResultFile(tasks.value.flatMap(({ id }) => byTask.get(id) ?? []))
})

/** Opens result files as they are given, else the results of the loaded programs. */
export function startResults(): void {
  effect(() => {
    if (resultFiles.value.length === 0) startRuns()
    const wanted = resultFiles.value[0] ?? ownFile.value
    if (wanted !== undefined && wanted !== openFile.peek()) void openResults(wanted)
  })
}

/** Reads a file and lists its pairs. */
export async function openResults(file: File): Promise<void> {
  dropResults()
  openFile.value = file
  opened.value = undefined
  progress.value = { share: 0, pairs: 0 }
  try {
    const onProgress = (bytes: number, pairs: number) => (progress.value = { share: bytes / file.size, pairs })
    const found = await callResults('open', { file }, onProgress)
    if (openFile.peek() !== file) return
    opened.value = found
    progress.value = undefined
    await makeList(query.peek())
  } catch (error) {
    if (openFile.peek() !== file) return
    progress.value = undefined
    openFile.value = undefined
    notifyError(error)
  }
}

/** Changes parts of the query and makes the list again. */
export function changeQuery(change: Partial<RowQuery>): void {
  query.value = { ...query.peek(), ...change }
  if (opened.peek() !== undefined) makeList(query.peek()).catch(notifyError)
}

/** Sorts by a key; the same key again reverses the order. */
export function sortBy(sort: SortKey): void {
  const { sort: current, descending } = query.peek()
  changeQuery({ sort, descending: sort === current && !descending })
}

/** Adds a verdict to the filter, or takes it away. */
export function toggleVerdict(verdict: PairVerdict): void {
  const { verdicts } = query.peek()
  changeQuery({
    verdicts: verdicts.includes(verdict) ? verdicts.filter((one) => one !== verdict) : [...verdicts, verdict],
  })
}

async function makeList(wanted: RowQuery): Promise<void> {
  const { count } = await callResults('query', wanted)
  if (wanted !== query.peek()) return
  blocks.clear()
  rowCount.value = count
  listVersion.value++
}

const BLOCK_ROWS = 200
const MAX_BLOCKS = 50
const blocks = new Map<number, readonly ResultRow[] | 'asked'>()

/** A row of the list, if it is here; otherwise it is asked for, and `listVersion` changes when it comes. */
export function rowAt(at: number): ResultRow | undefined {
  const block = Math.floor(at / BLOCK_ROWS)
  const known = blocks.get(block)
  if (known === undefined) void fetchBlock(block)
  return known === undefined || known === 'asked' ? undefined : known[at % BLOCK_ROWS]
}

async function fetchBlock(block: number): Promise<void> {
  if (blocks.size >= MAX_BLOCKS) blocks.clear()
  blocks.set(block, 'asked')
  const version = listVersion.peek()
  const from = block * BLOCK_ROWS
  try {
    const rows = await callResults('rows', { from, to: from + BLOCK_ROWS })
    if (version !== listVersion.peek() && blocks.get(block) !== 'asked') return
    blocks.set(block, rows)
    listVersion.value++
  } catch {
    // Another file was opened.
  }
}

/** The loaded program that a row is of: by name and file, else by name and the end of the file's path, else by its only name. */
export function programOf({ program, file }: Pick<ResultRow, 'program' | 'file'>) {
  const named = programs.value.filter(({ name }) => name === program)
  const base = (path: string) => path.replace(/^.*[/\\]/s, '')
  return (
    named.find((one) => one.file === file) ??
    named.find((one) => base(one.file) === base(file)) ??
    (named.length === 1 ? named[0] : undefined)
  )
}

/** The link to the steps of a row on a sample; undefined while its program or task is not loaded. */
export function linkToSteps(row: Pick<ResultRow, 'program' | 'file' | 'task'>, sample: number): string | undefined {
  const found = programOf(row)
  if (found === undefined || !tasks.value.some(({ id }) => id === row.task)) return undefined
  return linkToProgram(found.name, { file: found.file, task: row.task, sample })
}
