// Places in JSON texts: the first syntax error, and the offset of the value at a path.
//
// JSON.parse reports neither. A tree of all places would need gigabytes for the largest files, so the text is walked once
// and only the requested place is kept. The walk is recursive: the caller must bound the depth first.

/** A path into a JSON value: object keys and list indexes. */
export type JsonPath = readonly (string | number)[]

/** Offsets of a value and of its key; list elements and the whole text have no key. */
export interface JsonPlace {
  readonly value: number
  readonly key: number
}

/** Offset and description of a syntax error. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** The first syntax error of a text; undefined for valid JSON. */
export function findFault(text: string): JsonFault | undefined {
  try {
    new JsonWalk(text, [], 0).walkText()
    return undefined
  } catch (fault) {
    if (fault instanceof JsonFault) return fault
    throw fault
  }
}

/**
 * The place of a path in the valid JSON value at `start`, or the start of that value if the path does not exist. The last
 * of repeated keys counts, as in JSON.parse.
 */
export function findPlace(text: string, path: JsonPath, start = 0): JsonPlace {
  const walk = new JsonWalk(text, path, start)
  walk.walkValue()
  return walk.found
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BESIDE = -1

class JsonWalk {
  found: JsonPlace
  readonly #text: string
  readonly #path: JsonPath
  #at: number
  #keyAt: number

  constructor(text: string, path: JsonPath, start: number) {
    this.#text = text
    this.#path = path
    this.#at = start
    this.#keyAt = start
    this.found = { value: start, key: start }
  }

  walkValue(): void {
    this.#skipBlanks()
    this.#value(0)
  }

  walkText(): void {
    this.walkValue()
    this.#skipBlanks()
    if (this.#at < this.#text.length) throw this.#fault('the value ends here, and more follows')
  }

  /** `steps` is the number of path steps that lead to this value, or BESIDE. */
  #value(steps: number): void {
    if (steps === this.#path.length) this.found = { value: this.#at, key: this.#keyAt }
    const first = this.#text[this.#at]
    if (first === '{') this.#members(steps)
    else if (first === '[') this.#elements(steps)
    else if (first === '"') this.#string()
    else if (first === '-' || isDigit(this.#text.charCodeAt(this.#at))) this.#number()
    else this.#word()
  }

  #members(steps: number): void {
    this.#at++
    this.#skipBlanks()
    if (this.#skip('}')) return
    do {
      this.#skipBlanks()
      const keyAt = this.#at
      if (this.#text[keyAt] !== '"') throw this.#fault('a key in double quotes is expected')
      this.#string()
      const next = this.#step(steps, () => JSON.parse(this.#text.slice(keyAt, this.#at)) as string)
      this.#skipBlanks()
      if (!this.#skip(':')) throw this.#fault('a colon is expected after the key')
      this.#skipBlanks()
      this.#keyAt = keyAt
      this.#value(next)
      this.#skipBlanks()
    } while (this.#skip(','))
    if (!this.#skip('}')) throw this.#fault('a comma or } is expected')
  }

  #elements(steps: number): void {
    this.#at++
    this.#skipBlanks()
    if (this.#skip(']')) return
    let index = 0
    do {
      this.#skipBlanks()
      const next = this.#step(steps, () => index)
      this.#keyAt = this.#at
      this.#value(next)
      this.#skipBlanks()
      index++
    } while (this.#skip(','))
    if (!this.#skip(']')) throw this.#fault('a comma or ] is expected')
  }

  #step(steps: number, segment: () => string | number): number {
    return steps !== BESIDE && steps < this.#path.length && segment() === this.#path[steps] ? steps + 1 : BESIDE
  }

  #string(): void {
    this.#at++
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === QUOTE) break
      if (code === BACKSLASH) this.#escape()
      else if (code >= 0x20) this.#at++
      else throw this.#fault('a string must end on its line, and control characters in it must be escaped')
    }
    this.#at++
  }

  #escape(): void {
    const escaped = this.#text[this.#at + 1]
    if (escaped === undefined || !'"\\/bfnrtu'.includes(escaped)) throw this.#fault('invalid escape sequence')
    this.#at += 2
    if (escaped !== 'u') return
    const digits = this.#text.slice(this.#at, this.#at + 4)
    if (!/^[\da-f]{4}$/i.test(digits)) throw this.#fault('four hexadecimal digits are expected')
    this.#at += 4
  }

  #number(): void {
    this.#skip('-')
    if (!this.#skip('0')) this.#digits()
    if (this.#skip('.')) this.#digits()
    if (!this.#skip('e') && !this.#skip('E')) return
    if (!this.#skip('+')) this.#skip('-')
    this.#digits()
  }

  #digits(): void {
    if (!isDigit(this.#text.charCodeAt(this.#at))) throw this.#fault('a digit is expected')
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #word(): void {
    const word = ['true', 'false', 'null'].find((known) => this.#text.startsWith(known, this.#at))
    if (word === undefined) throw this.#fault('a value is expected')
    this.#at += word.length
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at++
    }
  }

  #fault(message: string): JsonFault {
    if (this.#at >= this.#text.length) return new JsonFault(this.#at, 'the text ends too soon')
    const isComment = /^(?:\/[/*]|#)/.test(this.#text.slice(this.#at, this.#at + 2))
    return new JsonFault(this.#at, isComment ? 'JSON has no comments' : message)
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
