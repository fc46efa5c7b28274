// Files that requests may read: those below the folders that the server was started with, and no others.

import { realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { type ListedFile, listTaskFiles } from '../data/list-task-files.node.ts'
import { loadPrograms } from '../data/load-programs.node.ts'
import { loadTasks } from '../data/load-tasks.node.ts'
import { UserError } from '../language/errors.ts'
import type { FileReader } from './server-state.ts'

/** A reader of files below these folders. Links are followed before the place of a file is checked. */
export function allowFiles(folders: readonly string[]): FileReader {
  const check = async (paths: readonly string[]) => {
    const allowed = await Promise.all(folders.map((folder) => realpath(folder)))
    for (const path of paths) {
      const real = await realpath(path).catch(() => undefined)
      // The same error for files that do not exist: a request must not find out which do.
      if (real === undefined || !allowed.some((folder) => isInside(real, folder))) throw notAllowed(path, folders)
    }
  }
  return {
    async readTasks(paths) {
      await check(paths)
      await check((await listTaskFiles(paths)).map(diskPath))
      return (await loadTasks(paths)).tasks
    },
    async readPrograms(paths, options) {
      await check(paths)
      const loaded = await loadPrograms(paths, options)
      await check(loaded.files.map(({ file }) => file))
      return loaded
    },
  }
}

function diskPath({ path, packing }: ListedFile): string {
  return packing?.kind === 'zip' ? packing.archive : path
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && !/^\.\.(?:[/\\]|$)/.test(way)
}

function notAllowed(path: string, folders: readonly string[]): UserError {
  const message = `Requests may not read ${JSON.stringify(path.slice(0, 200))}`
  const advice =
    folders.length === 0
      ? 'Send the content of the file, or start the server with --files FOLDER.'
      : 'Send the content of the file; requests may read files in the folders of --files.'
  return new UserError('path-not-allowed', message, { advice })
}
