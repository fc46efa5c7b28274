// A progress line on the terminal: share done, speed and remaining time. It never takes more than one line.

import type { Progress } from '../../engine/run/run-pass.ts'
import { formatCount } from '../../language/format-count.ts'

const REDRAW_EVERY_MS = 100
/** A line is drawn again after this time without progress, so that the estimate stays true. */
const REFRESH_EVERY_MS = 1000
const DEFAULT_COLUMNS = 80
const BAR_WIDTHS = [24, 10, 0]
const ERASE = '\r\u001B[2K'

/** How a line estimates. */
export interface ProgressOptions {
  /** The time of one item until the first is done; default: unknown. */
  readonly secondsEach?: number
}

/** Shows progress on stderr where that is a terminal, and nothing elsewhere. */
export class ProgressLine {
  readonly #unit: string
  readonly #secondsEach: number | undefined
  #started: number | undefined
  #drawn = 0
  #first: number | undefined
  #last: Progress | undefined
  #timer: NodeJS.Timeout | undefined

  /** `unit` is the plural noun of the counted things. */
  constructor(unit: string, { secondsEach }: ProgressOptions = {}) {
    this.#unit = unit
    this.#secondsEach = secondsEach
  }

  readonly show = (progress: Progress): void => {
    const now = performance.now()
    this.#first ??= progress.done
    this.#started ??= now
    this.#last = progress
    if (!process.stderr.isTTY || now - this.#drawn < REDRAW_EVERY_MS) return
    this.#draw(now)
    this.#timer ??= setInterval(() => this.#draw(performance.now()), REFRESH_EVERY_MS).unref()
  }

  /** Erases the line. */
  clear(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    if (this.#drawn > 0) process.stderr.write(ERASE)
    this.#drawn = 0
  }

  #draw(now: number): void {
    this.#drawn = now
    const seconds = (now - this.#started!) / 1000
    const counted = { ...this.#last!, first: this.#first!, seconds, unit: this.#unit, secondsEach: this.#secondsEach }
    process.stderr.write(`${ERASE}${formatProgress(counted, process.stderr.columns ?? DEFAULT_COLUMNS)}`)
  }
}

/** Progress and the time that it took. */
export interface CountedProgress extends Progress {
  readonly unit: string
  /** The number done when the time began. */
  readonly first: number
  readonly seconds: number
  readonly secondsEach?: number | undefined
}

/** The line, with as many parts as fit into these columns; the last column stays empty, as some terminals wrap there. */
export function formatProgress(progress: CountedProgress, columns: number): string {
  const { done, total, first, seconds, unit, secondsEach } = progress
  const rate = done > first ? (done - first) / Math.max(seconds, 1e-3) : 1 / (secondsEach ?? Infinity)
  // Without an item since the start, the estimate of all of them shrinks with time.
  const waited = done > first ? 0 : seconds
  const left = rate > 0 ? `${formatDuration(1000 * Math.max(1, (total - done) / rate - waited))} left` : ''
  const counts = `${formatCount(done)} of ${formatCount(total)} ${unit}`
  const speed = done > first ? `${formatCount(rate)} a second` : ''
  const share = `${Math.floor((100 * done) / Math.max(total, 1))} %`
  const texts = [[counts, speed, left], [counts, left], [share, left], [share]].map((parts) =>
    parts.filter((part) => part !== '').join(', '),
  )
  for (const text of texts) {
    for (const width of BAR_WIDTHS) {
      const bar = width === 0 ? '' : `${drawBar(width, done, total)} `
      if (bar.length + text.length < columns) return bar + text
    }
  }
  return ''
}

function drawBar(width: number, done: number, total: number): string {
  const filled = Math.round((width * done) / Math.max(total, 1))
  return '█'.repeat(filled) + '░'.repeat(width - filled)
}

/** A duration in whole seconds, minutes, or tenths of hours. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** Prints a message on stderr, in the place of a progress line, which is drawn again below it. */
export function printNotice(text: string): void {
  process.stderr.write(`${process.stderr.isTTY ? ERASE : ''}megabatt: ${text}\n`)
}
