// Copies of the project, one for each job, that work is shared among.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { ProjectCopy } from './project-copy.mjs'

/** A copy takes a few hundred megabytes of memory. */
const MOST_JOBS = 4

export class CopyPool {
  #root
  #copies = []

  /** Throws if another process uses the copies: it would run the mutants of this one. */
  constructor(root) {
    this.#root = root
    const path = join(root, '.mutate/pid')
    const owner = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
    if (owner > 0 && isRunning(owner)) throw new Error(`Process ${owner} uses ${dirname(path)}`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, String(process.pid))
  }

  /** Calls `work(item, copy)` for all items, in order, as many at a time as there are copies; the first use makes them. */
  async share(items, work) {
    const queue = items.values()
    const jobs = Math.min(availableParallelism(), MOST_JOBS, items.length)
    const serve = async (job) => {
      const copy = (this.#copies[job] ??= new ProjectCopy(this.#root, join(this.#root, '.mutate/copies', String(job))))
      // Jobs take their items from one iterator.
      for (const item of queue) await work(item, copy)
    }
    await Promise.all(Array.from({ length: jobs }, (_, job) => serve(job)))
  }

  /** Ends all tests. */
  close() {
    for (const copy of this.#copies) copy.close()
    rmSync(join(this.#root, '.mutate/pid'), { force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
