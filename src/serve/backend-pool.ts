// Open backends, each used by one run at a time: a backend counts its work over all of its runs, and has one heap.

import type { Backend } from '../backends/backend.ts'

/** How backends are opened. */
export interface BackendOpener {
  /** Opens a backend of the wanted kind. */
  readonly open: () => Promise<Backend>
  /** The most backends of the wanted kind. Default: as many as are used at the same time. */
  readonly most?: number
  /** Opens a backend for runs that come while all of those are in use. */
  readonly openOther?: () => Promise<Backend>
}

/** Lends backends to runs, and keeps them open for later ones. */
export class BackendPool {
  readonly #opener: BackendOpener
  readonly #idle: Backend[] = []
  readonly #idleOthers: Backend[] = []
  readonly #open = new Set<Backend>()
  #count = 0

  constructor(opener: BackendOpener) {
    this.#opener = opener
  }

  /** Lends a backend. One whose run failed is closed: nobody knows its state. */
  async use<Result>(work: (backend: Backend) => Promise<Result>): Promise<Result> {
    const { most = Infinity, open, openOther = open } = this.#opener
    const isOther = this.#idle.length === 0 && this.#count >= most
    const idle = isOther ? this.#idleOthers : this.#idle
    let backend = idle.pop()
    if (backend === undefined) {
      if (!isOther) this.#count++
      try {
        backend = await (isOther ? openOther : open)()
      } catch (error) {
        if (!isOther) this.#count--
        throw error
      }
      this.#open.add(backend)
    }
    try {
      const result = await work(backend)
      idle.push(backend)
      return result
    } catch (error) {
      if (!isOther) this.#count--
      this.#open.delete(backend)
      await backend.close()
      throw error
    }
  }

  /** Closes all backends, also those in use: the process is about to end. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#open, (backend) => backend.close()))
    this.#open.clear()
  }
}
