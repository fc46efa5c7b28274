// `megabatt submit`: puts a run into the queue of a database, for workers on any number of machines.

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RunSettings } from '../../backends/backend.ts'
import { submitRun } from '../../cluster/queue/submit-run.ts'
import { pairPrograms } from '../../engine/run/pair-programs.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { type InputOptions, addInputOptions, nothingPaired, readInputs, readSettings } from '../inputs.ts'
import { readLineage } from '../read-lineage.ts'
import { type DatabaseOptions, addDatabaseOption } from '../database-option.ts'
import { openDatabase } from '../open-database.ts'
import { countFromOne } from '../option-values.ts'
import { type UnusedCase, refuseUnused } from '../unused-options.ts'

interface Options extends InputOptions, DatabaseOptions {
  readonly outputs: RunSettings['outputs']
  readonly grids?: true
  readonly chunk?: number
  readonly priority: number
  readonly lineage?: string
  readonly json?: true
}

const UNUSED: readonly UnusedCase<Options>[] = [
  {
    option: 'outputs',
    isUnused: ({ grids, outputs }) => grids === true && outputs !== 'value',
    when: 'with --grids, which keeps values',
    advice: 'Leave out one of both.',
  },
]

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt submit --programs population/ --tasks training/ --pair all\n  megabatt submit --programs solvers.py --tasks training/ --database postgres://me@server/arc\n',
  )
  refuseUnused(addDatabaseOption(addInputOptions(command)), UNUSED)
    .addOption(
      new Option('--outputs <form>', 'form of the outputs in the result file')
        .choices(['hash', 'value', 'none'])
        .default('hash'),
    )
    .option('--grids', 'keep values, and write grids among them as plain JSON')
    .option('--chunk <n>', 'evaluations of one job; default: some seconds of work at most', countFromOne)
    .option('--priority <n>', 'jobs of a higher number come first', parsePriority, 0)
    .option('--lineage <file>', 'JSON lines that say which program was made from which')
    .option('--json', 'print the run as JSON')
    .addHelpText(
      'after',
      '\nPrints the id of the run, for `megabatt status` and `megabatt fetch`. Submitting the same run again queues only jobs that have failed.\n\nExit code: 0 submitted, 2 wrong use, or a program or task cannot be read, 3 no database.',
    )
    .action(submit)
}

async function submit(options: Options): Promise<void> {
  const { programs, dataset } = await readInputs(options)
  if (pairPrograms(programs, dataset.tasks, options.pair).length === 0) throw nothingPaired(programs, dataset, options)
  const lineage = options.lineage === undefined ? undefined : await readLineage(options.lineage, programs)
  const session = await openDatabase(options)
  try {
    const outputs = options.grids === true ? 'value' : options.outputs
    const run = await submitRun(session, {
      request: {
        programs,
        dataset,
        pairing: options.pair,
        settings: { ...readSettings(options), outputs },
        keepUnused: options.keepUnused === true,
      },
      outputs: options.grids === true ? 'grid' : outputs,
      chunkSize: options.chunk,
      priority: options.priority,
      lineage,
    })
    const { id, isKnown, evaluations, knownEvaluations, chunks } = run
    if (options.json === true)
      process.stdout.write(`${JSON.stringify({ run: id, isKnown, evaluations, knownEvaluations, chunks })}\n`)
    else {
      process.stdout.write(`${id}\n`)
      const known = knownEvaluations > 0 ? `, ${formatCount(knownEvaluations)} of them known already` : ''
      const text = isKnown ? 'submitted before; failed jobs are queued again' : `in ${plural(chunks, 'job')}${known}`
      process.stderr.write(`megabatt: run ${id}: ${plural(evaluations, 'evaluation')} ${text}\n`)
    }
  } finally {
    await session.close()
  }
}

function parsePriority(text: string): number {
  if (!/^-?\d{1,4}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from -9999 to 9999.')
  return Number(text)
}
