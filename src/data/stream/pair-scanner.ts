// Reads a list of pairs from bytes that come piece by piece: [{"input": grid, "output": grid}, …]. Memory holds one piece and one pair.

import { UserError } from '../../language/errors.ts'
import { readPair } from '../read-pair.ts'
import { TaskProblem } from '../task-problem.ts'
import type { Pair } from '../task.ts'
import { GridScanner, UNUSUAL, skipSpace } from './grid-scanner.ts'
import { INCOMPLETE, endOfValue } from './json-end.ts'

/** The most bytes of one pair: two grids of the largest size with 200 bytes for each cell. */
const MAX_PAIR_BYTES = 1 << 22

/** The first size of the memory of a scanner: a piece of a file and a pair. */
const FIRST_BYTES = (1 << 18) + (1 << 14)

const COMMA = 44
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_PAIR = 123
const CLOSE_PAIR = 125
const INPUT = bytesOf('"input":')
const OUTPUT = bytesOf('"output":')

/** Takes the pairs of a list. */
export interface PairListener {
  /** Pair number `index` of the list, from 0 on. */
  onPair(pair: Pair, index: number): void
  /** Pair number `index` is not valid. */
  onInvalid(problem: TaskProblem, index: number): void
}

type State = 'start' | 'first' | 'pair' | 'separator' | 'end'

/** Scans one list: `push` its pieces, then `finish`. Both throw a UserError where the bytes are no list in JSON. */
export class PairScanner {
  readonly #file: string
  readonly #listener: PairListener
  readonly #grids: GridScanner
  #state: State = 'start'
  #index = 0
  /** The bytes that are not consumed yet, behind them a 0, and the offset in the file of the first of them. */
  #bytes = new Uint8Array(FIRST_BYTES)
  #length = 0
  #offset = 0
  /** The number of bytes up to which the last scan came without result. */
  #scanned = 0

  /** `grids` may be shared by scanners, one after the other. */
  constructor(file: string, listener: PairListener, grids = new GridScanner()) {
    this.#grids = grids
    this.#file = file
    this.#listener = listener
  }

  /** Scans the next piece of the file. */
  push(piece: Uint8Array): void {
    const needed = this.#length + piece.length + 1
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed)
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length += piece.length
    this.#bytes[this.#length] = 0
    // A pair is scanned again when its bytes have doubled, so that the time stays linear however small the pieces are.
    if (this.#length >= 2 * this.#scanned) this.#scanBytes()
  }

  /** Ends the file; returns the number of pairs in it, valid or not. */
  finish(): number {
    this.#scanBytes()
    if (this.#state !== 'end') throw this.#fault('The file is not complete', this.#length)
    return this.#index
  }

  #scanBytes(): void {
    const consumed = this.#scan(this.#bytes, this.#length)
    this.#bytes.copyWithin(0, consumed, this.#length + 1)
    this.#length -= consumed
    this.#offset += consumed
    this.#scanned = this.#length
    if (this.#length > MAX_PAIR_BYTES) throw this.#fault(`A pair has more than ${MAX_PAIR_BYTES} bytes`, 0)
  }

  /** Scans as many pairs as are complete, and returns the number of bytes up to there. */
  #scan(bytes: Uint8Array, length: number): number {
    let at = this.#state === 'start' && bytes[0] === 0xef ? 3 : 0
    for (;;) {
      at = skipSpace(bytes, at)
      if (at >= length) return length
      const byte = bytes[at]
      switch (this.#state) {
        case 'start':
          if (byte !== OPEN_LIST) throw this.#fault('A list of pairs begins with [', at)
          this.#state = 'first'
          at++
          break
        case 'first':
          if (byte === CLOSE_LIST) {
            this.#state = 'end'
            at++
            break
          }
          this.#state = 'pair'
          break
        case 'pair': {
          const end = this.#scanPair(bytes, at, length)
          if (end === INCOMPLETE) return at
          at = end
          this.#index++
          this.#state = 'separator'
          break
        }
        case 'separator':
          if (byte !== COMMA && byte !== CLOSE_LIST) throw this.#fault('Expected , or ] after a pair', at)
          this.#state = byte === COMMA ? 'pair' : 'end'
          at++
          break
        case 'end':
          throw this.#fault('There is something behind the list', at)
      }
    }
  }

  /** Scans one pair and returns the position behind it. */
  #scanPair(bytes: Uint8Array, start: number, length: number): number {
    let at = start
    if (bytes[at] === OPEN_PAIR) {
      at = skipKey(bytes, skipSpace(bytes, at + 1), INPUT)
      if (at !== UNUSUAL) at = this.#grids.scan(bytes, at)
      if (at !== UNUSUAL) {
        const input = this.#grids.grid!
        at = skipSpace(bytes, at)
        at = bytes[at] === COMMA ? skipKey(bytes, skipSpace(bytes, at + 1), OUTPUT) : UNUSUAL
        if (at !== UNUSUAL) at = this.#grids.scan(bytes, at)
        if (at !== UNUSUAL) {
          at = skipSpace(bytes, at)
          if (bytes[at] === CLOSE_PAIR) {
            this.#listener.onPair({ input, output: this.#grids.grid! }, this.#index)
            return at + 1
          }
        }
      }
    }
    return this.#parsePair(bytes, start, length)
  }

  /** A pair of another form, or none, by a JSON parser. */
  #parsePair(bytes: Uint8Array, start: number, length: number): number {
    const end = endOfValue(bytes, start, length)
    if (end === INCOMPLETE) return INCOMPLETE
    let value: unknown
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end)))
    } catch {
      throw this.#fault(`Pair [${this.#index}] is not JSON`, start)
    }
    let pair: Pair
    try {
      pair = readPair(value, [this.#index], 'with outputs')
    } catch (problem) {
      if (!(problem instanceof TaskProblem)) throw problem
      this.#listener.onInvalid(problem, this.#index)
      return end
    }
    this.#listener.onPair(pair, this.#index)
    return end
  }

  #fault(message: string, at: number): UserError {
    const advice = 'Is the file complete? A list of pairs is [{"input": grid, "output": grid}, …].'
    const place = { file: this.#file }
    return new UserError('task-json', `${message}, at byte ${this.#offset + at}`, { place, advice })
  }
}

/** The position of the value behind a key; UNUSUAL where the key is another one. */
function skipKey(bytes: Uint8Array, start: number, key: Uint8Array): number {
  const colon = key.length - 1
  for (let k = 0; k < colon; k++) if (bytes[start + k] !== key[k]) return UNUSUAL
  const at = skipSpace(bytes, start + colon)
  return bytes[at] === key[colon] ? skipSpace(bytes, at + 1) : UNUSUAL
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
