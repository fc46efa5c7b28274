// The key of a run: equal for runs that must give equal results, pair by pair.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { settleSettings } from './run-pass.ts'
import type { RunRequest } from './run-programs.ts'

const KEY_DIGITS = 16

/** A key made of the programs, the tasks and the settings; the backend and the number of passes do not matter. */
export function runKey({ programs, dataset, pairing, settings, keepUnused }: RunRequest): string {
  const hash = sha256.create()
  hash.update(
    utf8ToBytes(JSON.stringify([dataset.hash, pairing ?? 'own', settleSettings(settings), keepUnused ?? false])),
  )
  for (const { name, task, mode, statements, result, outputs } of programs) {
    const calls = statements.map((statement) => [statement.name, statement.callee, statement.args, statement.inner])
    hash.update(utf8ToBytes(`\n${JSON.stringify([name, task, mode, calls, result, outputs])}`))
  }
  return bytesToHex(hash.digest()).slice(0, KEY_DIGITS)
}
