// Messages while a backend is prepared: progress of compiling and measuring, and notices.

import type { Choice } from '../../backends/plan-choice.ts'
import type { BackendListeners } from '../backend-options.ts'
import { formatChoices } from './explain.ts'
import { ProgressLine, printNotice } from './progress.ts'

/** The number of kernels from which a message announces the compiling, also where stderr is no terminal. */
const MANY_KERNELS = 20
/** The time of a software device for one kernel, the estimate until the first is compiled. */
const SECONDS_A_KERNEL = 1

export class BackendProgress {
  readonly #compiling = new ProgressLine('kernels compiled', { secondsEach: SECONDS_A_KERNEL })
  readonly #measuring = new ProgressLine('primitives measured')
  readonly listeners: BackendListeners
  #isTold = false

  /** With `explain`, the choices of the automatic backend are shown too. */
  constructor({ explain = false }: { readonly explain?: boolean } = {}) {
    this.listeners = {
      onCompile: (done, total) => this.#showCompiling(done, total),
      onMeasure: (done, total) => show(this.#measuring, done, total),
      onNotice: printNotice,
      onChoice: (choices: readonly Choice[]) => {
        if (explain) process.stderr.write(formatChoices(choices))
      },
    }
  }

  /** Erases the lines. */
  clear(): void {
    this.#compiling.clear()
    this.#measuring.clear()
  }

  #showCompiling(done: number, total: number): void {
    if (!this.#isTold && !process.stderr.isTTY && total >= MANY_KERNELS) {
      printNotice(`compiling ${total} kernels; a software device takes about a second for each`)
      this.#isTold = true
    }
    show(this.#compiling, done, total)
  }
}

function show(line: ProgressLine, done: number, total: number): void {
  if (done === total) line.clear()
  else line.show({ done, total })
}
