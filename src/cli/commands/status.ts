// `megabatt status`: the runs of a queue, its workers and its failures.

import { type Command, Option } from 'commander'
import { queueMetrics } from '../../cluster/queue/metrics.ts'
import { unknownRun } from '../../cluster/queue/read-run.ts'
import { readStatus } from '../../cluster/queue/read-status.ts'
import { type Session, sleep } from '../../cluster/database/session.ts'
import { type DatabaseOptions, addDatabaseOption } from '../database-option.ts'
import { openDatabase } from '../open-database.ts'
import { formatStatus } from '../show/status-table.ts'
import { terminalWidth } from '../show/terminal-width.ts'

interface Options extends DatabaseOptions {
  readonly watch?: true
  readonly metrics?: true
  readonly json?: true
}

const REFRESH_MS = 1000
const CLEAR = '\u001B[2J\u001B[3J\u001B[H'

/** Defines the command. */
export function define(command: Command): void {
  addDatabaseOption(
    command
      .addHelpText(
        'before',
        'Examples:\n  megabatt status\n  megabatt status --watch\n  megabatt status 0123456789abcdef --json\n',
      )
      .argument('[run]', 'the id of a run; default: the latest runs'),
  )
    .option('--watch', 'print again every second, until the runs are finished or Ctrl-C')
    .addOption(new Option('--metrics', 'print metrics in the text format of Prometheus').conflicts(['json', 'watch']))
    .option('--json', 'print the status as JSON')
    .addHelpText('after', '\nExit code: 0 printed, 2 wrong use or unknown run, 3 no database.')
    .action(printStatus)
}

async function printStatus(run: string | undefined, options: Options): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const session = await openDatabase(options, { signal: stop.signal })
  try {
    while ((await printOnce(session, run, options)) && options.watch === true && !stop.signal.aborted)
      await sleep(REFRESH_MS, stop.signal)
  } finally {
    await session.close()
  }
}

/** Prints the status; false where no run is under way. */
async function printOnce(session: Session, run: string | undefined, options: Options): Promise<boolean> {
  const status = await readStatus(session, run)
  if (run !== undefined && status.runs.length === 0) throw unknownRun(run)
  if (options.metrics === true) process.stdout.write(queueMetrics(status))
  else if (options.json === true) process.stdout.write(`${JSON.stringify(status)}\n`)
  else {
    const isRedrawn = options.watch === true && process.stdout.isTTY
    process.stdout.write((isRedrawn ? CLEAR : '') + formatStatus(status, session.shown, terminalWidth()))
  }
  return status.runs.some(({ isFinished }) => !isFinished)
}
