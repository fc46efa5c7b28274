// `megabatt worker --processes`: several workers as processes, each started again if it is killed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { INTERRUPTED } from './interrupt.ts'
import { printNotice } from './show/progress.ts'

const RESTART_MS = 1000

/** Runs this many workers with the options of this command; returns the exit code of the first that failed, else 0. */
export async function superviseWorkers(count: number): Promise<number> {
  const stop = new AbortController()
  const children = new Set<ReturnType<typeof spawn>>()
  const onSignal = () => {
    stop.abort()
    // A terminal has sent SIGINT to the children as well; a second signal does not harm.
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  const codes = await Promise.all(Array.from({ length: count }, keepWorker))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  return stop.signal.aborted ? INTERRUPTED : (codes.find((code) => code !== 0) ?? 0)

  async function keepWorker(): Promise<number> {
    for (;;) {
      const [, script, ...words] = process.argv
      // An executable with Node inside has no script.
      const own = script === process.execPath ? [] : [script!]
      const child = spawn(process.execPath, [...process.execArgv, ...own, ...childArguments(words)], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      children.add(child)
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      children.delete(child)
      if (code !== null || stop.signal.aborted) return code ?? 0
      printNotice(`a worker was ended by ${signal}; starting another`)
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS))
    }
  }
}

/** The arguments of a worker: those of this command, with one process. */
export function childArguments(words: readonly string[]): string[] {
  return words.flatMap((word, k) => {
    if (word.startsWith('--processes')) return []
    return words[k - 1] === '--processes' ? [] : [word]
  })
}
