// `megabatt fetch`: writes the results of a run in the queue to a file.

import type { Command } from 'commander'
import type { Session } from '../../cluster/database/session.ts'
import { readRun, unknownRun } from '../../cluster/queue/read-run.ts'
import { readProgress } from '../../cluster/queue/read-status.ts'
import { waitForRun } from '../../cluster/queue/wait-for-run.ts'
import { pairVerdicts } from '../../engine/run/pair-verdict.ts'
import { UserError } from '../../language/errors.ts'
import { plural } from '../../language/format-count.ts'
import { INTERRUPTED, Interrupt } from '../interrupt.ts'
import { type DatabaseOptions, addDatabaseOption } from '../database-option.ts'
import { openDatabase } from '../open-database.ts'
import { fetchToFile } from '../results/fetch-to-file.ts'
import { ResultFile } from '../results/result-file.ts'
import { ProgressLine } from '../show/progress.ts'

interface Options extends DatabaseOptions {
  readonly out?: string
  readonly wait?: true
  readonly fsync?: true
  readonly json?: true
}

/** Defines the command. */
export function define(command: Command): void {
  addDatabaseOption(
    command
      .addHelpText('before', 'Example:\n  megabatt fetch 0123456789abcdef --wait --out results.jsonl\n')
      .argument('<run>', 'the id of the run, which `megabatt submit` has printed'),
  )
    .option('--out <file>', 'the result file, the same as that of `megabatt run --out`')
    .option('--wait', 'wait until the run is finished')
    .option('--fsync', 'wait until the lines are on disk')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 written, 1 the run is not finished, 2 wrong use or unknown run, 3 no database, failed jobs, or the file cannot be written, 130 interrupted.',
    )
    .action(fetchRun)
}

async function fetchRun(id: string, options: Options): Promise<void> {
  const { out } = options
  if (out === undefined) throw new UserError('out-missing', 'fetch needs a result file', { advice: 'Add --out FILE.' })
  const interrupt = new Interrupt()
  const session = await openDatabase(options, { signal: interrupt.signal })
  try {
    if (!(await isReady(session, id, options, interrupt))) return
    const run = await readRun(session, id)
    const { programs, dataset, pairing, settings } = run
    const { keepUnused, ...others } = settings
    const request = { programs, dataset, pairing, settings: others, keepUnused }
    const grids = run.outputs === 'grid'
    const file = ResultFile.open(out, request, { resume: false, sync: options.fsync === true, grids })
    const verdicts = Object.fromEntries(pairVerdicts.map((verdict) => [verdict, 0]))
    let pairs = 0
    try {
      await fetchToFile(session, run, file, ({ verdict }) => {
        verdicts[verdict]!++
        pairs++
      })
      file.close()
    } catch (error) {
      file.abandon()
      throw error
    }
    if (options.json === true)
      process.stdout.write(`${JSON.stringify({ run: id, isFinished: true, pairs, verdicts })}\n`)
    else process.stderr.write(`megabatt: ${plural(pairs, 'result')} in ${out}, ${verdicts.solved} solved\n`)
  } finally {
    interrupt.close()
    await session.close()
  }
}

/** Whether the run is finished, at last; if not, that is reported. */
async function isReady(session: Session, id: string, { wait, json }: Options, interrupt: Interrupt): Promise<boolean> {
  if (wait === true) {
    const line = new ProgressLine('jobs')
    let total: number | undefined
    try {
      const onProgress = (left: number) => {
        total ??= left
        line.show({ done: total - left, total })
      }
      if (await waitForRun(session, id, { signal: interrupt.signal, onProgress })) return true
    } finally {
      line.clear()
    }
    process.exitCode = INTERRUPTED
    return false
  }
  const progress = await readProgress(session, id)
  if (progress === undefined) throw unknownRun(id)
  if (progress.isFinished) return true
  const { chunksLeft, chunksFailed } = progress
  process.exitCode = 1
  if (json === true)
    process.stdout.write(`${JSON.stringify({ run: id, isFinished: false, chunksLeft, chunksFailed })}\n`)
  const failed = chunksFailed > 0 ? `, ${chunksFailed} of them failed` : ''
  process.stderr.write(
    `megabatt: run ${id} is not finished: ${plural(chunksLeft, 'job')} left${failed}; wait with --wait\n`,
  )
  return false
}
