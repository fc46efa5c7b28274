// Lists the task files of given paths: files themselves, and the task files in folders.

import type { Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../language/errors.ts'

/** An existing file and its size. */
export interface ListedFile {
  readonly path: string
  readonly byteLength: number
}

/** The most levels of nested folders, and the most files and folders in all. */
export const MAX_FOLDER_DEPTH = 4
const MAX_ENTRIES = 100_000

/**
 * The files of some paths, in their order. A folder stands for all `*.json` in it, sorted by name, so that the order is the
 * same on every machine; hidden entries and node_modules are left out. A UserError if a path leads to no file.
 */
export async function listTaskFiles(paths: readonly string[]): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for (const path of paths) {
    const found = await statOf(path)
    if (found.isDirectory()) files.push(...(await listFolder(path)))
    else if (found.isFile()) files.push({ path, byteLength: found.size })
    else throw unreadable(path, new Error('it is neither a file nor a folder'))
  }
  if (files.length === 0)
    throw new UserError('task-missing', 'No file of tasks is named', { advice: 'Name a file or a folder.' })
  return files
}

/** The error for a file or folder that cannot be read. */
export function unreadable(path: string, cause: unknown): UserError {
  return new UserError('file-unreadable', `${path} cannot be read: ${(cause as Error).message}`, {
    place: { file: path },
    advice: 'Check its name and its permissions.',
    cause,
  })
}

async function listFolder(path: string): Promise<ListedFile[]> {
  const walk = new FolderWalk(path)
  await walk.enter(path, 0)
  const files = await Promise.all(walk.paths.map(listFile))
  const regular = files.filter((file) => file !== undefined)
  if (regular.length > 0) return regular
  throw new UserError('task-missing', `The folder ${path} has no .json file in it`, {
    place: { file: path },
    advice: `Folders are looked into ${MAX_FOLDER_DEPTH} levels deep; hidden ones and node_modules are left out.`,
  })
}

/** Undefined for anything but a regular file: reading a pipe might never end. */
async function listFile(path: string): Promise<ListedFile | undefined> {
  const found = await statOf(path)
  return found.isFile() ? { path, byteLength: found.size } : undefined
}

class FolderWalk {
  readonly paths: string[] = []
  readonly #root: string
  // By real paths: links can be cyclic, and many links to one folder would multiply it.
  readonly #entered = new Set<string>()
  #entryCount = 0

  constructor(root: string) {
    this.#root = root
  }

  async enter(folder: string, depth: number): Promise<void> {
    const real = await orUnreadable(folder, realpath(folder))
    if (this.#entered.has(real)) return
    this.#entered.add(real)
    const entries = await orUnreadable(folder, readdir(folder, { withFileTypes: true }))
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const path = join(folder, entry.name)
      const isTaskFile = /\.json$/i.test(entry.name)
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && !isTaskFile && (await isLinkToFolder(path)))
      if (!isFolder && !isTaskFile) continue
      this.#count()
      if (!isFolder) this.paths.push(path)
      else if (depth < MAX_FOLDER_DEPTH) await this.enter(path, depth + 1)
    }
  }

  #count(): void {
    if (++this.#entryCount <= MAX_ENTRIES) return
    throw new UserError('task-limit', `The folder ${this.#root} has more than ${MAX_ENTRIES} files and folders in it`, {
      place: { file: this.#root },
      advice: 'Name the folders that hold tasks.',
    })
  }
}

/** A broken link is an error only if its name ends with .json. */
async function isLinkToFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

function statOf(path: string): Promise<Stats> {
  return orUnreadable(path, stat(path))
}

async function orUnreadable<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw unreadable(path, cause)
  }
}
