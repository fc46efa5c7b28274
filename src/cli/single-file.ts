#!/usr/bin/env node
// The main module of the single-file command: runs the command, or the script for a thread or process that it starts.

import { type ScriptName, useSingleFile } from '../backends/own-scripts.node.ts'

const SCRIPTS: ReadonlyMap<string | undefined, () => Promise<unknown>> = new Map(
  Object.entries({
    'worker.node': () => import('../backends/workers/worker.node.ts'),
    'device-child.node': () => import('../backends/gpu/process/device-child.node.ts'),
    'check-native.node': () => import('../backends/cpu/native/check-native.node.ts'),
    'database-keeper.node': () => import('./database-keeper.node.ts'),
  } satisfies Record<ScriptName, () => Promise<unknown>>),
)

useSingleFile(import.meta.url)
const start = SCRIPTS.get(process.argv[2])
if (start === undefined) await (await import('./command-line.ts')).runCommandLine()
else {
  process.argv.splice(2, 1)
  await start()
}
