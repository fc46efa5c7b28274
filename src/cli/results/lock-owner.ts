// The process that holds a lock: its identity, and whether it is still alive.

import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, with a random id for each lock that it takes. Empty texts: unknown on this platform. */
export interface LockOwner {
  readonly id: string
  readonly pid: number
  readonly host: string
  /** The boot of the machine; after a restart no process of an earlier boot is alive. */
  readonly boot: string
  /** The process namespace: a pid means nothing in another container. */
  readonly space: string
  /** The start time of the process: pids are reused. */
  readonly start: string
}

/** `unknown`: on another machine or in another container, where no process can be checked. */
export type OwnerState = 'alive' | 'dead' | 'unknown'

/** The processes that locks are checked against. */
export interface Processes {
  describeOwn(): LockOwner
  stateOf(owner: LockOwner): OwnerState
}

/** The processes of this machine. */
export const machineProcesses: Processes = {
  describeOwn: () => ({
    id: randomBytes(8).toString('hex'),
    pid: process.pid,
    host: hostname(),
    boot: bootId(),
    space: processSpace(),
    start: startOf(process.pid),
  }),
  stateOf({ pid, host, boot, space, start }) {
    if (host !== hostname()) return 'unknown'
    if (boot !== bootId()) return 'dead'
    if (space !== processSpace()) return 'unknown'
    return isRunning(pid) && startOf(pid) === start ? 'alive' : 'dead'
  },
}

/** The owner that a lock file describes; undefined for any other text. */
export function parseOwner(text: string): LockOwner | undefined {
  let parsed: Partial<LockOwner> | null
  try {
    parsed = JSON.parse(text) as Partial<LockOwner> | null
  } catch {
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { id, pid, host, boot, space, start } = parsed
  // The id becomes part of a file name.
  if (typeof id !== 'string' || !/^[0-9a-z]+$/.test(id) || !Number.isSafeInteger(pid) || pid! < 1) return undefined
  return [host, boot, space, start].every((part) => typeof part === 'string') ? (parsed as LockOwner) : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function bootId(): string {
  return readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
}

function processSpace(): string {
  return readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))
}

/** The start of a process in clock ticks since boot: the 20th field after its name, which is in parentheses. */
function startOf(pid: number): string {
  return readOrEmpty(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  })
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
