// Progress on stderr: on a terminal one line that is written over, elsewhere a line now and then.

const QUIET_SECONDS = 30

export class Progress {
  #label
  #total
  #done = 0
  #shown = performance.now()

  constructor(label, total) {
    this.#label = label
    this.#total = total
  }

  /** One more is done; `note` is a line that stays. */
  step(note) {
    this.#done++
    const isLast = this.#done === this.#total
    const { isTTY } = process.stderr
    if (note !== undefined) process.stderr.write(`${isTTY ? '\r\u001b[K' : ''}${note}\n`)
    if (!isTTY && !isLast && performance.now() - this.#shown < 1000 * QUIET_SECONDS) return
    this.#shown = performance.now()
    const line = `${this.#label}: ${this.#done} of ${this.#total}`
    process.stderr.write(isTTY ? `\r\u001b[K${line}${isLast ? '\n' : ''}` : `${line}\n`)
  }
}
