// The diagnostics of `check` as the editor shows them.

import type { Diagnostic as EditorDiagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { Diagnostic } from '../../src/language/diagnostics.ts'

/** Places in the text; each diagnostic marks the word at its place, or the rest of the line. */
export function toDiagnostics(diagnostics: readonly Diagnostic[], doc: Text): EditorDiagnostic[] {
  return diagnostics.map(({ line, column, severity, message, advice, code }) => {
    const { from: start, text } = doc.line(Math.max(1, Math.min(line, doc.lines)))
    const offset = Math.min(column - 1, text.length)
    const word = /^\w+/.exec(text.slice(offset))?.[0].length ?? text.length - offset
    const full = advice === undefined ? message : `${message}. ${advice}`
    return { from: start + offset, to: start + offset + word, severity, message: full, source: code }
  })
}
