// The dialects of the functions of a Python file: given, declared by comments, or recognised by names.

import { type DialectId, dialectIds, isDialectId } from '../dialects.ts'
import { type ReadOptions, decideDialect, dialectOfProgram } from '../recognize-dialect.ts'
import type { SourceText } from '../source-text.ts'
import type { ScannedNames } from './scan-names.ts'

/** The dialect of each function of a file. */
export interface FileDialects {
  /** The dialect of a function of this name at an offset. */
  of(name: string, at: number): DialectId
}

/** Decides the dialects; reports a mixture or an unknown dialect and returns undefined, and nothing of the file is read. */
export function decideFileDialects(
  source: SourceText,
  { headers, uses }: ScannedNames,
  { dialect }: ReadOptions,
): FileDialects | undefined {
  if (dialect !== undefined) return { of: () => dialect }
  const declared: { readonly at: number; readonly dialect: DialectId }[] = []
  for (const { at, text } of headers) {
    const id = text.toLowerCase()
    if (!isDialectId(id)) {
      const advice = `The dialects are ${dialectIds.join(', ')}.`
      source.report('error', { code: 'unknown-dialect', at, message: `Unknown dialect ${text.slice(0, 20)}`, advice })
      return undefined
    }
    declared.push({ at, dialect: id })
  }
  const firstAt = declared[0]?.at ?? Infinity
  const recognized = decideDialect(
    uses.filter(({ at }) => at < firstAt),
    (at) => source.placeAt(at).line,
  )
  if (typeof recognized === 'object') {
    source.report('error', recognized)
    return undefined
  }
  let last = 0
  return {
    of(name, at) {
      if (at < firstAt) return dialectOfProgram(name, recognized)
      // Functions are asked for in ascending order, mostly.
      while (last > 0 && declared[last]!.at > at) last--
      while (last + 1 < declared.length && declared[last + 1]!.at <= at) last++
      return declared[last]!.dialect
    },
  }
}
