// Diagnostics of program files: code, place, message and excerpt, and their text form for a terminal.

/** All diagnostic codes; each is stable and explained in docs/programs.md. */
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
  'mixed-dialects',
  'unknown-dialect',
  'recursive-function',
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

/** A diagnostic code. */
export type DiagnosticCode = (typeof diagnosticCodes)[number]

/** An error keeps its function from being loaded, a warning does not. Line and column count from 1. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly advice?: string
  /** The source line, or the part around the place if it is long; control characters are replaced. */
  readonly excerpt: string
  /** Offset of the place in the excerpt, from 0. */
  readonly caret: number
}

/** Formats a diagnostic for a terminal: place and message, source line, caret under the place, advice. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, severity, message, code, excerpt, caret, advice } = diagnostic
  const lines = [`${showText(file)}:${line}:${column}: ${severity}: ${message} [${code}]`]
  if (excerpt.trim() !== '') lines.push(`  ${excerpt}`, `  ${' '.repeat(caret)}^`)
  if (advice !== undefined) lines.push(`  ${advice}`)
  return lines.join('\n')
}

// Control, format and separator characters can move the cursor or reverse the text of a terminal.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu

/** Makes text safe for a terminal: each unprintable code unit becomes `?`. */
export function showText(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(UNSHOWABLE, (found) => '?'.repeat(found.length))
}

const WINDOW_BEFORE = 60
const WINDOW = 120

/** The excerpt of a source line around a column (from 1), and the offset of the column in the excerpt. */
export function makeExcerpt(line: string, column: number): { excerpt: string; caret: number } {
  const at = Math.min(column - 1, line.length)
  if (line.length <= WINDOW) return { excerpt: showText(line), caret: at }
  const from = Math.max(0, at - WINDOW_BEFORE)
  const before = from > 0 ? '…' : ''
  const after = from + WINDOW < line.length ? '…' : ''
  return { excerpt: before + showText(line.slice(from, from + WINDOW)) + after, caret: at - from + before.length }
}

/** A problem at an offset of the text, with advice. */
export interface Remark {
  readonly code: DiagnosticCode
  readonly at: number
  readonly message: string
  readonly advice?: string | undefined
}
