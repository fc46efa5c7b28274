// The user's files that the studio shows: listed anew for each request, each under a number that stays its own.

import { stat } from 'node:fs/promises'
import { listTaskFiles, unreadable } from '../../data/list-task-files.node.ts'
import { listProgramFiles } from '../../data/load-programs.node.ts'
import type { SharedFile, SharedList } from './shared-list.ts'

/** The paths of the command line. */
export type SharedPaths = Readonly<Record<keyof SharedList, readonly string[]>>

/** Lists files and finds them by number; no other file can be asked for. */
export class SharedFiles {
  readonly #paths: SharedPaths
  readonly #ids = new Map<string, number>()
  readonly #found: string[] = []

  constructor(paths: SharedPaths) {
    this.#paths = paths
  }

  /** All paths, to be watched. */
  get watched(): readonly string[] {
    const { programs, tasks, results, evolutions } = this.#paths
    return [...programs, ...tasks, ...results, ...evolutions]
  }

  /** The files as they are now; a UserError if a path cannot be read. */
  async list(): Promise<SharedList> {
    const { programs, tasks, results, evolutions } = this.#paths
    const taskFiles = tasks.length === 0 ? [] : await listTaskFiles(tasks)
    return {
      programs: await this.#describe(programs.length === 0 ? [] : await listProgramFiles(programs)),
      tasks: await this.#describe(taskFiles.map(({ path }) => path)),
      results: await this.#describe(results),
      evolutions: await this.#describe(evolutions),
    }
  }

  /** The path of a listed file. */
  pathOf(id: number): string | undefined {
    return this.#found[id]
  }

  #describe(paths: readonly string[]): Promise<SharedFile[]> {
    return Promise.all(
      paths.map(async (name) => {
        // Before the wait, so that numbers follow the order of the list.
        const id = this.#idOf(name)
        const { mtimeMs, size } = await stat(name).catch((cause: unknown) => {
          throw unreadable(name, cause)
        })
        return { id, name, version: `${mtimeMs} ${size}`, byteLength: size }
      }),
    )
  }

  #idOf(path: string): number {
    let id = this.#ids.get(path)
    if (id === undefined) {
      id = this.#found.push(path) - 1
      this.#ids.set(path, id)
    }
    return id
  }
}
