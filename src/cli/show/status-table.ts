// The state of a queue as a person reads it.

import type { QueueStatus, RunStatus, WorkerStatus } from '../../cluster/queue/read-status.ts'
import { showText } from '../../language/diagnostics.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import { formatDuration } from './progress.ts'
import { formatTable } from './text-table.ts'

/** The status as lines for the terminal; `database` is its name in messages. */
export function formatStatus(status: QueueStatus, database: string, width: number): string {
  const { runs, workers, failures, queueLength, rate } = status
  const head = `database ${database}: ${plural(queueLength, 'job')} waiting, ${plural(workers.length, 'worker')}, ${formatCount(rate)} evaluations a second`
  const sections = [[head], formatRuns(runs, rate, width)]
  if (workers.length > 0) sections.push(formatWorkers(workers, width))
  if (failures.length > 0)
    sections.push([
      'failed jobs, which `megabatt submit` queues again:',
      ...failures.map(({ run, chunk, error }) => `  ${run} ${chunk}: ${showText(error)}`),
    ])
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function formatRuns(runs: readonly RunStatus[], rate: number, width: number): string[] {
  if (runs.length === 0) return ['no runs; submit one with `megabatt submit`']
  const columns = [
    { title: 'run' },
    { title: 'programs', align: 'right' },
    { title: 'tasks', align: 'right' },
    { title: 'evaluations', align: 'right' },
    { title: 'done', align: 'right' },
    { title: 'jobs', align: 'right', isOptional: true },
    { title: 'in work', align: 'right', isOptional: true },
    { title: 'failed', align: 'right' },
    { title: 'state' },
  ] as const
  return formatTable(
    columns,
    runs.map((run) => [
      run.id,
      formatCount(run.programs),
      formatCount(run.tasks),
      formatCount(run.evaluations),
      `${Math.floor((100 * run.done) / Math.max(1, run.evaluations))} %`,
      formatCount(run.chunks),
      formatCount(run.chunksLeased),
      formatCount(run.chunksFailed),
      describeState(run, rate),
    ]),
    width,
  )
}

function describeState(run: RunStatus, rate: number): string {
  const { isFinished, chunks, chunksDone, chunksFailed, evaluations, done } = run
  if (isFinished) return 'finished'
  if (chunksDone + chunksFailed === chunks) return 'failed'
  if (run.chunksLeased === 0) return 'waiting'
  return rate > 0 ? `running, ${formatDuration((1000 * (evaluations - done)) / rate)} left` : 'running'
}

function formatWorkers(workers: readonly WorkerStatus[], width: number): string[] {
  const columns = [
    { title: 'worker' },
    { title: 'pid', align: 'right' },
    { title: 'backend' },
    { title: 'evaluations/s', align: 'right' },
    { title: 'failures', align: 'right', isOptional: true },
    { title: 'state' },
  ] as const
  return formatTable(
    columns,
    workers.map((worker) => [
      showText(worker.host),
      String(worker.pid),
      worker.backend,
      formatCount(worker.rate),
      formatCount(worker.failures),
      describeWorker(worker),
    ]),
    width,
  )
}

function describeWorker({ chunkSeconds, secondsSinceSeen, problem }: WorkerStatus): string {
  const parts = [chunkSeconds === null ? 'idle' : `a job for ${Math.round(chunkSeconds)} s`]
  if (secondsSinceSeen > 30) parts.push(`not heard of for ${Math.round(secondsSinceSeen)} s`)
  if (problem !== null) parts.push(showText(problem))
  return parts.join(', ')
}
