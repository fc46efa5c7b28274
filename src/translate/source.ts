// Source files: parsed, with their comments and the means to say where something stands.

import { type Comment, type Program, parseSync } from 'oxc-parser'

/** A parsed file of kernel TypeScript. */
export interface SourceFile {
  /** From the root of the repository, with slashes. */
  readonly path: string
  readonly text: string
  readonly program: Program
  readonly comments: readonly Comment[]
  /** Syntax errors: message and offset. A file that has any is not translated. */
  readonly errors: readonly { readonly message: string; readonly offset: number }[]
}

/** Parses a file of TypeScript; syntax errors are in the result. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text, {
    lang: 'ts',
    sourceType: 'module',
    preserveParens: false,
  })
  return {
    path,
    text,
    program,
    comments,
    errors: errors.map((e) => ({ message: e.message, offset: e.labels[0]?.start ?? 0 })),
  }
}

/** Line and column of an offset, both counted from 1. */
export function placeOf(source: SourceFile, offset: number): { line: number; column: number } {
  const before = source.text.slice(0, offset)
  const lastBreak = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: offset - lastBreak }
}

/** The text of the JSDoc comment that ends right before `offset`, on one line; '' if there is none. */
export function docBefore(source: SourceFile, offset: number): string {
  const comment = source.comments.findLast((c) => c.end <= offset)
  if (!comment || comment.type !== 'Block' || !comment.value.startsWith('*')) return ''
  if (source.text.slice(comment.end, offset).trim() !== '') return ''
  return comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\*?/, '').trim())
    .filter((line) => line !== '')
    .join(' ')
}
