// The state of a queue and of a worker in the text format of Prometheus.

import type { QueueStatus } from './read-status.ts'
import type { WorkerLoop } from './worker-loop.ts'

type Kind = 'counter' | 'gauge'
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** The metrics of the whole queue. */
export function queueMetrics({ runs, workers, queueLength, rate }: QueueStatus): string {
  const perRun = (value: (run: QueueStatus['runs'][number]) => number): Sample[] =>
    runs.map((run) => [{ run: run.id }, value(run)])
  return [
    describe('megabatt_queue_chunks', 'gauge', 'Chunks that wait for a worker.', [[{}, queueLength]]),
    describe('megabatt_workers', 'gauge', 'Workers that were heard of lately.', [[{}, workers.length]]),
    describe('megabatt_rate', 'gauge', 'Evaluations per second of all workers.', [[{}, rate]]),
    describe(
      'megabatt_run_evaluations',
      'gauge',
      'Evaluations of a run.',
      perRun(({ evaluations }) => evaluations),
    ),
    describe(
      'megabatt_run_evaluations_done',
      'gauge',
      'Evaluations of a run that are done.',
      perRun(({ done }) => done),
    ),
    describe(
      'megabatt_run_chunks_leased',
      'gauge',
      'Chunks of a run in work.',
      perRun((run) => run.chunksLeased),
    ),
    describe(
      'megabatt_run_chunks_failed',
      'gauge',
      'Chunks of a run that failed.',
      perRun((run) => run.chunksFailed),
    ),
  ].join('')
}

/** The metrics of one worker. */
export function workerMetrics({ counts, rate }: Pick<WorkerLoop, 'counts' | 'rate'>, bytesRead: number): string {
  const count = (name: string, text: string, value: number) => describe(name, 'counter', text, [[{}, value]])
  return [
    count('megabatt_worker_chunks_total', 'Chunks that this worker completed.', counts.chunks),
    count('megabatt_worker_chunks_late_total', 'Chunks that another worker completed before.', counts.late),
    count('megabatt_worker_failures_total', 'Chunks that failed here.', counts.failures),
    count('megabatt_worker_evaluations_total', 'Evaluations in completed chunks.', counts.evaluations),
    count('megabatt_worker_busy_seconds_total', 'Time in which chunks were run.', counts.busyMs / 1000),
    count('megabatt_worker_queue_seconds_total', 'Time in which the database was asked.', counts.queueMs / 1000),
    count('megabatt_worker_read_bytes_total', 'Programs and tasks that were read from the database.', bytesRead),
    describe('megabatt_worker_rate', 'gauge', 'Evaluations per second.', [[{}, rate]]),
  ].join('')
}

function describe(name: string, kind: Kind, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`)
    return `${name}${pairs.length > 0 ? `{${pairs.join()}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('')}`
}
