// Scans Python text for names, without parsing: names that decide the dialect, functions that others call, constants
// outside of functions. The scan finds at least the names that a parser would find in the functions of programs.

import { type DecisiveUse, decideByName } from '../recognize-dialect.ts'
import { endOfString } from './split-source.ts'

/** The names of a file. */
export interface ScannedNames {
  /** Dialect comments at the margin, in order; each holds for the functions that follow it. */
  readonly headers: readonly DialectHeader[]
  /** The first use of each decisive name after each header, in order. */
  readonly uses: readonly DecisiveUse[]
  /** Functions of the file that a function mentions. */
  readonly called: ReadonlySet<string>
  /** Whether names are assigned outside of functions. */
  readonly hasConstants: boolean
}

/** A comment `# dialect: t`. */
export interface DialectHeader {
  readonly at: number
  readonly text: string
}

/** Scans a text in linear time. */
export function scanNames(text: string): ScannedNames {
  return new NameScanner(text).scan()
}

const HEADER = /^# *dialect *: *([^\n]*)/i
const MAX_HEADER = 100

// These begin statements that programs do not have; the names in such a function decide nothing.
const FOREIGN_STARTS = new Set(
  'for while if with class def raise assert del global nonlocal async match yield await elif else'.split(' '),
)
const KEYWORDS = new Set(
  'False None True and as except from import in is lambda not or pass return try finally break continue'.split(' '),
)

/** The names of one function, or of the statements between two functions. */
class Block {
  readonly isFunction: boolean
  isPlain = true
  readonly bound = new Set<string>()
  readonly used = new Map<string, number>()

  constructor(isFunction: boolean) {
    this.isFunction = isFunction
  }
}

class NameScanner {
  readonly #text: string
  readonly #headers: DialectHeader[] = []
  readonly #uses: DecisiveUse[] = []
  readonly #usesAfterHeader = new Set<string>()
  readonly #defined = new Set<string>()
  readonly #assigned = new Set<string>()
  readonly #mentioned = new Set<string>()
  #block = new Block(false)
  #depth = 0
  #lineUses: [string, number][] = []
  #wordsInLine = 0
  // Words bind names in the head of a function and between `lambda` and its colon.
  #mode: 'plain' | 'head' | 'lambda' | 'import' = 'plain'
  #modeDepth = 0

  constructor(text: string) {
    this.#text = text
  }

  scan(): ScannedNames {
    const text = this.#text
    let isLineStart = true
    for (let k = 0; k < text.length;) {
      const code = text.charCodeAt(k)
      if (isLineStart && !isBlank(code)) {
        const isContent = code !== 10 && code !== 35
        if (code === 35 && (k === 0 || text.charCodeAt(k - 1) === 10)) this.#readHeader(k)
        if (isContent) this.#beginLine(k, k === 0 || text.charCodeAt(k - 1) === 10)
        isLineStart = !isContent
      }
      if (code === 10) {
        // A definition at the margin inside brackets means that a bracket is not closed.
        if (this.#depth > 0 && /^(?:def\s|@)/.test(text.slice(k + 1, k + 5))) this.#depth = 0
        if (this.#depth === 0) {
          this.#endLine()
          isLineStart = true
        }
        k++
      } else if (isWordStart(code)) k = this.#readWord(k)
      else k = this.#readOther(k, code)
    }
    this.#endLine()
    this.#endBlock()
    // A name that the file itself defines is no name of a dialect.
    const isOwn = (name: string) => this.#defined.has(name) || this.#assigned.has(name)
    return {
      headers: this.#headers,
      uses: this.#uses.filter(({ name }) => !isOwn(name)),
      called: new Set([...this.#defined].filter((name) => this.#mentioned.has(name))),
      hasConstants: this.#assigned.size > 0,
    }
  }

  #readHeader(at: number): void {
    const found = HEADER.exec(this.#text.slice(at, at + MAX_HEADER))
    if (found === null) return
    this.#endBlock()
    this.#headers.push({ at, text: found[1]!.trim() })
    this.#usesAfterHeader.clear()
  }

  #beginLine(at: number, isAtMargin: boolean): void {
    this.#wordsInLine = 0
    if (!isAtMargin) return
    this.#endBlock()
    const isFunction = /^def\s/.test(this.#text.slice(at, at + 4))
    this.#block = new Block(isFunction)
    this.#mode = isFunction ? 'head' : 'plain'
    this.#modeDepth = 0
  }

  #endLine(): void {
    for (const [name, at] of this.#lineUses) if (!this.#block.used.has(name)) this.#block.used.set(name, at)
    this.#lineUses = []
    this.#mode = 'plain'
  }

  #endBlock(): void {
    const { isFunction, isPlain, bound, used } = this.#block
    if (!isFunction) for (const name of bound) this.#assigned.add(name)
    for (const [name, at] of isFunction || bound.size > 0 ? used : []) {
      if (isFunction && bound.has(name)) continue
      if (isFunction) this.#mentioned.add(name)
      const dialect = isPlain ? decideByName(name) : undefined
      if (dialect === undefined || this.#usesAfterHeader.has(name)) continue
      this.#usesAfterHeader.add(name)
      this.#uses.push({ name, dialect, at })
    }
    this.#block = new Block(false)
  }

  #readWord(at: number): number {
    const text = this.#text
    let end = at + 1
    while (end < text.length && isWordPart(text.charCodeAt(end))) end++
    const isFirst = this.#wordsInLine++ === 0
    // Numbered variables are the bulk of generated programs; no function or primitive has such a name.
    if (isNumbered(text, at, end) || text.charCodeAt(at - 1) === 46) return end
    const word = text.slice(at, end)
    if (this.#mode === 'import') return end
    if (isFirst && (word === 'from' || word === 'import')) this.#mode = 'import'
    else if (this.#mode === 'head' && this.#depth === 0) {
      if (word !== 'def') this.#define(word)
    } else if (isFirst && FOREIGN_STARTS.has(word)) this.#block.isPlain = false
    else if (word === 'lambda') {
      this.#mode = 'lambda'
      this.#modeDepth = this.#depth
    } else if (this.#mode !== 'plain') this.#block.bound.add(word)
    else if (!KEYWORDS.has(word) && !this.#isKeyword(end)) this.#lineUses.push([word, at])
    return end
  }

  #define(word: string): void {
    // The first word is the name; an annotation may follow the parameters.
    if (this.#wordsInLine === 2) this.#defined.add(word)
  }

  /** Whether the word that ends here is the keyword of an argument. */
  #isKeyword(end: number): boolean {
    if (this.#depth === 0) return false
    let k = end
    while (isBlank(this.#text.charCodeAt(k))) k++
    return this.#text.charCodeAt(k) === 61 && this.#text.charCodeAt(k + 1) !== 61
  }

  #readOther(at: number, code: number): number {
    const text = this.#text
    switch (code) {
      case 35: {
        const end = text.indexOf('\n', at)
        return end < 0 ? text.length : end
      }
      case 34:
      case 39:
        return endOfString(text, at)
      case 92:
        return at + 2
      case 40:
      case 91:
      case 123:
        this.#depth++
        return at + 1
      case 41:
      case 93:
      case 125:
        if (this.#depth > 0) this.#depth--
        return at + 1
      case 58:
        if (this.#mode !== 'import' && this.#depth === this.#modeDepth) this.#mode = 'plain'
        return at + 1
      case 61:
        return this.#readEquals(at)
      default:
        return isDigit(code) ? endOfNumber(text, at) : at + 1
    }
  }

  #readEquals(at: number): number {
    if (this.#text.charCodeAt(at + 1) === 61) return at + 2
    const isOperator = '<>!+-*/%&|^:@~='.includes(this.#text[at - 1] ?? ' ')
    if (this.#depth === 0 && !isOperator && this.#mode === 'plain') {
      for (const [name] of this.#lineUses) this.#block.bound.add(name)
      this.#lineUses = []
    }
    return at + 1
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 12
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isWordStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127
}

function isWordPart(code: number): boolean {
  return isWordStart(code) || isDigit(code)
}

function isNumbered(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start)
  if ((first !== 116 && first !== 120) || end === start + 1) return false
  for (let k = start + 1; k < end; k++) if (!isDigit(text.charCodeAt(k))) return false
  return true
}

function endOfNumber(text: string, start: number): number {
  let k = start
  while (k < text.length && (isWordPart(text.charCodeAt(k)) || text[k] === '.')) k++
  return k
}
