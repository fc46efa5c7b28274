// Watches files and folders: calls back once for changes that follow each other closely.

import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, extname } from 'node:path'

/** The time without changes after which they are reported: editors write a file in several steps. */
export const SETTLE_MS = 150
/** Changes that go on are reported this often: a log may grow all the time. */
const MAX_WAIT_MS = 1000
/** The endings of program and task files in folders; others may be results of the command itself. */
const ENDINGS = new Set(['.py', '.json'])

/** Calls `onChange` with the last changed path after each burst of changes; returns a function that ends the watch. */
export function watchPaths(paths: readonly string[], onChange: (path: string) => void): () => void {
  const settled = settle(onChange)
  const watchers = paths.map((path) => watchPath(path, settled.report))
  return () => {
    settled.cancel()
    for (const watcher of watchers) watcher.close()
  }
}

/** Reports the last of several calls when none has followed for a while, or when they go on for long. */
export function settle(onSettled: (path: string) => void): { report: (path: string) => void; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined
  let since: number | undefined
  const finish = (path: string) => {
    since = undefined
    onSettled(path)
  }
  return {
    report: (path) => {
      clearTimeout(timer)
      since ??= performance.now()
      const rest = Math.max(0, MAX_WAIT_MS - (performance.now() - since))
      timer = setTimeout(finish, Math.min(SETTLE_MS, rest), path)
    },
    cancel: () => clearTimeout(timer),
  }
}

function watchPath(path: string, onChange: (path: string) => void): FSWatcher {
  if (statSync(path).isDirectory()) {
    return watch(path, { recursive: true }, (_, name) => {
      if (name === null || ENDINGS.has(extname(name))) onChange(path)
    })
  }
  // Of the folder: many editors replace a file, and a watch of the old one would end.
  return watch(dirname(path), (_, name) => {
    if (name === null || name === basename(path)) onChange(path)
  })
}
