// The file system calls of the result file and its lock, as one interface: tests inject a fault at each call.

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'

/** Every call throws the errors of node:fs. */
export interface FileCalls {
  /** The path without symbolic links; throws ENOENT where there is no file. */
  resolve(path: string): string
  /** False for devices, pipes and folders; throws ENOENT where there is no file. */
  isRegular(path: string): boolean
  /** `a+` reads and appends, and creates a missing file; `wx` creates a file, and fails where there is one. */
  open(path: string, flags: 'a+' | 'wx'): number
  size(descriptor: number): number
  /** Returns the number of bytes read, which may be less than asked for; 0 at the end of the file. */
  read(descriptor: number, into: Uint8Array, position: number): number
  /** Returns the number of bytes written, which may be less than given. */
  write(descriptor: number, bytes: Uint8Array): number
  truncate(descriptor: number, byteLength: number): void
  /** Waits until the content is on disk. */
  sync(descriptor: number): void
  /** Waits until the names in a folder are on disk. */
  syncFolder(path: string): void
  close(descriptor: number): void
  readText(path: string): string
  /** Gives a file a second name; fails where that name exists. */
  link(path: string, name: string): void
  /** Replaces a file that has the new name, in one step. */
  rename(path: string, name: string): void
  unlink(path: string): void
}

/** The calls of node:fs. */
export const nodeFiles: FileCalls = {
  resolve: (path) => realpathSync(path),
  isRegular: (path) => statSync(path).isFile(),
  open: (path, flags) => openSync(path, flags),
  size: (descriptor) => fstatSync(descriptor).size,
  read: (descriptor, into, position) => readSync(descriptor, into, 0, into.length, position),
  write: (descriptor, bytes) => writeSync(descriptor, bytes),
  truncate: (descriptor, byteLength) => ftruncateSync(descriptor, byteLength),
  sync: (descriptor) => fdatasyncSync(descriptor),
  syncFolder: (path) => {
    // Windows opens no folders; names are on disk with the file there.
    if (process.platform === 'win32') return
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  },
  close: (descriptor) => closeSync(descriptor),
  readText: (path) => readFileSync(path, 'utf8'),
  link: (path, name) => linkSync(path, name),
  rename: (path, name) => renameSync(path, name),
  unlink: (path) => unlinkSync(path),
}

/** The code of a system error, as in ENOENT; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined
}

/** Makes a call that cleans up after an error; the error that came first is the one to report. */
export function hideErrors(call: () => void): void {
  try {
    call()
  } catch {
    // Nothing depends on it: a lock that remains has a dead owner, and a descriptor ends with the process.
  }
}
