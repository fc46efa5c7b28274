// The text of a program or task file: decoding, validation, normalised line ends, and lookup of places.

import { type Diagnostic, type Remark, makeExcerpt, showText } from './diagnostics.ts'
import type { SourcePlace } from './program.ts'

/** Maximum size of a file. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

const MAX_DIAGNOSTICS = 100

/** The text of a file and its diagnostics so far. */
export class SourceText {
  readonly file: string
  readonly text: string
  readonly #diagnostics: Diagnostic[] = []
  #leftOut = 0
  #leftOutErrors = 0
  // The line of the last lookup: most lookups go forward from there.
  #line = 1
  #lineStart = 0

  constructor(text: string, file: string) {
    this.text = text
    this.file = file
  }

  /** The line and column of an offset. */
  placeAt(offset: number): SourcePlace {
    while (offset < this.#lineStart) {
      // lastIndexOf treats a negative start as 0.
      this.#lineStart = this.#lineStart < 2 ? 0 : this.text.lastIndexOf('\n', this.#lineStart - 2) + 1
      this.#line--
    }
    for (;;) {
      const end = this.text.indexOf('\n', this.#lineStart)
      if (end < 0 || end >= offset) break
      this.#lineStart = end + 1
      this.#line++
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 }
  }

  /** Adds a diagnostic; beyond 100 they are only counted. */
  report(severity: Diagnostic['severity'], remark: Remark): void {
    if (this.#diagnostics.length >= MAX_DIAGNOSTICS) {
      this.#leftOut++
      if (severity === 'error') this.#leftOutErrors++
      return
    }
    this.#diagnostics.push(this.#diagnosticOf(severity, remark))
  }

  /** Whether further diagnostics are only counted, so that their messages are not needed. */
  get isFull(): boolean {
    return this.#diagnostics.length >= MAX_DIAGNOSTICS
  }

  /** All diagnostics. The last one counts the omitted ones; it is an error if one of these is. */
  get diagnostics(): Diagnostic[] {
    if (this.#leftOut === 0) return [...this.#diagnostics]
    const message = `${this.#leftOut} more like these are not shown`
    const { line, column } = this.#diagnostics.at(-1)!
    const severity = this.#leftOutErrors > 0 ? 'error' : 'warning'
    const last = { code: 'more-diagnostics', severity, file: this.file, line, column, message } as const
    return [...this.#diagnostics, { ...last, excerpt: '', caret: 0 }]
  }

  #diagnosticOf(severity: Diagnostic['severity'], { code, at, message, advice }: Remark): Diagnostic {
    const place = this.placeAt(at)
    const end = this.text.indexOf('\n', at)
    const line = this.text.slice(this.#lineStart, end < 0 ? this.text.length : end)
    const base = {
      code,
      severity,
      file: this.file,
      ...place,
      message: showText(message),
      ...makeExcerpt(line, place.column),
    }
    return advice === undefined ? base : { ...base, advice: showText(advice) }
  }
}

/** Opens a file, given as text or UTF-8; `readable` is false if a diagnostic rejects it. */
export function openSource(content: string | Uint8Array, file: string): { source: SourceText; readable: boolean } {
  const length = typeof content === 'string' ? content.length : content.byteLength
  if (length > MAX_FILE_BYTES) {
    const megabytes = (length / (1024 * 1024)).toFixed(1)
    return refuse('', file, {
      code: 'file-too-large',
      at: 0,
      message: `The file has ${megabytes} MB; at most ${MAX_FILE_BYTES / (1024 * 1024)} MB are read`,
      advice: 'Split it into several files.',
    })
  }
  const decoded = typeof content === 'string' ? content : decodeBytes(content)
  if (typeof decoded === 'object') {
    return refuse(normalizeText(decoded.lossyText), file, {
      code: 'not-utf8',
      at: normalizeText(decoded.validText).length,
      message: `Byte ${decoded.offset} is not UTF-8`,
      advice: 'Save the file as UTF-8.',
    })
  }
  const text = normalizeText(decoded)
  const nul = text.indexOf('\0')
  if (nul < 0) return { source: new SourceText(text, file), readable: true }
  return refuse(text, file, {
    code: 'nul-character',
    at: nul,
    message: 'The file contains a NUL character, so it is not a text file',
    advice: 'Is it a binary file, or saved as UTF-16? Save it as UTF-8.',
  })
}

function refuse(text: string, file: string, remark: Remark): { source: SourceText; readable: boolean } {
  const source = new SourceText(text, file)
  source.report('error', remark)
  return { source, readable: false }
}

/** Removes a byte order mark and normalises line ends. */
function normalizeText(text: string): string {
  const start = text.startsWith('\uFEFF') ? text.slice(1) : text
  return start.includes('\r') ? unifyLineEnds(start) : start
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const PIECE = 1 << 13

/** Converts CRLF and CR to LF. A regular expression needs seconds and gigabytes for a large file of line ends. */
function unifyLineEnds(text: string): string {
  const pieces: string[] = []
  const codes = new Uint16Array(PIECE)
  let count = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== LINE_FEED || before !== CARRIAGE_RETURN) codes[count++] = code === CARRIAGE_RETURN ? LINE_FEED : code
    before = code
    if (count < PIECE) continue
    pieces.push(spellCodes(codes))
    count = 0
  }
  return pieces.join('') + spellCodes(codes.subarray(0, count))
}

// Spread syntax is several times slower.
function spellCodes(codes: Uint16Array): string {
  return Reflect.apply(String.fromCharCode, undefined, codes)
}

interface Undecodable {
  readonly offset: number
  readonly validText: string
  readonly lossyText: string
}

function decodeBytes(bytes: Uint8Array): string | Undecodable {
  const text = tryDecode(bytes, false)
  if (text !== undefined) return text
  // Finds the longest valid prefix; an incomplete last character is accepted.
  let valid = 0
  let invalid = bytes.length + 1
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    if (middle <= bytes.length && tryDecode(bytes.subarray(0, middle), true) !== undefined) valid = middle
    else invalid = middle
  }
  const lossyText = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return { offset: valid, validText: tryDecode(bytes.subarray(0, valid), true)!, lossyText }
}

function tryDecode(bytes: Uint8Array, stream: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream })
  } catch {
    return undefined
  }
}
