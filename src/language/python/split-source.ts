// Splits program text into sections that are parsed separately: one per function, several for a long function.
//
// The syntax tree needs about thirty times the memory of its text, and the parser is slow on text with syntax errors. So
// sections are small, and text that no program has (very long lines, very deep brackets) is rejected before parsing.

import type { DiagnosticCode } from '../diagnostics.ts'

/** A problem that keeps a section from being parsed. */
export interface SectionProblem {
  readonly code: DiagnosticCode
  readonly at: number
  readonly message: string
  readonly advice: string
}

const TOO_MUCH = 'This is more than any program needs; it is not read.'

/** A section of the text; `body` continues the function of the section before. */
export interface SourceSection {
  readonly role: 'function' | 'body' | 'statements'
  readonly start: number
  end: number
  /** The reason why the section must not be parsed. */
  problem?: SectionProblem | undefined
}

/** Maximum nesting of brackets, calls and lambdas. */
export const MAX_NESTING = 200

const CUT_LENGTH = 16 * 1024
const MAX_LINE_LENGTH = 32 * 1024
const MAX_PIECE_LENGTH = 512 * 1024
const MAX_GAP = 256

/** Yields the sections in order; together they contain all text except blank lines and comments. */
export function* splitSource(text: string): Generator<SourceSection> {
  let section: SourceSection | undefined
  let bodyIndent = -1
  let afterDecorator = false
  for (let start = 0; start < text.length;) {
    const line = scanLine(text, start)
    start = line.end
    if (line.blank) continue
    const goesOn = /^(?:else|elif|except|finally)\b/.test(text.slice(line.first, line.first + 8))
    const isDefinition = /^def\s/.test(text.slice(line.first, line.first + 4))
    let role: SourceSection['role'] | undefined
    if (line.indent > 0) {
      const inFunction = section !== undefined && section.role !== 'statements'
      if (inFunction && bodyIndent < 0) bodyIndent = line.indent
      const cut = inFunction && line.indent === bodyIndent && !goesOn && line.first - section!.start > CUT_LENGTH
      if (section === undefined) role = 'statements'
      else if (cut) role = 'body'
    } else if (section === undefined || (isDefinition && !afterDecorator)) {
      role = isDefinition ? 'function' : 'statements'
    } else if (!goesOn && !afterDecorator) {
      const long = line.first - section.start > CUT_LENGTH || line.first - section.end > MAX_GAP
      if (section.role !== 'statements' || long) role = 'statements'
    }
    if (line.indent === 0) afterDecorator = text[line.first] === '@'
    if (role !== undefined) {
      if (section !== undefined) yield section
      section = { role, start: line.start, end: line.end }
      if (role !== 'body') bodyIndent = -1
    }
    section!.end = line.end
    section!.problem ??= line.problem ?? checkLength(section!)
    // The parser accepts such a line as part of the body; Python does not.
    if (line.indent > 0 && line.indent < bodyIndent) section!.problem ??= outdented(line.first)
  }
  if (section !== undefined) yield section
}

function checkLength({ start, end }: SourceSection): SectionProblem | undefined {
  if (end - start <= MAX_PIECE_LENGTH) return undefined
  return {
    code: 'too-long',
    at: start,
    message: `A block of over ${MAX_PIECE_LENGTH} characters that are not plain statements`,
    advice: TOO_MUCH,
  }
}

function outdented(at: number): SectionProblem {
  const message = 'The line is indented less than the lines before it, but not like any of them'
  return { code: 'syntax-error', at, message, advice: 'Indent all statements of a function alike.' }
}

interface LogicalLine {
  readonly start: number
  /** The offset of the first character that is not white space. */
  readonly first: number
  readonly end: number
  readonly indent: number
  readonly blank: boolean
  readonly problem: SectionProblem | undefined
}

/** The logical line at `start`, with the lines that brackets, strings and backslashes join to it. */
function scanLine(text: string, start: number): LogicalLine {
  let first = start
  let indent = 0
  for (; text[first] === ' ' || text[first] === '\t' || text[first] === '\f'; first++) {
    indent = text[first] === '\t' ? ((indent >> 3) << 3) + 8 : indent + 1
  }
  const blank = first >= text.length || text[first] === '\n' || text[first] === '#'
  if (blank) return { start, first, end: endOfLine(text, first), indent, blank, problem: undefined }
  /** The offsets of the brackets that are open. */
  const open: number[] = []
  let tooDeepAt = -1
  let k = first
  scan: for (; k < text.length; k++) {
    switch (text[k]) {
      case '(':
      case '[':
      case '{':
        if (open.push(k) === MAX_NESTING + 1 && tooDeepAt < 0) tooDeepAt = k
        break
      case ')':
      case ']':
      case '}':
        open.pop()
        break
      case '"':
      case "'":
        k = endOfString(text, k) - 1
        break
      case '#':
        k = text.indexOf('\n', k) - 1
        if (k < 0) k = text.length
        break
      case '\\':
        k++
        break
      case '\n':
        // A definition at the margin inside brackets means that a bracket is not closed.
        if (open.length === 0 || /^(?:def\s|@)/.test(text.slice(k + 1, k + 5))) break scan
        break
    }
  }
  const end = Math.min(k + 1, text.length)
  return {
    start,
    first,
    end,
    indent,
    blank,
    problem: findProblem(first, end, tooDeepAt) ?? unclosed(text, open.at(-1)),
  }
}

/** Of several brackets that are not closed the last: those before it may be closed after it. */
function unclosed(text: string, at: number | undefined): SectionProblem | undefined {
  if (at === undefined) return undefined
  const bracket = text[at]!
  const closing = { '(': ')', '[': ']', '{': '}' }[bracket]!
  const message = `The bracket ${bracket} is not closed`
  return { code: 'syntax-error', at, message, advice: `Add the missing ${closing}.` }
}

function findProblem(first: number, end: number, tooDeepAt: number): SectionProblem | undefined {
  if (tooDeepAt >= 0)
    return { code: 'too-deep', at: tooDeepAt, message: `Brackets nested deeper than ${MAX_NESTING}`, advice: TOO_MUCH }
  if (end - first <= MAX_LINE_LENGTH) return undefined
  return { code: 'too-long', at: first, message: `A statement of over ${MAX_LINE_LENGTH} characters`, advice: TOO_MUCH }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

/** The offset after the string at `start`; an unclosed string in single quotes ends with its line. */
export function endOfString(text: string, start: number): number {
  const quote = text[start]!
  const triple = text.startsWith(quote.repeat(3), start)
  for (let k = start + (triple ? 3 : 1); k < text.length; k++) {
    if (text[k] === '\\') k++
    else if (text[k] === '\n' && !triple) return k
    else if (text[k] === quote && (!triple || text.startsWith(quote.repeat(3), k))) return k + (triple ? 3 : 1)
  }
  return text.length
}
