// Examples of primitives, from the `@example` lines of a kernel's comment.
//
//     @example size(<22./.2.>)
//     @example t fork(combine, identity, hmirror_t)([12/34])
//
// The letters before the call, if any, are the dialects that the line is for. `src/language/examples` reads the call itself.

import type { DialectId } from '../primitives/primitive.ts'
import type { KernelFunction } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { DIALECTS, type PlacedDeclaration } from './read-declarations.ts'

/** A line without its tag. */
export interface ExampleLine {
  readonly dialects: readonly DialectId[]
  readonly name: string
  /** The rest of the call, from its opening parenthesis. */
  readonly rest: string
}

/** The examples of a kernel; each must call one of its names. */
export function readExamples(
  kernel: KernelFunction,
  declared: readonly PlacedDeclaration[],
  diagnostics: Diagnostic[],
): ExampleLine[] {
  return kernel.tags.flatMap(({ name: tag, text, offset }) => {
    if (tag !== 'example') return []
    const [, letters, name, rest] = /^(?:([art]+) )?(\w+)(\(.*\))$/.exec(text) ?? []
    if (name !== undefined && declared.some((declaration) => declaration.name === name)) {
      const dialects = DIALECTS.filter((dialect) => letters === undefined || letters.includes(dialect))
      return [{ dialects, name, rest: rest! }]
    }
    const problem = `no example of '${kernel.name}': ${text}`
    diagnostics.push(diagnose(kernel.source, offset, problem, 'write a call of the primitive, name(argument, ...)'))
    return []
  })
}

/**
 * The example of a name in a dialect: the last line for both, so that a line with letters goes behind the general one; else the
 * first line of the kernel for the dialect, with the name in place of its own; undefined if there is no line.
 */
export function chooseExample(lines: readonly ExampleLine[], name: string, dialect: DialectId): string | undefined {
  const usable = lines.filter(({ dialects }) => dialects.includes(dialect))
  const line = usable.findLast((own) => own.name === name) ?? usable[0]
  return line === undefined ? undefined : `${name}${line.rest}`
}
