// Lists the task files of given paths: files themselves, and the task files in folders.

import type { Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../language/errors.ts'
import type { ZipMember } from './zip-archive.node.ts'

/** An existing file, or a member of an archive. */
export interface ListedFile {
  /** Its path, for messages and for the id of its task; of a member, the path of the archive and its name there. */
  readonly path: string
  /** Its size; of a packed file the size that it declares, or the packed size if it declares none. */
  readonly byteLength: number
  /** How it is packed; undefined for a plain file. */
  readonly packing?: { readonly kind: 'gzip' } | ({ readonly kind: 'zip' } & ZipMember)
}

/** The most levels of nested folders, and the most files and folders in all. */
export const MAX_FOLDER_DEPTH = 4
const MAX_ENTRIES = 100_000

/**
 * The files of some paths, in their order. A folder stands for all `*.json` and `*.json.gz` in it, sorted by name, so that the order
 * is the same on every machine; hidden entries and node_modules are left out. A zip archive, or a path into one, stands for the files of
 * that form in it. A UserError if a path leads to no file.
 */
export async function listTaskFiles(paths: readonly string[]): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for (const path of paths) {
    const inside = await splitArchivePath(path)
    if (inside !== undefined) {
      files.push(...(await listArchive(inside.archive, inside.folder)))
      continue
    }
    const found = await statOf(path)
    if (found.isDirectory()) files.push(...(await listFolder(path)))
    else if (found.isFile()) files.push(describeFile(path, found))
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
  return found.isFile() ? describeFile(path, found) : undefined
}

function describeFile(path: string, { size }: Stats): ListedFile {
  const isPacked = /\.gz$/i.test(path)
  return { path, byteLength: size, ...(isPacked ? { packing: { kind: 'gzip' } } : {}) }
}

/** The archive that a path names or leads into, and the folder there; undefined for any other path. */
async function splitArchivePath(path: string): Promise<{ archive: string; folder: string } | undefined> {
  for (const { index } of path.matchAll(/\.zip(?=[/\\]|$)/gi)) {
    const archive = path.slice(0, index + '.zip'.length)
    const found = await stat(archive).catch(() => undefined)
    const folder = path
      .slice(archive.length)
      .replaceAll('\\', '/')
      .replace(/^\/+|\/+$/g, '')
    if (found?.isFile() === true) return { archive, folder }
  }
  return undefined
}

async function listArchive(archive: string, folder: string): Promise<ListedFile[]> {
  const { listZip } = await import('./zip-archive.node.ts')
  const start = folder === '' ? '' : `${folder}/`
  const files = (await listZip(archive))
    .filter(({ fileName }) => (fileName.startsWith(start) || fileName === folder) && isShown(fileName))
    .map((entry): ListedFile => {
      const packing = { kind: 'zip', archive, entry } as const
      return { path: `${archive}/${entry.fileName}`, byteLength: entry.uncompressedSize, packing }
    })
  if (files.length > 0) return files
  throw new UserError('task-missing', `${archive} has no .json file${folder === '' ? '' : ` in ${folder}`}`, {
    place: { file: archive },
    advice: 'Name another folder of the archive, as in data.zip/folder.',
  })
}

/** Whether a member of an archive is a task file that a folder would show. */
function isShown(name: string): boolean {
  return /\.json$/i.test(name) && !/(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/.test(name)
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
      const isTaskFile = /\.json(?:\.gz)?$/i.test(entry.name)
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
