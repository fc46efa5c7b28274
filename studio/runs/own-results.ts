// The results of the loaded programs as a result file, as `megabatt run --outputs none --out` writes it.

import { spellChecksum, spellHeader, spellPair } from '../../src/cli/results/line-format.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { crc32 } from './crc32.ts'

/** The name of the file: it is no run of the command, and has no key of one. */
export const OWN_NAME = 'the loaded programs'

/** A file with these pairs, in their order. */
export function ownResultFile(results: readonly PairResult[]): File {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const add = (text: string) => {
    const bytes = encoder.encode(text)
    parts.push(bytes, encoder.encode(`${spellChecksum(crc32(bytes))}\n`))
  }
  add(spellHeader({ run: 'studio', outputs: 'none', pairs: results.length }))
  for (const [pair, result] of results.entries()) add([...spellPair(pair, result)].join(''))
  return new File(parts, OWN_NAME)
}
