// Function shapes: which functions a value may be or hold, as far as the plan tells before anything is run. Data can only
// choose among functions that the programs name, so there are always finitely many, and nearly always one.

import { CLOSURE, SET, TUPLE, contentSize, isBlock, kindOf } from '../../../kernel/blocks.ts'
import { SAFE, closureArgument, closureMaker } from '../../../kernel/closures.ts'
import type { Heap } from '../../../kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, addressOf, isInt, isPrimitive } from '../../../kernel/words.ts'

/** A primitive, or what a combinator makes of others. */
export type Shape =
  | { readonly key: string; readonly primitive: number }
  | { readonly key: string; readonly maker: number; readonly args: readonly Shapes[] }

/** All functions that a value may be or hold, and the integer it is, where that is known. */
export interface Shapes {
  readonly key: string
  readonly functions: readonly Shape[]
  readonly integer?: number
}

export const NO_FUNCTIONS: Shapes = { key: '', functions: [] }

/** Makes shapes of functions, each set of them once. */
export class ShapeTable {
  readonly #known = new Map<string, Shapes>()
  readonly #keys = new Map<string, string>()

  /** The one function: a primitive by its number. */
  primitive(number: number): Shapes {
    return this.#intern([{ key: `p${number}`, primitive: number }])
  }

  /** The one function that a combinator makes. */
  closure(maker: number, args: readonly Shapes[]): Shapes {
    const spelling = `${maker}(${args.map(({ key, integer }) => `${key}#${integer ?? ''}`).join('|')})`
    let key = this.#keys.get(spelling)
    // Short keys: a closure's key would else hold those of all that it is made of.
    if (key === undefined) this.#keys.set(spelling, (key = `c${this.#keys.size}`))
    return this.#intern([{ key, maker, args }])
  }

  union(parts: readonly Shapes[]): Shapes {
    const filled = parts.filter(({ functions }) => functions.length > 0)
    if (filled.length === 0) return NO_FUNCTIONS
    if (filled.length === 1) return this.#intern(filled[0]!.functions)
    return this.#intern(filled.flatMap(({ functions }) => functions))
  }

  /** The functions in a value on a heap. */
  ofWord(heap: Heap, word: Word): Shapes {
    if (isInt(word)) return { ...NO_FUNCTIONS, integer: word }
    if (isPrimitive(word)) return this.primitive(word - PRIMITIVE_BASE)
    if (isBlock(heap, word, CLOSURE)) {
      const maker = closureMaker(heap, word)
      if (maker === SAFE) return this.closure(SAFE, [])
      const count = contentSize(heap, word) - 1
      const args = Array.from({ length: count }, (_, k) => this.ofWord(heap, closureArgument(heap, word, k)))
      return this.closure(maker, args)
    }
    const kind = kindOf(heap, word)
    if (kind !== TUPLE && kind !== SET) return NO_FUNCTIONS
    const parts = heap.words.subarray(addressOf(word) + 1, addressOf(word) + 1 + contentSize(heap, word))
    return this.union(Array.from(parts, (part) => this.ofWord(heap, part)))
  }

  #intern(functions: readonly Shape[]): Shapes {
    const unique = new Map(functions.map((shape) => [shape.key, shape]))
    const key = [...unique.keys()].sort().join()
    let known = this.#known.get(key)
    if (known === undefined) this.#known.set(key, (known = { key, functions: [...unique.values()] }))
    return known
  }
}
