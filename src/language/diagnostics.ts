// Diagnostics: what a reader has to say about a file, with its place, and how a terminal shows it.

/** What can be said about a program file; each code is stable and explained in docs/programs.md. */
export const diagnosticCodes = [
  'file-too-large',
  'not-utf8',
  'nul-character',
  'syntax-error',
  'too-deep',
  'too-long',
  'too-many-statements',
  'too-many-errors',
  'unsupported-statement',
  'unsupported-expression',
  'unsupported-lambda',
  'unsupported-parameter',
  'unknown-name',
  'unknown-keyword',
  'assigned-twice',
  'used-before-assignment',
  'arity',
  'integer-range',
  'bad-entry',
  'bad-name',
  'bad-shape',
  'bad-guard',
  'no-return',
  'unreachable',
  'duplicate-function',
  'unused-statement',
  'can-only-fail',
  'unguarded-c',
  'no-program',
  'more-diagnostics',
] as const

/** One of the codes. */
export type DiagnosticCode = (typeof diagnosticCodes)[number]

/** One remark about a file. An error's function is not loaded; a warning's is. Line and column count from 1. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly advice?: string
  /** The source line, or the part of it around the place when it is long; control characters are replaced. */
  readonly excerpt: string
  /** Where in the excerpt the place is, from 0. */
  readonly caret: number
}

/** A diagnostic as the lines a terminal shows: place and message, the source line, a caret under the place, the advice. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, severity, message, code, excerpt, caret, advice } = diagnostic
  const lines = [`${showText(file)}:${line}:${column}: ${severity}: ${message} [${code}]`]
  if (excerpt.trim() !== '') lines.push(`  ${excerpt}`, `  ${' '.repeat(caret)}^`)
  if (advice !== undefined) lines.push(`  ${advice}`)
  return lines.join('\n')
}

// Control, format and separator characters could move the cursor or reverse the text of a terminal.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu

/** Text from a file as a terminal can show it: what is not to be shown becomes `?`, one for one. */
export function showText(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(UNSHOWABLE, (found) => '?'.repeat(found.length))
}

const WINDOW_BEFORE = 60
const WINDOW = 120

/** The part of a source line to show for a column (from 1), and where in it the column is. */
export function makeExcerpt(line: string, column: number): { excerpt: string; caret: number } {
  const at = Math.min(column - 1, line.length)
  if (line.length <= WINDOW) return { excerpt: showText(line), caret: at }
  const from = Math.max(0, at - WINDOW_BEFORE)
  const before = from > 0 ? '…' : ''
  const after = from + WINDOW < line.length ? '…' : ''
  return { excerpt: before + showText(line.slice(from, from + WINDOW)) + after, caret: at - from + before.length }
}

/** A place, what is wrong there, and what to do about it. */
export interface Remark {
  readonly code: DiagnosticCode
  readonly at: number
  readonly message: string
  readonly advice?: string | undefined
}
