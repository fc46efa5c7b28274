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

/** A line of a JSDoc comment that begins with a tag. */
export interface DocTag {
  /** The name of the tag, without the at sign. */
  readonly name: string
  readonly text: string
  /** The offset of the text. */
  readonly offset: number
}

/** A JSDoc comment: its prose on one line, and its tags. */
export interface Doc {
  readonly prose: string
  readonly tags: readonly DocTag[]
}

/** The JSDoc comment that ends right before `offset`; empty if there is none. */
export function docBefore(source: SourceFile, offset: number): Doc {
  const comment = source.comments.findLast((c) => c.end <= offset)
  if (!comment || comment.type !== 'Block' || !comment.value.startsWith('*')) return { prose: '', tags: [] }
  if (source.text.slice(comment.end, offset).trim() !== '') return { prose: '', tags: [] }
  const prose: string[] = []
  const tags: DocTag[] = []
  // The value of a comment begins behind its two opening characters.
  let at = comment.start + 2
  for (const line of comment.value.split('\n')) {
    const [mark] = /^\s*\**\s*/.exec(line)!
    const text = line.slice(mark.length).trim()
    const tag = /^@(\w+)\s*/.exec(text)
    if (tag !== null) {
      const start = at + mark.length + tag[0].length
      tags.push({ name: tag[1]!, text: text.slice(tag[0].length), offset: start })
    } else if (text !== '') prose.push(text)
    at += line.length + 1
  }
  return { prose: prose.join(' '), tags }
}
