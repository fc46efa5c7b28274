// Runs the gallery's programs on the gallery's samples, statement by statement, and says how each program came out.

import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { type GridData, type Task, samplesOf } from '../../src/data/task.ts'
import { GRID, isBlock } from '../../src/kernel/blocks.ts'
import { equals } from '../../src/kernel/compare.ts'
import { EMPTY_ERROR } from '../../src/kernel/errors.ts'
import { Heap, resetHeap } from '../../src/kernel/heap.ts'
import { type Word, isError } from '../../src/kernel/words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import type { Operand, Program } from '../../src/language/program.ts'
import { safeDefaultOf } from '../../src/language/values/safe-default.ts'
import { type Notation, encodeNotation, spellNotation } from '../../src/language/values/value-notation.ts'

/** What a program gave on all samples together. */
export interface Tally {
  samples: number
  right: number
  /** Grids, though not the right ones. */
  wrong: number
  /** Values that are no grids. */
  noGrid: number
  failed: number
}

/** A tally of nothing. */
export function newTally(): Tally {
  return { samples: 0, right: 0, wrong: 0, noGrid: 0, failed: 0 }
}

/** Adds to each program's tally how it comes out on all samples of a task, without C; of a batt, the first candidate. */
export function runTask(programs: readonly Program[], task: Task, tallies: readonly Tally[]): void {
  const evaluator = new CpuEvaluator()
  const heap = new Heap(1 << 20)
  const pairs = task.train.map(({ input, output }) => ({ t: [notationOf(input), notationOf(output!)] }))
  const demos = encodeNotation(heap, { t: pairs })
  const { top } = heap
  for (const { input, output } of samplesOf(task)) {
    heap.top = top
    const inputs = { S: demos, I: encodeNotation(heap, notationOf(input)), C: EMPTY_ERROR }
    const expected = encodeNotation(heap, notationOf(output!))
    const run = new SampleRun(evaluator, heap, inputs)
    for (const [p, program] of programs.entries()) {
      const result = run.resultOf(program)
      const tally = tallies[p]!
      tally.samples++
      if (isError(result)) tally.failed++
      else if (equals(heap, result, expected)) tally.right++
      else if (isBlock(heap, result, GRID)) tally.wrong++
      else tally.noGrid++
    }
  }
  resetHeap(heap)
}

/** All programs on one sample; what several of them begin with is run once. */
class SampleRun {
  readonly #evaluator: CpuEvaluator
  readonly #heap: Heap
  readonly #inputs: Record<'S' | 'I' | 'C', Word>
  readonly #known = new Map<string, Word>()

  constructor(evaluator: CpuEvaluator, heap: Heap, inputs: Record<'S' | 'I' | 'C', Word>) {
    this.#evaluator = evaluator
    this.#heap = heap
    this.#inputs = inputs
  }

  resultOf({ statements, mode, result, outputs }: Program): Word {
    const words: Word[] = []
    for (const { callee, args } of statements) {
      const fn = this.#valueOf(callee, words)
      const word = isError(fn)
        ? fn
        : this.#call(
            fn,
            args.map((arg) => this.#valueOf(arg, words)),
          )
      if (isError(word) && mode === 'strict') return word
      words.push(isError(word) ? safeDefaultOf(fn) : word)
    }
    return this.#valueOf(result ?? outputs.find((output) => output.kind === 'o')!.value, words)
  }

  #call(fn: Word, args: readonly Word[]): Word {
    return this.#remember(`${fn}(${args.join()})`, () => this.#evaluator.call(this.#heap, { fn, args }))
  }

  #valueOf(operand: Operand, words: readonly Word[]): Word {
    switch (operand.kind) {
      case 'statement':
        return words[operand.index]!
      case 'input':
        return this.#inputs[operand.name]
      case 'primitive':
        return primitiveWord(operand.key)
      case 'constant': {
        const { value } = operand
        return typeof value === 'object'
          ? this.#remember(spellNotation(value), () => encodeNotation(this.#heap, value))
          : Number(value)
      }
    }
    return operand satisfies never
  }

  #remember(key: string, make: () => Word): Word {
    let word = this.#known.get(key)
    if (word === undefined) {
      word = make()
      this.#known.set(key, word)
    }
    return word
  }
}

function notationOf({ height, width, cells }: GridData): Notation {
  return { g: Array.from({ length: height }, (_, i) => cells.subarray(i * width, (i + 1) * width).join('')) }
}
