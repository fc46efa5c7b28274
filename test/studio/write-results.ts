// Large result files for tests: lines as `megabatt run --out` writes them, with checksums.

import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { headerLine } from '../../src/cli/results/read-results.ts'
import { spellChecksum, spellPair } from '../../src/cli/results/line-format.ts'
import type { PairSummary } from '../../src/engine/run/pair-result.ts'
import { judgeSamples } from '../../src/engine/run/pair-verdict.ts'
import type { SampleResult } from '../../src/engine/run/sample-result.ts'

const WRITE_BYTES = 1 << 20

/** Pair `k` of the file: every tenth fails, every third is wrong in `k` cells, all others are right. */
export function largePair(k: number): PairSummary {
  const second: SampleResult =
    k % 10 === 0
      ? {
          set: 'demo',
          number: 2,
          verdict: 'error',
          statement: 'x2',
          line: 3,
          kind: 'type',
          message: 'type: a wrong kind',
        }
      : k % 3 === 0
        ? { set: 'demo', number: 2, verdict: 'wrong', mismatch: 'cells', cells: 10_000_000, differing: k }
        : { set: 'demo', number: 2, verdict: 'right' }
  const samples: SampleResult[] = [{ set: 'demo', number: 1, verdict: 'right' }, second]
  return {
    program: `solve_${k % 997}`,
    file: 'population.py',
    task: `task${k % 401}`,
    ...judgeSamples(samples),
    defaults: [],
  }
}

/** Writes a file of at least `byteCount` bytes and returns the number of its pairs. */
export function writeLargeResults(path: string, byteCount: number): number {
  const sample = [...spellPair(0, largePair(1))].join('').length
  const pairs = Math.ceil(byteCount / sample)
  const descriptor = openSync(path, 'w')
  let text = headerLine({ run: 'test', outputs: 'none', pairs })
  for (let k = 0; k < pairs; k++) {
    const line = [...spellPair(k, largePair(k))].join('')
    text += `${line}${spellChecksum(crc32(line))}\n`
    if (text.length < WRITE_BYTES && k < pairs - 1) continue
    writeSync(descriptor, text)
    text = ''
  }
  closeSync(descriptor)
  return pairs
}
