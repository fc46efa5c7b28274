// `megabatt merge`: puts the result files of shards together.

import type { Command } from 'commander'
import { UserError } from '../../language/errors.ts'
import { formatCount } from '../../language/format-count.ts'
import { checkParts } from '../merge/check-parts.ts'
import { mergeParts } from '../merge/merge-parts.ts'
import { readPart } from '../merge/read-part.ts'
import { nodeFiles } from '../results/file-calls.ts'
import { ProgressLine } from '../show/progress.ts'
import { checkWritable, fillAtomically } from '../write-atomically.ts'

interface Options {
  readonly out?: string
  readonly force?: true
  readonly json?: true
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Example:\n  megabatt run --programs solvers.py --tasks training/ --shard 3/16 --out parts/3.jsonl\n  megabatt merge parts/*.jsonl --out all.jsonl\n',
    )
    .argument('<parts...>', 'the result files of all shards of a run, in any order')
    .option('--out <file>', 'write the merged file (required), which equals that of a run without --shard')
    .option('--force', 'replace an existing file')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 merged, 2 wrong use, or parts are missing, repeated, unfinished, damaged or of different runs, 3 the file cannot be written.',
    )
    .action(merge)
}

function merge(paths: readonly string[], { out, force, json }: Options): void {
  if (out === undefined)
    throw new UserError('out-missing', 'merge needs a file to write', { advice: 'Add --out FILE.' })
  const options = { force: force === true }
  checkWritable(out, options)
  const progress = new ProgressLine('parts checked')
  const found = paths.map((path, k) => {
    progress.show({ done: k, total: paths.length })
    return readPart(path)
  })
  progress.clear()
  const parts = checkParts(found)
  fillAtomically(out, options, (descriptor) => mergeParts(parts, nodeFiles, descriptor))
  const { run, pairs } = parts[0]!.header
  if (json === true) process.stdout.write(`${JSON.stringify({ out, run, parts: parts.length, pairs })}\n`)
  else process.stdout.write(`${out}: ${formatCount(pairs)} pairs of ${formatCount(parts.length)} parts\n`)
}
