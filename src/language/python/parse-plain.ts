// Parses functions in the plain form that nearly all programs have, with one walk over their characters.
//
// The parser of Python takes longer to read such a function than the engine takes to run it. Here it takes a tenth of that time. The result is
// exactly that of the other parser, or undefined: a function with anything unusual in it is left to the other one.

import type { Argument, Assignment, Expression, PythonParameter, PythonStatement, Target } from './python-syntax.ts'

/** Deeper nesting is left to the other parser, which reports it. */
const MAX_DEPTH = 40

/** Words that are no variables, or that the other parser may take for something else. */
const RESERVED = new Set(
  (
    'and as assert async await break case class continue def del elif else except exec finally for from global if import in is ' +
    'lambda match nonlocal not or pass print raise return self try type while with yield'
  ).split(' '),
)

/** The statements of a function, or with `isBody` of the continued body of one; undefined if its form is not plain. */
export function parsePlain(text: string, start: number, end: number, isBody: boolean): PythonStatement[] | undefined {
  const walk = new PlainWalk(text, start, end)
  if (isBody) return walk.parseBody()
  const head = walk.parseHead()
  const body = head === undefined ? undefined : walk.parseBody()
  return head === undefined || body === undefined ? undefined : [{ kind: 'function', ...head, body, at: start }]
}

const NEWLINE = 10
const SPACE = 32
const HASH = 35
const OPEN = 40
const CLOSE = 41
const COMMA = 44
const MINUS = 45
const DOT = 46
const COLON = 58
const EQUALS = 61
const GREATER = 62
const OPEN_LIST = 91
const CLOSE_LIST = 93

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether a character begins a name; names with letters beyond ASCII are not plain. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39
}

/** A walk over the text. Each method that returns undefined or false has found something that is not plain. */
class PlainWalk {
  readonly #text: string
  readonly #end: number
  #at: number

  constructor(text: string, start: number, end: number) {
    this.#text = text
    this.#at = start
    this.#end = end
  }

  /** `def name(parameter: Type, …) -> Type:` */
  parseHead(): { name: string; parameters: PythonParameter[] } | undefined {
    if (!this.#takeWord('def')) return undefined
    const name = this.#parseName()
    if (name === undefined || !this.#take(OPEN)) return undefined
    const parameters: PythonParameter[] = []
    while (!this.#take(CLOSE)) {
      if (parameters.length > 0 && !this.#takeSpaced(COMMA)) return undefined
      const at = this.#at
      const parameter = this.#parseName()
      if (parameter === undefined) return undefined
      if (this.#takeSpaced(COLON) && this.#parseName() === undefined) return undefined
      parameters.push({ name: parameter, plain: true, hasDefault: false, at })
    }
    if (this.#takeSpaced(MINUS) && (!this.#takeSpaced(GREATER) || this.#parseName() === undefined)) return undefined
    return this.#take(COLON) && this.#endLine() ? { name, parameters } : undefined
  }

  /** Statements of one indentation, up to the end of the text. */
  parseBody(): PythonStatement[] | undefined {
    const statements: PythonStatement[] = []
    const indent = this.#findIndent()
    if (indent === 0) return undefined
    while (this.#at < this.#end) {
      if (!this.#skipIndent(indent)) return undefined
      const statement = this.#parseStatement(indent)
      if (statement === undefined) return undefined
      statements.push(statement)
      this.#findIndent()
    }
    return statements.length > 0 ? statements : undefined
  }

  #parseStatement(indent: number): PythonStatement | undefined {
    const at = this.#at
    if (this.#takeWord('return')) {
      const value = this.#parseList()
      return value !== undefined && this.#endLine() ? { kind: 'return', value, at } : undefined
    }
    if (this.#takeKeyword('try')) return this.#parseTry(indent, at)
    const expression = this.#parseExpression(0)
    if (expression?.kind === 'call') return this.#endLine() ? { kind: 'expression', value: expression, at } : undefined
    return expression?.kind === 'name' ? this.#parseAssigned(expression) : undefined
  }

  /** The rest of an assignment, behind its first target. */
  #parseAssigned(first: Target): Assignment | undefined {
    const targets: Target[] = [first]
    while (this.#takeSpaced(COMMA)) {
      const target = this.#parseExpression(0)
      if (target?.kind !== 'name') return undefined
      targets.push(target)
    }
    if (!this.#takeSpaced(EQUALS)) return undefined
    const value = this.#parseExpression(0)
    return value !== undefined && this.#endLine() ? { kind: 'assign', targets, value, at: first.at } : undefined
  }

  /** One assignment after `try:`, and one after each `except`. */
  #parseTry(indent: number, at: number): PythonStatement | undefined {
    const attempt = this.#parseGuarded(indent)
    if (attempt === undefined) return undefined
    const fallbacks: Assignment[] = []
    while (this.#findIndent() === indent && this.#text.startsWith('except', this.#at + indent)) {
      this.#at += indent
      if (!this.#skipExcept()) return undefined
      const fallback = this.#parseGuarded(indent)
      if (fallback === undefined) return undefined
      fallbacks.push(fallback)
    }
    return fallbacks.length > 0 ? { kind: 'guarded', attempt, fallbacks, at } : undefined
  }

  /** A colon, and an assignment on a line of its own that is indented further. */
  #parseGuarded(indent: number): Assignment | undefined {
    if (!this.#take(COLON) || !this.#endLine()) return undefined
    const inner = this.#findIndent()
    if (inner <= indent || !this.#skipIndent(inner)) return undefined
    const statement = this.#parseStatement(inner)
    return statement?.kind === 'assign' && this.#findIndent() <= indent ? statement : undefined
  }

  /** `except`, `except Name` or `except (Name, …)`. */
  #skipExcept(): boolean {
    if (!this.#takeKeyword('except')) return false
    this.#skipSpaces()
    if (this.#code() === COLON) return true
    if (!this.#take(OPEN)) return this.#parseName() !== undefined
    do if (this.#parseName() === undefined) return false
    while (this.#takeSpaced(COMMA))
    return this.#take(CLOSE)
  }

  /** One or more expressions; several are a tuple. */
  #parseList(): Expression | undefined {
    const first = this.#parseExpression(0)
    if (first === undefined || this.#code() !== COMMA) return first
    const items = [first]
    while (this.#takeSpaced(COMMA)) {
      const item = this.#parseExpression(0)
      if (item === undefined) return undefined
      items.push(item)
    }
    return { kind: 'tuple', items, at: first.at }
  }

  /** An expression, and the spaces behind it; what follows must end it. */
  #parseExpression(depth: number): Expression | undefined {
    if (depth > MAX_DEPTH) return undefined
    const code = this.#code()
    let expression: Expression | undefined
    if (isLetter(code)) expression = this.#parseCalls(depth)
    else if (isDigit(code) || code === MINUS) expression = this.#parseNumber()
    else if (code === OPEN) expression = this.#parseParentheses(depth)
    else if (code === OPEN_LIST) expression = this.#parseItems(depth, CLOSE_LIST, 'list')
    else if (isQuote(code)) expression = this.#parseString(code)
    this.#skipSpaces()
    return this.#isAtEnd() ? expression : undefined
  }

  /** Whether the next character can follow an expression. */
  #isAtEnd(): boolean {
    const code = this.#code()
    if (code === EQUALS) return this.#text.charCodeAt(this.#at + 1) !== EQUALS
    return code === COMMA || code === CLOSE || code === CLOSE_LIST || code === NEWLINE || code === HASH
  }

  /** A name or a member, and the calls of it. */
  #parseCalls(depth: number): Expression | undefined {
    const at = this.#at
    const name = this.#parseWord()
    let expression: Expression | undefined
    if (name === 'True' || name === 'False') expression = { kind: 'boolean', value: name === 'True', at }
    else if (name === 'None') expression = { kind: 'none', at }
    else if (RESERVED.has(name)) return undefined
    else if (this.#take(DOT)) {
      const property = this.#parseName()
      if (property === undefined || this.#code() !== OPEN) return undefined
      expression = { kind: 'member', object: name, property, at }
    } else expression = { kind: 'name', name, at }
    while (this.#take(OPEN)) {
      const args = this.#parseArguments(depth)
      if (args === undefined) return undefined
      expression = { kind: 'call', callee: expression, args, at }
      depth++
      if (depth > MAX_DEPTH) return undefined
    }
    return expression
  }

  /** Arguments up to the closing parenthesis. */
  #parseArguments(depth: number): Argument[] | undefined {
    const args: Argument[] = []
    this.#skipSpaces()
    if (this.#take(CLOSE)) return args
    do {
      const value = this.#parseExpression(depth + 1)
      if (value === undefined) return undefined
      if (!this.#takeSpaced(EQUALS)) args.push({ value })
      else {
        const own = value.kind === 'name' ? this.#parseExpression(depth + 1) : undefined
        if (own === undefined || value.kind !== 'name') return undefined
        args.push({ keyword: value.name, value: own })
      }
    } while (this.#takeSpaced(COMMA))
    return this.#take(CLOSE) ? args : undefined
  }

  /** A tuple, or an expression in parentheses. */
  #parseParentheses(depth: number): Expression | undefined {
    const at = this.#at
    const tuple = this.#parseItems(depth, CLOSE, 'tuple')
    if (tuple === undefined || tuple.items.length === 0) return undefined
    return tuple.items.length > 1 || this.#hasTrailingComma(at) ? tuple : tuple.items[0]
  }

  /** Whether the brackets that end here have a comma before their end. */
  #hasTrailingComma(from: number): boolean {
    let k = this.#at - 2
    while (k > from && this.#text.charCodeAt(k) === SPACE) k--
    return this.#text.charCodeAt(k) === COMMA
  }

  #parseItems<Kind extends 'tuple' | 'list'>(
    depth: number,
    close: number,
    kind: Kind,
  ): { kind: Kind; items: Expression[]; at: number } | undefined {
    const at = this.#at
    const items: Expression[] = []
    this.#at++
    this.#skipSpaces()
    while (!this.#take(close)) {
      if (items.length > 0) {
        if (!this.#takeSpaced(COMMA)) return undefined
        if (this.#take(close)) break
      }
      const item = this.#parseExpression(depth + 1)
      if (item === undefined || this.#code() === EQUALS) return undefined
      items.push(item)
    }
    return { kind, items, at }
  }

  /** An integer in decimal digits. */
  #parseNumber(): Expression | undefined {
    const at = this.#at
    if (this.#code() === MINUS) this.#at++
    const first = this.#at
    while (isDigit(this.#code())) this.#at++
    const isPlain = this.#at === first + 1 || (this.#at > first && this.#text.charCodeAt(first) !== 48)
    return isPlain ? { kind: 'number', text: this.#text.slice(at, this.#at), at } : undefined
  }

  /** A string of one line without a backslash. */
  #parseString(quote: number): Expression | undefined {
    const at = this.#at
    let k = at + 1
    for (let code = this.#text.charCodeAt(k); code !== quote; code = this.#text.charCodeAt(++k))
      if (k >= this.#end || code === NEWLINE || code === 92) return undefined
    this.#at = k + 1
    return isQuote(this.#code()) ? undefined : { kind: 'string', value: this.#text.slice(at + 1, k), at }
  }

  #parseName(): string | undefined {
    if (!isLetter(this.#code())) return undefined
    const name = this.#parseWord()
    return RESERVED.has(name) || name === 'True' || name === 'False' || name === 'None' ? undefined : name
  }

  #parseWord(): string {
    const start = this.#at
    let code = this.#code()
    while (isLetter(code) || isDigit(code)) {
      this.#at++
      code = this.#code()
    }
    return this.#text.slice(start, this.#at)
  }

  /** The next character; a newline at the end of the text. */
  #code(): number {
    return this.#at < this.#end ? this.#text.charCodeAt(this.#at) : NEWLINE
  }

  #take(code: number): boolean {
    if (this.#code() !== code || this.#at >= this.#end) return false
    this.#at++
    return true
  }

  /** Takes a character with spaces before and behind it. */
  #takeSpaced(code: number): boolean {
    this.#skipSpaces()
    if (!this.#take(code)) return false
    this.#skipSpaces()
    return true
  }

  /** Takes a keyword. */
  #takeKeyword(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    const next = this.#text.charCodeAt(this.#at + word.length)
    if (isLetter(next) || isDigit(next)) return false
    this.#at += word.length
    return true
  }

  /** Takes a keyword and one or more spaces. */
  #takeWord(word: string): boolean {
    if (this.#text.charCodeAt(this.#at + word.length) !== SPACE || !this.#takeKeyword(word)) return false
    this.#skipSpaces()
    return true
  }

  #skipSpaces(): void {
    while (this.#code() === SPACE) this.#at++
  }

  /** Takes the rest of a line, which may be a comment; false if there is anything else. */
  #endLine(): boolean {
    this.#skipSpaces()
    if (this.#code() === HASH) this.#at = this.#endOfLine()
    if (this.#code() !== NEWLINE) return false
    this.#at++
    return true
  }

  #endOfLine(): number {
    const end = this.#text.indexOf('\n', this.#at)
    return end < 0 || end > this.#end ? this.#end : end
  }

  /** Goes to the next line with a statement and returns its indentation, which is not taken. */
  #findIndent(): number {
    for (;;) {
      const start = this.#at
      this.#skipSpaces()
      const indent = this.#at - start
      const code = this.#code()
      const isBlank = this.#at >= this.#end || code === NEWLINE || code === HASH
      if (!isBlank) {
        this.#at = start
        return indent
      }
      this.#at = Math.min(this.#endOfLine() + 1, this.#end)
      if (this.#at >= this.#end) return 0
    }
  }

  /** Takes exactly this indentation. */
  #skipIndent(indent: number): boolean {
    const start = this.#at
    this.#skipSpaces()
    return this.#at - start === indent
  }
}
