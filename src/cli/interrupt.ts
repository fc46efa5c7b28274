// Ctrl-C during a run: the first says so at once and ends the run after the work in hand, the second ends the process.

import { printNotice } from './show/progress.ts'

/** The exit code of an interrupted command. */
export const INTERRUPTED = 130

/** Listens for Ctrl-C until `close`. */
export class Interrupt {
  readonly #stop = new AbortController()
  readonly #onInterrupt = () => {
    printNotice('stopping… (Ctrl-C again: at once)')
    this.#stop.abort()
  }

  constructor() {
    process.once('SIGINT', this.#onInterrupt)
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  get isInterrupted(): boolean {
    return this.#stop.signal.aborted
  }

  close(): void {
    process.off('SIGINT', this.#onInterrupt)
  }
}
