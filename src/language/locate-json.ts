// Places in JSON text: where a part of a value stands, where a broken text is broken, and lines along rising offsets.

import { type ParseError, findNodeAtLocation, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import type { SourcePlace } from './program.ts'
import type { JsonPath } from './read-json-value.ts'

// A tree takes many times the memory of its text. Parts of longer ones are said to stand where the whole begins.
const MAX_TREE_LENGTH = 1 << 20

/** The offset of what a path leads to in the value at `start`; that of the value where it leads nowhere. */
export function locateInJson(text: string, start: number, end: number, path: JsonPath): number {
  if (path.length === 0 || end - start > MAX_TREE_LENGTH) return start
  const root = parseTree(text.slice(start, end))
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path])
  return start + (node?.offset ?? 0)
}

const descriptions: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is neither a value nor a name in double quotes',
  InvalidNumberFormat: 'this is no number of JSON',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a } is expected here',
  CloseBracketExpected: 'a ] is expected here',
  EndOfFileExpected: 'nothing more is expected here',
  InvalidCommentToken: 'JSON has no comments; use a key "comment"',
  UnexpectedEndOfComment: 'JSON has no comments; use a key "comment"',
  UnexpectedEndOfString: 'the string is not closed',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'not a character: \\u and four hexadecimal digits',
  InvalidEscapeCharacter: 'no such escape',
  InvalidCharacter: 'a control character in a string',
}

class FirstError extends Error {
  readonly error: ParseError
  constructor(error: ParseError) {
    super()
    this.error = error
  }
}

/** Where text that JSON.parse refused stops being JSON, and what is wrong there. */
export function findSyntaxError(text: string, start: number, end: number): { at: number; what: string } {
  try {
    const onError = (error: ParseError['error'], offset: number, length: number): never => {
      throw new FirstError({ error, offset, length })
    }
    visit(text.slice(start, end), { onError }, { disallowComments: true })
  } catch (thrown) {
    // Anything else is the parser's own, which goes down with every bracket.
    if (!(thrown instanceof FirstError)) return { at: start, what: 'it is nested too deep' }
    const { error, offset } = thrown.error
    return { at: start + offset, what: descriptions[printParseErrorCode(error)] ?? 'it ends here' }
  }
  return { at: start, what: 'it holds something that JSON does not have' }
}

/** Lines and columns of offsets that never fall, at the cost of one walk along the text, however long its lines are. */
export class RisingPlaces {
  readonly #text: string
  #line = 1
  #lineStart = 0
  #lineEnd: number

  constructor(text: string) {
    this.#text = text
    this.#lineEnd = this.#endFrom(0)
  }

  placeAt(offset: number): SourcePlace {
    while (this.#lineEnd < offset) {
      this.#line++
      this.#lineStart = this.#lineEnd + 1
      this.#lineEnd = this.#endFrom(this.#lineStart)
    }
    return { line: this.#line, column: Math.max(1, offset - this.#lineStart + 1) }
  }

  #endFrom(start: number): number {
    const end = this.#text.indexOf('\n', start)
    return end < 0 ? this.#text.length : end
  }
}
