// The main module of the process that keeps the embedded database: one at a time for each data folder, others end at once.

import { keepServer } from '../cluster/embedded/keep-server.ts'
import { ServerFiles } from '../cluster/embedded/server-files.ts'
import { MegabattError } from '../language/errors.ts'
import { nodeFiles } from './results/file-calls.ts'
import { machineProcesses } from './results/lock-owner.ts'
import { Lock } from './results/lock.ts'

const DEFAULT_IDLE_SECONDS = 10

const files = new ServerFiles(process.argv[2]!)
const lock = takeLock()
if (lock !== undefined) void keep(lock)

async function keep(held: Lock): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
  try {
    await keepServer(files, { idleMs: 1000 * idleSeconds(), signal: stop.signal })
  } catch {
    // Written down for those who wait.
    process.exitCode = 3
  } finally {
    held.release()
  }
}

function takeLock(): Lock | undefined {
  try {
    return Lock.take(files.keeper, { files: nodeFiles, processes: machineProcesses, sync: false })
  } catch (error) {
    if (error instanceof MegabattError && error.code === 'out-locked') return undefined
    throw error
  }
}

function idleSeconds(): number {
  const seconds = Number(process.env.MEGABATT_DATABASE_IDLE)
  return seconds > 0 ? seconds : DEFAULT_IDLE_SECONDS
}
