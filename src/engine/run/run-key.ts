// The key of a run: equal for runs that give equal results, pair by pair and in the same order.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Program } from '../../language/program.ts'
import { settleSettings } from './run-pass.ts'
import type { RunRequest } from './run-programs.ts'

const KEY_DIGITS = 16

/** A key of the programs, the tasks and the settings. The backend, the number of passes and the unit size change no result. */
export function runKey({ programs, dataset, pairing, settings, keepUnused }: RunRequest): string {
  const hash = sha256.create()
  // The hash of the data set does not depend on the order of the tasks; the order of pairs does.
  const ids = dataset.tasks.map(({ id }) => id)
  const options = [dataset.hash, ids, pairing ?? 'own', settleSettings(settings, pairing), keepUnused ?? false]
  hash.update(utf8ToBytes(JSON.stringify(options)))
  for (const program of programs) hash.update(utf8ToBytes(`\n${describeProgram(program)}`))
  return bytesToHex(hash.digest()).slice(0, KEY_DIGITS)
}

/** The parts that the key is made of, each by itself: they say in what two runs differ. */
export interface RunDescription {
  /** A hash of the programs, in their order. */
  readonly programs: string
  /** The hash of the tasks. */
  readonly tasks: string
  readonly options: Readonly<Record<string, string | number | boolean>>
}

/** Describes a run. */
export function describeRun({ programs, dataset, pairing, settings, keepUnused }: RunRequest): RunDescription {
  const hash = sha256.create()
  for (const program of programs) hash.update(utf8ToBytes(`\n${describeProgram(program)}`))
  return {
    programs: bytesToHex(hash.digest()).slice(0, KEY_DIGITS),
    tasks: dataset.hash,
    options: {
      pair: pairing ?? 'own',
      ...settleSettings(settings, pairing),
      keepUnused: keepUnused ?? false,
    },
  }
}

/** Everything of a program that results depend on or contain: names and lines of statements are in failures. */
function describeProgram({ name, file, task, mode, dialect, statements, result, outputs }: Program): string {
  const calls = statements.map((own) => [own.name, own.place.name, own.callee, own.args, own.inner, own.place.line])
  return JSON.stringify([name, file, task, mode, dialect, calls, result, outputs])
}
