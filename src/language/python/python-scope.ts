// The scope of a Python function while it is read: besides names and statements, the functions of the file that it calls.

import { FunctionScope, type ScopeOptions } from '../function-scope.ts'
import type { Operand, SourcePlace } from '../program.ts'
import type { SourceText } from '../source-text.ts'
import type { Helpers } from './helpers.ts'
import { MAX_INNER_DEPTH } from './inner-calls.ts'
import type { SharedExpression } from './python-syntax.ts'

/** Maximum size of all inlined functions of a program, in expressions. */
export const MAX_INLINED = 20_000

/** Options of a Python function. */
export interface PythonScopeOptions extends ScopeOptions {
  readonly helpers?: Helpers | undefined
  /** Whether lines are guarded: an inlined value that is used twice is computed twice, as a part of its line. */
  readonly isGuarded?: boolean
  /** Whether only the definition of a helper function is checked; calls of other helpers are not inlined. */
  readonly isTrial?: boolean
}

/** The state of one Python function. */
export class PythonScope extends FunctionScope {
  readonly helpers: Helpers | undefined
  readonly isTrial: boolean
  readonly #isGuarded: boolean
  readonly #shared = new Map<SharedExpression, Operand | undefined>()
  #inlinedSize = 0
  #depth = 0
  #isExhausted = false

  constructor(source: SourceText, options: PythonScopeOptions) {
    super(source, options)
    this.helpers = options.helpers
    this.isTrial = options.isTrial === true
    this.#isGuarded = options.isGuarded === true
  }

  /** The number of statements, and the size of inlined functions. */
  get size(): number {
    return this.statements.length + this.#inlinedSize
  }

  override call(callee: Operand, args: readonly Operand[], place: SourcePlace, name: string, isMade: boolean): Operand {
    if (this.#inlinedSize > 0) this.#inlinedSize++
    return super.call(callee, args, place, name, isMade)
  }

  /** Counts the size of an inlined function; returns false and reports if it is too large. */
  spendInlined(size: number, at: number): boolean {
    this.#inlinedSize += size
    if (this.#inlinedSize <= MAX_INLINED) return true
    if (!this.#isExhausted) {
      const message = `The functions that are called here have more than ${MAX_INLINED} expressions together`
      this.fail({ code: 'too-long', at, message, advice: 'Functions are inlined; split the program.' })
    }
    this.#isExhausted = true
    return false
  }

  /** Reads an expression inside the current one; reports if it is nested too deep. */
  nest<T>(at: number, read: () => T | undefined): T | undefined {
    // Inlined values can double with each level; after the limit nothing more is read.
    if (this.#isExhausted || (this.#inlinedSize > 0 && !this.spendInlined(0, at))) return undefined
    if (this.#depth >= MAX_INNER_DEPTH) {
      this.#isExhausted = true
      return this.fail({ code: 'too-deep', at, message: `Inlined calls nested deeper than ${MAX_INNER_DEPTH}` })
    }
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  /** The operand of a value of an inlined function; in a strict program it is computed once. */
  readShared(shared: SharedExpression, read: () => Operand | undefined): Operand | undefined {
    if (this.#isGuarded) return read()
    if (!this.#shared.has(shared)) this.#shared.set(shared, read())
    return this.#shared.get(shared)
  }

  /** Reads the values of an inlined function in their order, so that later ones find them; unused ones of a line not. */
  readInOrder(values: readonly SharedExpression[], read: (shared: SharedExpression) => void): void {
    if (!this.#isGuarded) for (const shared of values) read(shared)
  }
}
