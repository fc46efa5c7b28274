// Follows an evolution: a view that is redrawn where stderr is a terminal, and a line for each search that ends elsewhere.

import { gridToNotation } from '../../data/grid-notation.ts'
import type { Task } from '../../data/task.ts'
import { runPrograms } from '../../engine/run/run-programs.ts'
import type { RoundReport } from '../../evolve/evolve.ts'
import type { GenerationReport } from '../../evolve/generation-report.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { type ShownOutput, drawEvolution } from '../show/evolve-view.ts'
import { colorDepthOf, usesColor } from '../show/terminal-colors.ts'

const REDRAW_EVERY_MS = 500

/** Shows rounds on stderr. */
export class LiveView {
  readonly #tasks: readonly Task[]
  readonly #started = performance.now()
  readonly #evaluations = new Map<string, number>()
  readonly #solved = new Set<string>()
  readonly #ended = new Set<string>()
  #drawnAt = 0
  #lineCount = 0

  constructor(tasks: readonly Task[]) {
    this.#tasks = tasks
  }

  /** Shows a round. */
  async show({ round, generations, done, total }: RoundReport): Promise<void> {
    for (const { search, evaluations, solved } of generations) {
      this.#evaluations.set(search, evaluations)
      for (const task of solved) this.#solved.add(task)
    }
    const evaluations = [...this.#evaluations.values()].reduce((sum, count) => sum + count, 0)
    for (const report of generations) if (report.isDone) this.#sayEnd(report)
    const now = performance.now()
    if (!process.stderr.isTTY || now - this.#drawnAt < REDRAW_EVERY_MS) return
    const rate = evaluations / Math.max((now - this.#started) / 1000, 1e-3)
    const report = chooseShown(generations)
    const output = report === undefined ? undefined : await this.#outputOf(report)
    const { columns, rows } = process.stderr
    const options = {
      color: usesColor(process.stderr),
      trueColor: colorDepthOf(process.stderr) === 24,
      width: columns - 1,
      maxRows: rows - 2,
    }
    const counts = { round, done, total, solved: this.#solved.size, evaluations, rate }
    this.#draw(drawEvolution(counts, report, output, options))
    this.#drawnAt = performance.now()
  }

  /** Erases the view. */
  clear(): void {
    if (this.#lineCount > 0) process.stderr.write(`\u001B[${this.#lineCount}A\u001B[J`)
    this.#lineCount = 0
  }

  #draw(lines: readonly string[]): void {
    this.clear()
    process.stderr.write(lines.map((line) => `${line}\n`).join(''))
    this.#lineCount = lines.length
  }

  #sayEnd({ search, generation, calls, solved, best }: GenerationReport): void {
    if (this.#ended.has(search)) return
    this.#ended.add(search)
    const work = `${plural(generation, 'generation')}, ${formatCount(calls)} calls`
    const state =
      search === 'all'
        ? `${plural(solved.length, 'task')} solved`
        : solved.length > 0
          ? 'solved'
          : best === null
            ? 'no program'
            : `not solved, best right on ${best.right} of ${best.demos} demos`
    this.clear()
    process.stderr.write(`megabatt: ${search}: ${state} (${work})\n`)
  }

  /** The output of the best program on the first demo on which it is wrong. */
  async #outputOf({ search, best }: GenerationReport): Promise<ShownOutput | undefined> {
    const task = this.#tasks.find(({ id }) => id === search)
    const [program] = best === null ? [] : readPrograms(best.source, 'best.py').programs
    if (task === undefined || program === undefined) return undefined
    let shown: ShownOutput | undefined
    await runPrograms({
      programs: [program],
      dataset: { tasks: [{ ...task, test: [] }], hash: '' },
      pairing: 'all',
      settings: { outputs: 'value' },
      keepResults: false,
      onPair: ({ samples, outputs }) => {
        const wrong = samples.findIndex(({ verdict }) => verdict !== 'right')
        const k = Math.max(0, wrong)
        const expected = task.train[k]?.output
        const actual = outputs?.[0]?.[k] as Notation | undefined
        if (expected === undefined || actual === undefined || actual === null) return
        shown = { demo: k + 1, expected: gridToNotation(expected), actual }
      },
    })
    return shown
  }
}

/** The search whose best program is closest to right, of those that are not done. */
function chooseShown(generations: readonly GenerationReport[]): GenerationReport | undefined {
  const open = generations.filter(({ isDone, best }) => !isDone && best !== null)
  return open.toSorted((a, b) => a.best!.error / a.best!.demos - b.best!.error / b.best!.demos)[0] ?? generations[0]
}
