// Function shapes: the functions that a value may be or contain, derived from the plan before the run. Data can only
// choose among functions that the programs name, so the set is finite and nearly always has one element.

import { CLOSURE, SET, TUPLE, contentSize, isBlock, kindOf } from '../../../kernel/blocks.ts'
import { SAFE, closureArgument, closureMaker } from '../../../kernel/closures.ts'
import type { Heap } from '../../../kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, addressOf, isInt, isPrimitive } from '../../../kernel/words.ts'

/** A primitive, or a closure made by a combinator. */
export type Shape =
  | { readonly key: string; readonly primitive: number }
  | { readonly key: string; readonly maker: number; readonly args: readonly Shapes[] }

/** All functions that a value may be or contain, and its integer where that is known. */
export interface Shapes {
  readonly key: string
  readonly functions: readonly Shape[]
  readonly integer?: number
}

export const NO_FUNCTIONS: Shapes = { key: '', functions: [] }

/** Creates shapes; equal sets of functions are one object. */
export class ShapeTable {
  readonly #known = new Map<string, Shapes>()
  readonly #keys = new Map<string, string>()

  /** The shape of a primitive. */
  primitive(number: number): Shapes {
    return this.#intern([{ key: `p${number}`, primitive: number }])
  }

  /** The shape of the closure that a combinator makes. */
  closure(maker: number, args: readonly Shapes[]): Shapes {
    const spelling = `${maker}(${args.map(({ key, integer }) => `${key}#${integer ?? ''}`).join('|')})`
    let key = this.#keys.get(spelling)
    // Numbered keys: a spelled key would contain the keys of all its parts.
    if (key === undefined) this.#keys.set(spelling, (key = `c${this.#keys.size}`))
    return this.#intern([{ key, maker, args }])
  }

  union(parts: readonly Shapes[]): Shapes {
    const filled = parts.filter(({ functions }) => functions.length > 0)
    if (filled.length === 0) return NO_FUNCTIONS
    if (filled.length === 1) return this.#intern(filled[0]!.functions)
    return this.#intern(filled.flatMap(({ functions }) => functions))
  }

  /** The functions in a value on the heap. */
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
