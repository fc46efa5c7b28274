// File calls of which one fails: with an error, with a short read or write, or by the sudden death of the process.

import type { FileCalls } from '../../src/cli/results/file-calls.ts'
import { systemError } from './memory-files.ts'

/**
 * `EIO`, `ENOSPC`: the call fails without effect. `short`: one byte is read or written. `short-ENOSPC`: one byte is
 * written, and the next write fails. `die-before`, `die-within`, `die-after`: the process dies without the effect of the
 * call, with half of it (of a write), or with all of it.
 */
export const FILE_FAULTS = ['EIO', 'ENOSPC', 'short', 'short-ENOSPC', 'die-before', 'die-within', 'die-after'] as const
export type FileFault = (typeof FILE_FAULTS)[number]

/** Thrown by the call at which the process dies, and by all calls after it, which have no effect. */
export class DeathError extends Error {
  override readonly name = 'DeathError'
}

/** Call number `at`, counted from 0, has the fault. `calls` are the names of all calls so far. */
export class FaultyFiles {
  readonly calls: (keyof FileCalls)[] = []
  /** Whether the fault has happened: some apply only to reads and writes. */
  hasHappened = false
  readonly files: FileCalls
  readonly #inner: FileCalls
  readonly #fault: FileFault | undefined
  readonly #at: number
  #isDead = false
  #failsNextWrite = false

  constructor(inner: FileCalls, fault?: FileFault, at = -1) {
    this.#inner = inner
    this.#fault = fault
    this.#at = at
    const wrap = <Name extends keyof FileCalls>(name: Name) => {
      const original = inner[name].bind(inner) as (...args: unknown[]) => unknown
      return ((...args: unknown[]) => this.#make(name, original, args)) as FileCalls[Name]
    }
    this.files = {
      resolve: wrap('resolve'),
      isRegular: wrap('isRegular'),
      open: wrap('open'),
      size: wrap('size'),
      read: wrap('read'),
      write: wrap('write'),
      truncate: wrap('truncate'),
      sync: wrap('sync'),
      syncFolder: wrap('syncFolder'),
      close: wrap('close'),
      readText: wrap('readText'),
      link: wrap('link'),
      rename: wrap('rename'),
      unlink: wrap('unlink'),
    }
  }

  #make(name: keyof FileCalls, original: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    if (this.#isDead) throw new DeathError()
    const isNow = this.calls.length === this.#at
    this.calls.push(name)
    if (name === 'write' && this.#failsNextWrite) throw systemError('ENOSPC')
    if (!isNow) return original(...args)
    switch (this.#fault) {
      case undefined:
        break
      case 'EIO':
      case 'ENOSPC':
        this.hasHappened = true
        throw systemError(this.#fault)
      case 'short':
      case 'short-ENOSPC':
        // A write of one byte cannot be short.
        if ((name === 'write' && (args[1] as Uint8Array).length > 1) || (name === 'read' && this.#fault === 'short')) {
          this.hasHappened = true
          this.#failsNextWrite = this.#fault === 'short-ENOSPC'
          return this.#makePartly(name, args, 1)
        }
        break
      case 'die-within':
        if (name !== 'write') break
        this.#makePartly(name, args, (args[1] as Uint8Array).length >> 1)
        this.#die()
        break
      case 'die-after':
        original(...args)
        this.#die()
        break
      case 'die-before':
        this.#die()
        break
      default:
        this.#fault satisfies never
    }
    return original(...args)
  }

  #makePartly(name: 'read' | 'write', [descriptor, bytes, position]: unknown[], length: number): number {
    const part = (bytes as Uint8Array).subarray(0, length)
    if (name === 'write') return this.#inner.write(descriptor as number, part)
    return this.#inner.read(descriptor as number, part, position as number)
  }

  #die(): never {
    this.hasHappened = true
    this.#isDead = true
    throw new DeathError()
  }
}
