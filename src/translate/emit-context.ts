// The state that emitting functions share while they write one constant or function.

import type { Expression } from 'oxc-parser'
import type { Memory } from './collect.ts'
import type { ConstantLookup } from './fold-constants.ts'
import type { LocalNames } from './names.ts'
import type { KernelSignature, ValueType } from './resolve.ts'

/** The state of writing one declaration in WGSL. */
export interface EmitContext {
  readonly functions: ReadonlyMap<string, KernelSignature>
  readonly memories: ReadonlyMap<string, Memory>
  readonly typeOf: (expression: Expression) => ValueType
  /** The value of an identifier that is a module constant. */
  readonly constantOf: ConstantLookup
  readonly locals: LocalNames
  readonly usedFunctions: Set<string>
  readonly usedConstants: Set<string>
  readonly lines: Lines
  readonly reject: (node: { readonly start: number }, problem: string, advice: string) => void
}

/** Lines of text, indented by the blocks that are open. */
export class Lines {
  readonly #lines: string[] = []
  #depth: number

  constructor(depth = 0) {
    this.#depth = depth
  }

  add(line: string): void {
    this.#lines.push('  '.repeat(this.#depth) + line)
  }

  /** Writes `head {`, the lines of `body`, and `}`. */
  block(head: string, body: () => void): void {
    this.add(head === '' ? '{' : `${head} {`)
    this.#depth++
    body()
    this.#depth--
    this.add('}')
  }

  /** Writes `if (test) {...}` and an `else`, if there is one. */
  choose(test: string, whenTrue: () => void, whenFalse: (() => void) | undefined): void {
    this.block(`if (${test})`, whenTrue)
    if (!whenFalse) return
    const closing = this.#lines.length - 1
    const start = this.#lines.length
    whenFalse()
    // An `else` that is nothing but an `if` stands on its line.
    this.#lines[closing] += ` else ${this.#lines[start]!.trimStart()}`
    this.#lines.splice(start, 1)
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join('')
  }
}
