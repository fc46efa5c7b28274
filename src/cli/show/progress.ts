// A progress line on the terminal: share done, speed and remaining time.

import type { Progress } from '../../engine/run/run-pass.ts'

const REDRAW_EVERY_MS = 100
const BAR_WIDTH = 24

/** Shows progress on stderr where that is a terminal, and nothing elsewhere. */
export class ProgressLine {
  readonly #unit: string
  readonly #started = performance.now()
  #drawn = 0
  #first: number | undefined

  /** `unit` is the plural noun of the counted things. */
  constructor(unit: string) {
    this.#unit = unit
  }

  readonly show = (progress: Progress): void => {
    const now = performance.now()
    this.#first ??= progress.done
    if (!process.stderr.isTTY || now - this.#drawn < REDRAW_EVERY_MS) return
    this.#drawn = now
    process.stderr.write(`\r\u001b[2K${this.#describe(progress, (now - this.#started) / 1000)}`)
  }

  /** Erases the line. */
  clear(): void {
    if (this.#drawn > 0) process.stderr.write('\r\u001b[2K')
    this.#drawn = 0
  }

  #describe({ done, total }: Progress, seconds: number): string {
    const filled = Math.round((BAR_WIDTH * done) / Math.max(total, 1))
    const rate = (done - this.#first!) / seconds
    const left = rate > 0 ? formatSeconds((total - done) / rate) : '?'
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
    return `${bar} ${formatCount(done)} of ${formatCount(total)} ${this.#unit}, ${formatCount(rate)} a second, ${left} left`
  }
}

/** A count with a comma after every three digits. */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
