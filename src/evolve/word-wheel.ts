// Draws primitives by weight: common ones more often, and only those whose types fit.

import { ANY, type ValueKinds } from '../batts/value-kinds.ts'
import type { Random } from '../data/random.ts'
import type { DialectId } from '../language/dialects.ts'
import { type SizeChange, type Word, costIn, wordsOf } from './vocabulary.ts'

/** The weight of a word is this number divided by its cost. */
const WEIGHT = 24

/** The words that a search calls; what fits is computed once for each question. */
export class WordWheel {
  readonly #weighted: readonly Word[]
  readonly #returning = new Map<ValueKinds, readonly Word[]>()
  readonly #wrapping = new Map<ValueKinds, Map<ValueKinds, readonly Word[]>>()

  /** Without types, every word fits, and all are drawn equally often. */
  constructor(dialect: DialectId, sizeChange: SizeChange, typed: boolean) {
    this.isTyped = typed
    this.#weighted = wordsOf(dialect).flatMap((word) => {
      if (word.sort === 'combinator' || word.parameters.length === 0) return []
      return typed ? Array.from({ length: Math.ceil(WEIGHT / costIn(word, sizeChange)) }, () => word) : [word]
    })
  }

  readonly isTyped: boolean

  /** A word that returns one of these kinds; undefined if there is none. */
  drawReturning(kinds: ValueKinds, random: Random): Word | undefined {
    let words = this.#returning.get(kinds)
    if (words === undefined) {
      words = this.#weighted.filter(({ gives }) => !this.isTyped || (gives & kinds) !== 0)
      this.#returning.set(kinds, words)
    }
    return words.length === 0 ? undefined : random.pick(words)
  }

  /** A word that takes a value of the first kinds and returns one of the second, and the parameter that takes it. */
  drawWrapping(taken: ValueKinds, wanted: ValueKinds, random: Random): { word: Word; parameter: number } | undefined {
    let byTaken = this.#wrapping.get(wanted)
    if (byTaken === undefined) this.#wrapping.set(wanted, (byTaken = new Map<ValueKinds, readonly Word[]>()))
    let words = byTaken.get(taken)
    if (words === undefined) {
      words = this.#weighted.filter((word) => this.#isWrapping(word, taken, wanted))
      byTaken.set(taken, words)
    }
    if (words.length === 0) return undefined
    const word = random.pick(words)
    return { word, parameter: random.pick(this.#placesOf(word, taken)) }
  }

  #isWrapping(word: Word, taken: ValueKinds, wanted: ValueKinds): boolean {
    if (!this.isTyped) return true
    return word.gives !== ANY && (word.gives & wanted) !== 0 && this.#placesOf(word, taken).length > 0
  }

  #placesOf({ parameters }: Word, taken: ValueKinds): number[] {
    return [...parameters.keys()].filter((k) => !this.isTyped || (parameters[k]!.kinds & taken) !== 0)
  }
}
