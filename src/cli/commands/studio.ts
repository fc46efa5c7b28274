// `megabatt studio`: the studio in the browser, with the user's files, on this machine.

import { type Command, InvalidArgumentError } from 'commander'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { makeToken } from '../../serve/token-file.node.ts'
import { LOG } from '../evolve/evolve-folder.ts'
import { INTERRUPTED } from '../interrupt.ts'
import { SharedFiles } from '../studio/shared-files.ts'
import { findStudioFolder } from '../studio/studio-folder.ts'
import { startStudio } from '../studio/studio-server.ts'
import { watchPaths } from '../watch/watch-paths.ts'

interface Options {
  readonly programs?: string[]
  readonly tasks?: string[]
  readonly results?: string[]
  readonly evolve?: string
  readonly port: number
  readonly json?: true
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt studio\n  megabatt studio --programs solvers.py --tasks arc-agi-1/training\n  megabatt studio --results results.jsonl\n  megabatt studio --tasks training/ --evolve run1\n',
    )
    .option('--programs <paths...>', 'program files or folders; default: the built-in gallery')
    .option('--tasks <paths...>', 'task files or folders; default: the built-in gallery')
    .option('--results <files...>', 'result files of megabatt run --out')
    .option('--evolve <folder>', 'follow an evolution: the folder of megabatt evolve --out, or its log.jsonl')
    .option('--port <port>', 'the port on 127.0.0.1; default: any free one', parsePort, 0)
    .option('--json', 'print the address as JSON')
    .addHelpText(
      'after',
      '\nThe page reloads files that change. Only this machine can reach it, with the token in its address.\nExit code: 2 wrong use or a file cannot be read, 3 the port or the studio is missing, 130 ended by Ctrl-C.',
    )
    .action(serve)
}

async function serve({ programs = [], tasks = [], results = [], evolve, port, json }: Options): Promise<void> {
  const files = new SharedFiles({ programs, tasks, results, evolutions: evolve === undefined ? [] : [logOf(evolve)] })
  // A wrong path is an error of the command, not of the page.
  await files.list()
  const end = new AbortController()
  process.once('SIGINT', () => end.abort())
  process.once('SIGTERM', () => end.abort())
  const server = await startStudio({ folder: findStudioFolder(), files, token: makeToken(), port })
  const unwatch = watchPaths(files.watched, () => server.announce())
  const { url } = server
  process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `The studio is at ${url}\n`)
  if (!json) process.stderr.write('megabatt: Ctrl-C ends it\n')
  if (!end.signal.aborted) await once(end.signal, 'abort')
  unwatch()
  await server.close()
  process.exitCode = INTERRUPTED
}

/** The log of an evolution by its folder or itself. */
function logOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, LOG) : path
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.')
  return Number(text)
}
