// The conformance data as the tests of both backends read it.

import { readFileSync } from 'node:fs'
import { type ConformanceFile, readConformanceFile } from '../../src/engine/conform/conformance-file.ts'

/** All vectors of a dialect in test/conformance/data. */
export function readVectors(dialect: 'a' | 't' = 'a'): ConformanceFile {
  const name = dialect === 't' ? 'primitives-t.jsonl' : 'primitives.jsonl'
  const file = new URL(`data/${name}`, import.meta.url)
  return readConformanceFile(readFileSync(file, 'utf8'), name, { dialect: dialect })
}

/** The numbers of the rules that docs/deviations.md lists, each in a heading of its own: `## 2 Arithmetic on containers`. */
export function readListedRules(): number[] {
  const text = readFileSync(new URL('../../docs/deviations.md', import.meta.url), 'utf8')
  return Array.from(text.matchAll(/^#+ (?:Rule )?(\d+)\b/gm), ([, number]) => Number(number))
}
