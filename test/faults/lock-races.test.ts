// Locks under races: whatever other processes do between any two calls of a process, at most one holds the lock.

import { describe, expect, test } from 'vitest'
import type { FileCalls } from '../../src/cli/results/file-calls.ts'
import { Lock } from '../../src/cli/results/lock.ts'
import { DeathError, FaultyFiles } from './faulty-files.ts'
import { MemoryFiles } from './memory-files.ts'
import { SimulatedProcesses } from './simulated-processes.ts'

const FILE = 'out.jsonl'
const MAX_CALLS = 40

class World {
  readonly disk = new MemoryFiles()
  readonly processes = new SimulatedProcesses()
  readonly holders = new Set<string>()

  /** Leaves a chain of locks with dead owners, as takeovers leave it that died before they were complete. */
  leaveDeadLocks(count: number): void {
    let path = `${FILE}.lock`
    for (let k = 0; k < count; k++) {
      const dead = this.processes.start()
      const owner = dead.describeOwn()
      this.disk.put(path, JSON.stringify(owner))
      dead.end()
      path = `${FILE}.lock.${owner.id}`
    }
  }

  /** A process that tries to take the lock; it stays alive. Returns a function that releases it, or undefined. */
  take(name: string, files: FileCalls = this.disk): (() => void) | undefined {
    const processes = this.processes.start()
    try {
      const lock = Lock.take(FILE, { files, processes, sync: false })
      this.holders.add(name)
      expect([...this.holders]).toEqual([name])
      return () => {
        this.holders.delete(name)
        lock.release()
        processes.end()
      }
    } catch (error) {
      processes.end()
      if (!(error instanceof DeathError)) expect(error).toMatchObject({ code: 'out-locked', exitCode: 2 })
      return undefined
    }
  }
}

/** The calls of `files`, before one of which something else happens. */
function interrupt(files: FileCalls, at: number, happen: () => void): FileCalls {
  let count = 0
  return new Proxy(files, {
    get(target, name: keyof FileCalls) {
      return (...args: unknown[]) => {
        if (count++ === at) happen()
        return (target[name] as (...given: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

/** What the others do while process A waits between two calls. Some take the lock, and have it when A goes on. */
const OTHERS: readonly (readonly [string, (world: World) => void])[] = [
  ['B takes it', (world) => void world.take('B')],
  ['B takes and releases it', (world) => world.take('B')?.()],
  [
    'B takes and releases it, C takes it',
    (world) => {
      world.take('B')?.()
      world.take('C')
    },
  ],
  ...Array.from({ length: 12 }, (_, at): [string, (world: World) => void] => [
    `B dies at call ${at}, C takes it`,
    (world) => {
      world.take('B', new FaultyFiles(world.disk, 'die-after', at).files)
      // B took it before the call at which it should die.
      if (world.holders.size === 0) world.take('C')
    },
  ]),
]

describe.each([0, 1, 2, 3])('%i locks of dead owners', (deadCount) => {
  test.each(OTHERS)('%s while A is between two calls', (_, others) => {
    let interruptedCount = 0
    for (let at = 0; at < MAX_CALLS; at++) {
      const world = new World()
      world.leaveDeadLocks(deadCount)
      let isInterrupted = false
      world.take(
        'A',
        interrupt(world.disk, at, () => {
          isInterrupted = true
          others(world)
        }),
      )
      if (isInterrupted) interruptedCount++
      expect(world.holders.size).toBe(1)
    }
    expect(interruptedCount).toBeGreaterThan(4)
  })

  test('a dead owner’s lock is taken over, and nothing is left after the release', () => {
    const world = new World()
    world.leaveDeadLocks(deadCount)
    const release = world.take('A')!
    expect(world.disk.names).toEqual([`${FILE}.lock`])
    expect(world.take('B')).toBeUndefined()
    release()
    expect(world.disk.names).toEqual([])
    world.take('B')!()
  })
})

test('a lock of another machine is not taken over, and the advice says which file to delete', () => {
  const world = new World()
  const owner = { ...world.processes.start().describeOwn(), host: 'there' }
  world.disk.put(`${FILE}.lock`, JSON.stringify(owner))
  const context = { files: world.disk, processes: world.processes.start(), sync: false }
  expect(() => Lock.take(FILE, context)).toThrow(
    expect.objectContaining({
      code: 'out-locked',
      message: expect.stringContaining('on there'),
      advice: expect.stringContaining(`delete ${FILE}.lock`),
    }),
  )
  expect(world.disk.names).toEqual([`${FILE}.lock`])
})

test.each(['', '{}', 'null', '12', '{"id":"../x","pid":1,"host":"","boot":"","space":"","start":""}'])(
  'a lock file that names no process (%s) is not touched',
  (text) => {
    const world = new World()
    world.disk.put(`${FILE}.lock`, text)
    const context = { files: world.disk, processes: world.processes.start(), sync: false }
    expect(() => Lock.take(FILE, context)).toThrow(expect.objectContaining({ code: 'out-locked' }))
    expect(world.disk.names).toEqual([`${FILE}.lock`])
    expect(world.disk.content(`${FILE}.lock`)).toBe(text)
  },
)

test('a lock that somebody else has taken meanwhile is not released', () => {
  const world = new World()
  const release = world.take('A')!
  const other = JSON.stringify(world.processes.start().describeOwn())
  world.disk.put(`${FILE}.lock`, other)
  release()
  expect(world.disk.content(`${FILE}.lock`)).toBe(other)
})
