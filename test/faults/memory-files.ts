// A file system in memory that knows which bytes and names are on disk, so that a power cut can be simulated.

import type { FileCalls } from '../../src/cli/results/file-calls.ts'

interface MemoryFile {
  bytes: Buffer
  /** The content at the last `sync`. */
  synced: Buffer
}

/**
 * What a power cut leaves. `lost`: only names and bytes that were synced. `bytes-lost`: all names, only synced bytes.
 * `scrambled`: all names; of the bytes that were not synced the first half is zeros, the second half is there. The first
 * write to a file is shorter than a sector of a disk, and is zeros as a whole.
 */
export const POWER_CUTS = ['lost', 'bytes-lost', 'scrambled'] as const
export type PowerCut = (typeof POWER_CUTS)[number]

/** One folder. Descriptors are open until they are closed, also after a simulated death. */
export class MemoryFiles implements FileCalls {
  #names = new Map<string, MemoryFile>()
  #syncedNames = new Map<string, MemoryFile>()
  readonly #open = new Map<number, MemoryFile>()
  #lastDescriptor = 2

  /** The names of all files, in order. */
  get names(): string[] {
    return [...this.#names.keys()].sort()
  }

  /** The content of a file, for tests. */
  content(path: string): string {
    return this.#find(path).bytes.toString('utf8')
  }

  /** Puts a file there, for tests; it is on disk. */
  put(path: string, text: string): void {
    const bytes = Buffer.from(text)
    this.#names.set(path, { bytes, synced: bytes })
    this.syncFolder()
  }

  cutPower(cut: PowerCut): void {
    if (cut === 'lost') this.#names = new Map(this.#syncedNames)
    for (const file of this.#names.values()) {
      const { bytes, synced } = file
      const unsynced = bytes.length - synced.length
      const zeros = synced.length === 0 ? unsynced : unsynced >> 1
      if (cut !== 'scrambled' || unsynced < 0) file.bytes = synced
      else file.bytes = Buffer.concat([synced, Buffer.alloc(zeros), bytes.subarray(synced.length + zeros)])
      file.synced = file.bytes
    }
    this.syncFolder()
    this.#open.clear()
  }

  resolve(path: string): string {
    this.#find(path)
    return path
  }

  isRegular(path: string): boolean {
    return this.#find(path) !== undefined
  }

  open(path: string, flags: 'a+' | 'wx'): number {
    if (flags === 'wx' && this.#names.has(path)) throw systemError('EEXIST')
    if (!this.#names.has(path)) this.#names.set(path, { bytes: Buffer.alloc(0), synced: Buffer.alloc(0) })
    this.#open.set(++this.#lastDescriptor, this.#find(path))
    return this.#lastDescriptor
  }

  size(descriptor: number): number {
    return this.#opened(descriptor).bytes.length
  }

  read(descriptor: number, into: Uint8Array, position: number): number {
    const part = this.#opened(descriptor).bytes.subarray(position, position + into.length)
    into.set(part)
    return part.length
  }

  write(descriptor: number, bytes: Uint8Array): number {
    const file = this.#opened(descriptor)
    file.bytes = Buffer.concat([file.bytes, bytes])
    return bytes.length
  }

  truncate(descriptor: number, byteLength: number): void {
    const file = this.#opened(descriptor)
    file.bytes = file.bytes.subarray(0, byteLength)
  }

  sync(descriptor: number): void {
    const file = this.#opened(descriptor)
    file.synced = file.bytes
  }

  syncFolder(): void {
    this.#syncedNames = new Map(this.#names)
  }

  close(descriptor: number): void {
    this.#opened(descriptor)
    this.#open.delete(descriptor)
  }

  readText(path: string): string {
    return this.content(path)
  }

  link(path: string, name: string): void {
    if (this.#names.has(name)) throw systemError('EEXIST')
    this.#names.set(name, this.#find(path))
  }

  rename(path: string, name: string): void {
    const file = this.#find(path)
    this.#names.delete(path)
    this.#names.set(name, file)
  }

  unlink(path: string): void {
    this.#find(path)
    this.#names.delete(path)
  }

  #find(path: string): MemoryFile {
    const file = this.#names.get(path)
    if (file === undefined) throw systemError('ENOENT')
    return file
  }

  #opened(descriptor: number): MemoryFile {
    const file = this.#open.get(descriptor)
    if (file === undefined) throw systemError('EBADF')
    return file
  }
}

/** An error as node:fs throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code })
}
