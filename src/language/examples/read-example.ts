// Reads the example of a primitive: a call in Python syntax, in which grids and patches are drawn row by row.
//
//     [120/045]     a grid             (1, 2)  (3,)  ()     tuples      T  UP  None          constants
//     <.22/.2.>     an object          {1, 2}  {}           sets        rbind(shift, UP)     functions
//     <.x./xx.>     indices            -3                   integers    power(double, 3)(1)  a call of the result

import type { DialectId } from '../../primitives/primitive.ts'
import { layoutOf } from '../dialects.ts'
import { primitiveNamed } from '../names.ts'
import { constants } from '../values/constants.ts'
import type { Notation } from '../values/value-notation.ts'

/** A call of a primitive; with `then`, its result is called with further arguments. */
export interface ExampleCall {
  readonly name: string
  readonly args: readonly Notation[]
  readonly then?: readonly Notation[]
}

/** Reads an example in a dialect, which decides the layout of cells; throws for text that is no example. */
export function readExample(text: string, dialect: DialectId): ExampleCall {
  const reader = new ExampleReader(text, dialect)
  const name = reader.take(/\w+/y)
  const args = reader.items('(', ')')
  if (reader.isAtEnd()) return { name, args }
  const then = reader.items('(', ')')
  if (!reader.isAtEnd()) reader.fail('the end')
  return { name, args, then }
}

class ExampleReader {
  readonly #text: string
  readonly #dialect: DialectId
  #at = 0

  constructor(text: string, dialect: DialectId) {
    this.#text = text
    this.#dialect = dialect
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  fail(expected: string): never {
    throw new Error(`expected ${expected} at character ${this.#at + 1} of the example ${this.#text}`)
  }

  /** The text that a sticky pattern matches here. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? this.fail(String(pattern))
    this.#at += found.length
    return found
  }

  #skip(char: string): boolean {
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  /** Values between brackets, separated by commas; one may also be behind the last. */
  items(open: string, close: string): Notation[] {
    if (!this.#skip(open)) this.fail(open)
    const found: Notation[] = []
    while (!this.#skip(close)) {
      if (found.length > 0) this.take(/, /y)
      found.push(this.#value())
      if (this.#text.startsWith(`,${close}`, this.#at)) this.#at++
    }
    return found
  }

  #value(): Notation {
    switch (this.#text[this.#at]) {
      case '(':
        return { t: this.items('(', ')') }
      case '{':
        return { s: this.items('{', '}') }
      case '[':
        return {
          g: this.take(/\[[\d/]+\]/y)
            .slice(1, -1)
            .split('/'),
        }
      case '<':
        return { s: this.#cells(this.take(/<[.\dx/]+>/y).slice(1, -1)) }
      default:
        return this.#word(this.take(/-?\w+/y))
    }
  }

  #cells(drawing: string): Notation[] {
    const places = drawing
      .split('/')
      .flatMap((row, i) => Array.from(row, (char, j) => ({ char, i, j })).filter(({ char }) => char !== '.'))
    return places.map(({ char, i, j }) => {
      if (char === 'x') return { t: [i, j] }
      const color = Number(char)
      return layoutOf(this.#dialect) === 't' ? { t: [i, j, color] } : { t: [color, { t: [i, j] }] }
    })
  }

  #word(word: string): Notation {
    if (/^-?\d+$/.test(word)) return Number(word)
    if (word === 'None') return null
    const constant = constants.get(word)
    if (constant !== undefined) return constant
    if (primitiveNamed(word, this.#dialect) === undefined) this.fail(`a name of dialect ${this.#dialect} before here`)
    return this.#text[this.#at] === '(' ? { call: word, args: this.items('(', ')') } : { f: word }
  }
}
