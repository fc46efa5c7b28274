// Merges the parts of a run into the file of the whole run: the same lines in the same order, copied as bytes.

import { UserError } from '../../language/errors.ts'
import type { FileCalls } from '../results/file-calls.ts'
import type { JobHeader } from '../results/line-format.ts'
import type { LineReader } from '../results/line-reader.ts'
import { LineWriter } from '../results/line-writer.ts'
import { headerLine } from '../results/read-results.ts'
import { type OpenPart, type Part, nextJob, openPart } from './read-part.ts'

const BLOCK_BYTES = 1 << 16
/** Longer than the fields of a line that decide its place. */
const KEY_BYTES = 128

/** A part that is being merged; `job` is undefined at its end. */
interface Cursor {
  readonly path: string
  readonly reader: LineReader
  job: JobHeader | undefined
}

/** Writes the merged file to a descriptor; memory does not depend on the size of the parts. The parts were checked before. */
export function mergeParts(parts: readonly Part[], files: FileCalls, descriptor: number): void {
  const opened: OpenPart[] = []
  const writer = new LineWriter(files, descriptor, BLOCK_BYTES, false)
  const { run, outputs, pairs } = parts[0]!.header
  writer.copy(Buffer.from(headerLine({ run, outputs, pairs })))
  try {
    const cursors = parts.map(({ path }): Cursor => {
      const part = openPart(path)
      opened.push(part)
      return { path, reader: part.reader, job: nextJob(part.reader) }
    })
    for (let nextPair = 0; nextPair < pairs;) {
      // Parts have their jobs in the order of the run.
      const owners = cursors.filter(({ job }) => job?.job === nextPair)
      const pairCount = owners[0]?.job?.pairs ?? 0
      const ownCount = owners.reduce((sum, { job }) => sum + job!.ownPairs, 0)
      if (owners.length === 0 || ownCount !== pairCount) throw changed(`pair ${nextPair} has no place`)
      mergeJob(owners, writer)
      for (const owner of owners) owner.job = nextJob(owner.reader)
      nextPair += pairCount
    }
    writer.flush()
  } finally {
    for (const part of opened) part.close()
  }
}

/** Merges the lines of one job: values sample by sample, then pairs, and within them by the number of the pair. */
function mergeJob(owners: readonly Cursor[], writer: LineWriter): void {
  const copy = (bytes: Uint8Array) => writer.copy(bytes)
  const copyLine = ({ reader, path }: Cursor) => {
    if (reader.next(0, copy)?.isIntact !== true) throw changed(`a line of ${path} is damaged`)
  }
  const [first] = owners
  if (owners.length === 1) {
    for (let n = first!.job!.lines; n > 0; n--) copyLine(first!)
    return
  }
  const open = owners.map((cursor) => ({ cursor, left: cursor.job!.lines, key: keyOf(cursor.reader) }))
  for (;;) {
    let next: (typeof open)[number] | undefined
    for (const owner of open) if (owner.left > 0 && (next === undefined || isBefore(owner.key, next.key))) next = owner
    if (next === undefined) return
    copyLine(next.cursor)
    if (--next.left > 0) next.key = keyOf(next.cursor.reader)
  }
}

/** The place of a line within its job: value or pair line, set, number of the sample, number of the pair. */
type LineKey = readonly [number, number, number, number]

function keyOf(reader: LineReader): LineKey {
  const text = Buffer.from(reader.peek(KEY_BYTES)).toString('latin1')
  const found = /^\{"pair":(\d+),(?:"set":"(demo|test)","number":(\d+),)?/.exec(text)
  if (found === null) throw changed('a line is neither of a value nor of a pair')
  const [, pair, set, number] = found
  return set === undefined ? [1, 0, 0, Number(pair)] : [0, set === 'demo' ? 0 : 1, Number(number), Number(pair)]
}

function isBefore(a: LineKey, b: LineKey): boolean {
  const k = a.findIndex((item, at) => item !== b[at])
  return k >= 0 && a[k]! < b[k]!
}

/** The check before has seen other bytes, or the lines are in an order that no run writes. */
function changed(problem: string): UserError {
  return new UserError('merge-changed', `The parts cannot be merged: ${problem}`, {
    advice: 'Has a part changed while it was read? Run its shard again.',
  })
}
