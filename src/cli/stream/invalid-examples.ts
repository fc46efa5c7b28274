// Invalid examples and unreadable files: reported on stderr, the first few in full, and counted.

import type { UserError } from '../../language/errors.ts'
import { plural } from '../../language/format-count.ts'
import { printNotice } from '../show/progress.ts'

/** The problems that are printed one by one. */
const MAX_SHOWN = 5

/** Collects problems; with `strict`, the first one ends the command. */
export class InvalidExamples {
  count = 0
  readonly #isStrict: boolean

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict
  }

  readonly add = (problem: UserError): void => {
    if (this.#isStrict) throw problem
    if (++this.count > MAX_SHOWN) return
    const { file, line, column } = problem.place ?? {}
    const place = line === undefined ? file : `${file}:${line}:${column}`
    printNotice(`left out: ${problem.message} [${problem.code}]\n  at ${place}`)
  }

  /** Says how many there were. */
  summarize(): void {
    if (this.count > 0) printNotice(`${plural(this.count, 'invalid example')} left out`)
  }
}
