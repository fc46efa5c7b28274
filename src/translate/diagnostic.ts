// Diagnostics: a problem of a kernel source, its place and advice. They are collected, never thrown.

import { type SourceFile, placeOf } from './source.ts'

/** One problem at one place of a source file. */
export interface Diagnostic {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly problem: string
  readonly advice: string
}

/** A diagnostic for `offset` of a source file. */
export function diagnose(source: SourceFile, offset: number, problem: string, advice: string): Diagnostic {
  return { path: source.path, ...placeOf(source, offset), problem, advice }
}

/** The one-line form that editors and terminals can jump to. */
export function formatDiagnostic(d: Diagnostic): string {
  return `${d.path}:${d.line}:${d.column}: ${d.problem}; ${d.advice}`
}

/** Sorts diagnostics by file, then by place. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column,
  )
}
