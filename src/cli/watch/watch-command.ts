// `--watch`: runs the command in a process of its own, and again whenever one of its files changes.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { UserError } from '../../language/errors.ts'
import { plural } from '../../language/format-count.ts'
import { INTERRUPTED } from '../interrupt.ts'
import { watchPaths } from './watch-paths.ts'

/** The value of the option. */
export interface WatchOptions {
  readonly watch?: true
}

/** Clears the screen and what was scrolled off it. */
const CLEAR = '\u001B[2J\u001B[3J\u001B[H'

/** Adds --watch, and the action, to a command; `pathsOf` gives the files and folders to watch. */
export function addWatchedAction<Arguments extends unknown[]>(
  command: Command,
  action: (...args: Arguments) => Promise<void>,
  pathsOf: (...args: Arguments) => readonly string[],
): Command {
  return command
    .option('--watch', 'run again whenever a program or task file changes, until Ctrl-C')
    .action(async (...args: unknown[]) => {
      const own = args as Arguments
      if (command.opts<WatchOptions>().watch === true) await watchAndRun(pathsOf(...own))
      else await action(...own)
    })
}

async function watchAndRun(paths: readonly string[]): Promise<void> {
  checkPaths(paths)
  let change = new AbortController()
  const over = new AbortController()
  let child: ChildProcess | undefined
  const unwatch = watchPaths(paths, (path) => change.abort(path))
  const onInterrupt = () => {
    over.abort()
    // A terminal has sent the signal to the child as well.
    if (!process.stdin.isTTY) child?.kill('SIGINT')
    change.abort()
  }
  process.on('SIGINT', onInterrupt)
  try {
    while (!over.signal.aborted) {
      child = startCommand()
      await endOf(child, change.signal)
      child = undefined
      if (!over.signal.aborted)
        process.stderr.write(`megabatt: watching ${plural(paths.length, 'path')}; Ctrl-C ends\n`)
      await abortOf(change.signal)
      const { reason } = change.signal
      change = new AbortController()
      if (!over.signal.aborted) announce(String(reason))
    }
  } finally {
    unwatch()
    process.off('SIGINT', onInterrupt)
  }
  process.exitCode = INTERRUPTED
}

function checkPaths(paths: readonly string[]): void {
  const advice = 'Give files with --programs or --tasks.'
  if (paths.length === 0) throw new UserError('watch-nothing', '--watch needs files to watch', { advice })
  if (paths.includes('-')) throw new UserError('watch-nothing', '--watch cannot watch stdin', { advice })
  for (const path of paths) {
    try {
      statSync(path)
    } catch (cause) {
      const message = `${path} cannot be read: ${(cause as Error).message}`
      throw new UserError('file-unreadable', message, { place: { file: path }, cause })
    }
  }
}

/** The same command without --watch. */
function startCommand(): ChildProcess {
  const [, script, ...words] = process.argv
  // An executable with Node inside has no script.
  const own = script === process.execPath ? [] : [script!]
  const args = [...process.execArgv, ...own, ...words.filter((word) => word !== '--watch')]
  return spawn(process.execPath, args, { stdio: 'inherit' })
}

/** Waits for the end of a process, which a change hastens. */
async function endOf(child: ChildProcess, change: AbortSignal): Promise<void> {
  const stop = () => child.kill('SIGINT')
  change.addEventListener('abort', stop)
  await once(child, 'exit')
  change.removeEventListener('abort', stop)
}

async function abortOf(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Clears the display, or names the change where that is no terminal. */
function announce(path: string): void {
  if (process.stdout.isTTY) process.stdout.write(CLEAR)
  else process.stderr.write(`megabatt: ${path} has changed\n`)
}
