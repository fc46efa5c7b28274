// Results by column: a population on a task is a few strings and lists of numbers, whatever the number of its programs.

import type { PairResult } from '../engine/run/pair-result.ts'
import type { PairVerdict } from '../engine/run/pair-verdict.ts'
import type { FailedSample, SampleResult, SampleVerdict, WrongSample } from '../engine/run/sample-result.ts'
import type { BattDetail, Failure, ResultBlock } from './protocol.ts'

const PAIR_LETTERS: Readonly<Record<PairVerdict, string>> = {
  solved: 's',
  'passes-demos': 'p',
  unknown: 'u',
  near: 'n',
  wrong: 'w',
  error: 'e',
  limit: 'l',
}
const SAMPLE_LETTERS: Readonly<Record<SampleVerdict, string>> = {
  right: 'r',
  wrong: 'w',
  unknown: 'u',
  error: 'e',
  limit: 'l',
}
const OTHER_SIZE = -1
const NO_GRID = -2

/** A block has at most so many evaluations, so that no message is very long. */
const MAX_BLOCK_SAMPLES = 1 << 16

/** The position of a pair: its task, and its program as a position in the list of the run and as an id. */
export interface PairPlace {
  readonly position: number
  readonly program: number
}

/** Collects results, pair by pair, into blocks. */
export class BlockWriter {
  #blocks: ResultBlock[] = []
  #block: OpenBlock | undefined
  /** About the number of characters of the blocks. */
  length = 0

  /** Adds a pair; `outputs` are its values, where they are kept. */
  add(result: PairResult, place: PairPlace, outputs?: readonly unknown[]): void {
    if (this.#block?.takes(result) !== true) {
      this.#close()
      this.#block = new OpenBlock(result.task)
    }
    this.length += this.#block.add(result, place, outputs)
  }

  /** The blocks so far, which are forgotten here. */
  take(): ResultBlock[] {
    this.#close()
    const blocks = this.#blocks
    this.#blocks = []
    this.length = 0
    return blocks
  }

  #close(): void {
    if (this.#block !== undefined) this.#blocks.push(this.#block.finish())
    this.#block = undefined
  }
}

class OpenBlock {
  readonly #task: string
  readonly #places: PairPlace[] = []
  readonly #differing: number[] = []
  readonly #failed: number[] = []
  readonly #failures: Failure[] = []
  readonly #failureNumbers = new Map<string, number>()
  readonly #outputs: (readonly unknown[])[] = []
  readonly #batts: BattDetail[] = []
  #verdicts = ''
  #samples = ''

  constructor(task: string) {
    this.#task = task
  }

  takes({ task }: PairResult): boolean {
    return task === this.#task && this.#samples.length < MAX_BLOCK_SAMPLES
  }

  /** Returns about the number of characters that the pair adds. */
  add(result: PairResult, place: PairPlace, outputs: readonly unknown[] | undefined): number {
    const { verdict, samples, battOutputs, defaults } = result
    this.#verdicts += PAIR_LETTERS[verdict]
    for (const sample of samples) this.#addSample(sample)
    if (battOutputs !== undefined) this.#batts.push({ index: this.#places.length, defaults, outputs: battOutputs })
    if (outputs !== undefined) this.#outputs.push(outputs)
    this.#places.push(place)
    return 1 + 4 * samples.length + (battOutputs === undefined ? 0 : 100 * battOutputs.length * samples.length)
  }

  finish(): ResultBlock {
    const first = this.#places[0]!.position
    const isRow = this.#places.every(({ position }, k) => position === first + k)
    return {
      task: this.#task,
      ...(isRow ? { from: first } : { programs: this.#places.map(({ program }) => program) }),
      verdicts: this.#verdicts,
      samples: this.#samples,
      differing: this.#differing,
      failed: this.#failed,
      failures: this.#failures,
      ...(this.#outputs.length > 0 ? { outputs: this.#outputs } : {}),
      ...(this.#batts.length > 0 ? { batts: this.#batts } : {}),
    }
  }

  #addSample(sample: SampleResult): void {
    const { verdict } = sample
    this.#samples += SAMPLE_LETTERS[verdict]
    if (verdict === 'wrong') this.#differing.push(countDiffering(sample))
    else if (verdict === 'error' || verdict === 'limit') this.#failed.push(this.#numberOf(sample))
  }

  /** Equal failures of several programs and samples are one. */
  #numberOf({ statement, line, kind, message }: FailedSample): number {
    const key = `${statement} ${line} ${message}`
    let number = this.#failureNumbers.get(key)
    if (number === undefined) {
      number = this.#failures.push({ statement, line, kind, message }) - 1
      this.#failureNumbers.set(key, number)
    }
    return number
  }
}

function countDiffering({ mismatch, differing }: WrongSample): number {
  if (mismatch === 'size') return OTHER_SIZE
  return mismatch === 'not-a-grid' ? NO_GRID : differing!
}
