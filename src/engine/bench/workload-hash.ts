// The hash of a workload: benchmarks can be compared only if it is equal.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Program } from '../../language/program.ts'
import { settleSettings } from '../run/run-pass.ts'
import type { RunRequest } from '../run/run-programs.ts'

// Changes with the format below and with the rule by which batches are taken.
const FORM = 'megabatt workload 1'
const HASH_DIGITS = 32

/** 32 digits of programs, tasks and settings. File names, batch sizes, routes and passes do not count. */
export function hashWorkload({ programs, dataset, pairing, settings, keepUnused }: RunRequest): string {
  const hash = sha256.create()
  const { budget, allowance, measure } = settleSettings(settings, pairing)
  // The hash of the data set does not depend on the order of the tasks; batches do.
  const ids = dataset.tasks.map(({ id }) => id)
  const options = [FORM, dataset.hash, ids, pairing ?? 'own', budget, allowance, measure, keepUnused ?? false]
  hash.update(utf8ToBytes(JSON.stringify(options)))
  for (const program of programs) hash.update(utf8ToBytes(`\n${describeProgram(program)}`))
  return bytesToHex(hash.digest()).slice(0, HASH_DIGITS)
}

function describeProgram({ name, task, mode, dialect, statements, result, outputs }: Program): string {
  const calls = statements.map(({ callee, args, inner }) => [callee, args, inner])
  return JSON.stringify([name, task, mode, dialect, calls, result, outputs])
}
