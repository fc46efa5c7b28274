// `megabatt serve`: a long-running engine that takes requests on standard input, or over HTTP on this machine.

import { type Command, InvalidArgumentError } from 'commander'
import { availableParallelism } from 'node:os'
import { defaultMemory } from '../../backends/memory-share.node.ts'
import { allowFiles } from '../../serve/allowed-files.node.ts'
import { DEFAULT_LIMITS, type ServeLimits } from '../../serve/limits.ts'
import type { Server } from '../../serve/server.ts'
import type { ServerOptions } from '../../serve/server-state.ts'
import { type BackendOptions, addBackendOptions, openBackend } from '../backend-options.ts'
import { type DialectOptions, dialectOption } from '../dialect-option.ts'
import { countFromOne } from '../option-values.ts'
import { readVersion } from '../version.ts'

interface Options extends BackendOptions, DialectOptions {
  readonly http?: number
  readonly tokenFile?: string
  readonly files?: string[]
  readonly programs?: string[]
  readonly tasks?: string[]
  readonly maxMessage?: number
  readonly maxPrograms?: number
  readonly maxTasks?: number
  readonly maxRuns?: number
  readonly reuseMemory?: number
}

const MEGABYTE = 1 << 20
const DEFAULT_REUSE = 256

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt serve\n  megabatt serve --tasks arc-agi-1/training --backend workers\n  megabatt serve --http 8123 --token-file token.txt\n',
  )
  addBackendOptions(command)
    .option(
      '--http <port>',
      'serve HTTP on 127.0.0.1 instead of standard input and output; 0: any free port',
      parsePort,
    )
    .option('--token-file <file>', 'the token of HTTP requests; made if there is no such file (default: printed)')
    .option('--files <folders...>', 'folders whose files requests may name; default: none')
    .option('--programs <paths...>', 'program files or folders to hold from the start')
    .addOption(dialectOption())
    .option('--tasks <paths...>', 'task files or folders to hold from the start')
    .option(
      '--max-message <mb>',
      `the most megabytes of a message (default: ${megabytes('messageBytes')})`,
      countFromOne,
    )
    .option('--max-programs <n>', `the most programs that are held (default: ${DEFAULT_LIMITS.programs})`, countFromOne)
    .option('--max-tasks <n>', `the most tasks that are held (default: ${DEFAULT_LIMITS.tasks})`, countFromOne)
    .option('--max-runs <n>', `runs at the same time; others wait (default: ${DEFAULT_LIMITS.runs})`, countFromOne)
    .option('--reuse-memory <mb>', 'memory for results that later runs reuse', countFromOne, DEFAULT_REUSE)
    .addHelpText(
      'after',
      '\nThe protocol is JSON-RPC 2.0, one message a line; docs/serve.md describes it.\nExit code: 0 the client ended the server, 2 wrong use or a file cannot be read, 3 the machine lacks something, 130 interrupted.',
    )
    .action(serve)
  // The thread that answers requests must stay free, so programs run on others.
  command.options.find(({ long }) => long === '--backend')!.default('workers')
  command.setOptionValueWithSource('backend', 'workers', 'default')
}

async function serve(options: Options): Promise<void> {
  const end = new AbortController()
  process.once('SIGINT', () => interrupt(end))
  process.once('SIGTERM', () => interrupt(end))
  const server = await describeServer(options)
  const prepare = (own: Server) => loadInputs(own, options)
  if (options.http === undefined) {
    const { serveStdio } = await import('../../serve/stdio.node.ts')
    await serveStdio(server, prepare, end.signal)
  } else {
    const { serveHttp } = await import('../../serve/http.node.ts')
    const { makeToken, readTokenFile } = await import('../../serve/token-file.node.ts')
    const { tokenFile, http: port } = options
    const token = tokenFile === undefined ? makeToken() : readTokenFile(tokenFile)
    const onListening = (url: string) =>
      process.stdout.write(`${JSON.stringify({ url: `${url}/rpc`, ...(tokenFile === undefined ? { token } : {}) })}\n`)
    await serveHttp(server, { port, token, onListening, signal: end.signal }, prepare)
  }
}

function interrupt(end: AbortController): void {
  process.exitCode = 130
  end.abort()
}

async function describeServer(options: Options): Promise<ServerOptions> {
  const { maxMessage, maxPrograms, maxTasks, maxRuns, reuseMemory = DEFAULT_REUSE, backend = 'workers' } = options
  const limits: ServeLimits = {
    ...DEFAULT_LIMITS,
    ...(maxMessage === undefined ? {} : { messageBytes: maxMessage * MEGABYTE }),
    ...(maxPrograms === undefined ? {} : { programs: maxPrograms }),
    ...(maxTasks === undefined ? {} : { tasks: maxTasks }),
    ...(maxRuns === undefined ? {} : { runs: maxRuns }),
  }
  // Each run at the same time has its share.
  const memory = Math.max(1, Math.floor((options.memory ?? defaultMemory() / 1_000_000) / limits.runs))
  const log = (text: string) => process.stderr.write(`megabatt: ${text}\n`)
  // The thread that answers runs no programs.
  const shared = { ...options, memory, threadsOnly: true }
  const openWorkers = (workers: number) => openBackend({ ...shared, backend: 'workers', workers })
  const all = options.workers ?? availableParallelism()
  const hasDevice = backend === 'gpu' || backend === 'auto'
  return {
    version: await readVersion(),
    backend,
    limits,
    files: allowFiles(options.files ?? []),
    reuseBytes: reuseMemory * MEGABYTE,
    log,
    backends: hasDevice
      ? {
          open: () => openBackend(shared, { onNotice: log }),
          most: 1,
          openOther: () => openWorkers(all),
        }
      : { open: () => openWorkers(backend === 'cpu' ? 1 : all) },
  }
}

/** Holds the programs and tasks of the command line. */
async function loadInputs({ state }: Server, { programs, tasks, dialect, backend }: Options): Promise<void> {
  // Threads start meanwhile; a device is opened when it is needed.
  if (backend === 'cpu' || backend === 'workers') void state.backends.use(async () => undefined)
  if (tasks !== undefined) {
    const { loadTasks } = await import('../../data/load-tasks.node.ts')
    state.tasks.add((await loadTasks(tasks)).tasks)
  }
  if (programs === undefined) return
  const { readProgramFiles } = await import('../read-program-files.ts')
  const read = await readProgramFiles(programs, dialect === undefined ? {} : { dialect })
  // What could not be read was said; the server goes on with the rest.
  process.exitCode = 0
  state.programs.checkRoom(read.length, 0)
  for (const program of read) state.programs.add(program, 0)
}

function megabytes(limit: 'messageBytes'): number {
  return DEFAULT_LIMITS[limit] / MEGABYTE
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.')
  return Number(text)
}
