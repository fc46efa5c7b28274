// `megabatt worker`: runs the jobs of a queue.

import type { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { SUBMITTED } from '../../cluster/queue/chunk-states.ts'
import { ChunkQueue } from '../../cluster/queue/chunk-queue.ts'
import { ContentCache } from '../../cluster/queue/content-cache.ts'
import { runChunk } from '../../cluster/queue/run-chunk.ts'
import { WorkerLoop } from '../../cluster/queue/worker-loop.ts'
import { plural } from '../../language/format-count.ts'
import { type BackendOptions, addBackendOptions, openBackend } from '../backend-options.ts'
import { INTERRUPTED } from '../interrupt.ts'
import { type DatabaseOptions, addDatabaseOption } from '../database-option.ts'
import { hostAndPort, openDatabase } from '../open-database.ts'
import { countFromOne } from '../option-values.ts'
import { BackendProgress } from '../show/backend-progress.ts'
import { printNotice } from '../show/progress.ts'
import { type UnusedCase, refuseUnused } from '../unused-options.ts'
import { readVersion } from '../version.ts'

interface Options extends BackendOptions, DatabaseOptions {
  readonly drain?: true
  readonly processes?: number
  readonly lease: number
  readonly spareAfter: number
  readonly metrics?: { readonly host: string; readonly port: number }
}

const UNUSED: readonly UnusedCase<Options>[] = [
  {
    option: 'metrics',
    isUnused: ({ processes = 1 }) => processes > 1,
    when: 'with --processes',
    advice: '`megabatt status --metrics` has the sums of all workers.',
  },
]

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt worker\n  megabatt worker --processes 8 --database postgres://worker@server/arc\n  megabatt worker --drain --metrics 9464\n',
  )
  refuseUnused(addDatabaseOption(addBackendOptions(command)), UNUSED)
    .option('--processes <n>', 'start this many workers, each a process of its own', countFromOne)
    .option('--drain', 'end when no job is left')
    .option(
      '--lease <seconds>',
      'seconds without a sign of life after which a job is given to others',
      countFromOne,
      60,
    )
    .option('--spare-after <seconds>', 'an idle worker repeats a job that takes another one longer', countFromOne, 10)
    .option('--metrics <port>', 'serve Prometheus metrics on this port of 127.0.0.1, or on host:port', hostAndPort)
    .addHelpText(
      'after',
      '\nWithout --backend, a worker uses one thread. Ctrl-C or SIGTERM gives the job in hand back.\n\nExit code: 0 no job left (--drain), 2 wrong use, 3 no database, or all jobs fail here, 130 interrupted.',
    )
    .action(work)
}

async function work(options: Options): Promise<void> {
  if ((options.processes ?? 1) > 1) {
    const { superviseWorkers } = await import('../supervise-workers.ts')
    process.exitCode = await superviseWorkers(options.processes!)
    return
  }
  const stop = new AbortController()
  const onSignal = () => {
    printNotice('stopping…')
    stop.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  const preparing = new BackendProgress()
  const session = await openDatabase(options, {
    name: 'megabatt worker',
    patienceMs: Infinity,
    // A commit that a crash of the server undoes is undone with its results: the chunk is run again.
    async: true,
    channel: SUBMITTED,
    signal: stop.signal,
  })
  try {
    const backend = await openBackend({ ...options, backend: options.backend ?? 'cpu' }, preparing.listeners)
    try {
      const cache = new ContentCache(session)
      const worker = randomUUID()
      const queue = new ChunkQueue(session, {
        worker,
        leaseSeconds: options.lease,
        spareSeconds: options.spareAfter,
      })
      const loop = new WorkerLoop({
        id: worker,
        backend: backend.name,
        version: await readVersion(),
        session,
        queue,
        beatSeconds: options.lease / 6,
        drain: options.drain === true,
        run: (chunk) => runChunk(chunk, { cache, backend, signal: stop.signal }),
        onFailure: ({ id, run }, message) => printNotice(`job ${id} of run ${run} failed: ${message}`),
        signal: stop.signal,
      })
      const metrics = await serveMetrics(options, loop, cache)
      printNotice(`worker ${worker} on ${session.shown}${metrics === undefined ? '' : `, metrics on ${metrics.url}`}`)
      try {
        await loop.run()
      } finally {
        await metrics?.close()
      }
      const { chunks, evaluations } = loop.counts
      printNotice(`${plural(chunks, 'job')} done, ${plural(evaluations, 'evaluation')}`)
    } finally {
      preparing.clear()
      await backend.close()
    }
  } finally {
    await session.close()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  }
  if (stop.signal.aborted) process.exitCode = INTERRUPTED
}

async function serveMetrics({ metrics }: Options, loop: WorkerLoop, cache: ContentCache) {
  if (metrics === undefined) return undefined
  const { serveText } = await import('../serve-metrics.ts')
  const { workerMetrics } = await import('../../cluster/queue/metrics.ts')
  return serveText(metrics, () => workerMetrics(loop, cache.bytesRead))
}
