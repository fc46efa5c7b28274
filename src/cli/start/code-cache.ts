// Compiled code of bundles, kept in the cache folder between processes. V8 checks version, flags and length of what it is given, and
// no more: a file has a checksum, and the size and the time of its bundle.

import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The words at the beginning of a file: the users, size and time of the bundle, length and checksum of the code. An even number: V8 copies
 * code that is not aligned.
 */
const HEAD_WORDS = 6
const HEAD_BYTES = 4 * HEAD_WORDS
const SUFFIX = '.code'

/** What tells a bundle from another one of the same name. */
export interface BundleStamp {
  readonly size: number
  readonly mtimeMs: number
}

/** A bundle that was compiled. */
export interface CompiledBundle {
  readonly stamp: BundleStamp
  /** The users of the code that it was made from; 0 if there was none. */
  readonly users: number
  /** The code of all functions that were called. */
  readonly compile: () => Buffer
}

/** Code from a file. */
export interface KeptCode {
  readonly code: Buffer
  readonly users: number
  /** Whether a process of this user has added the functions that it calls. */
  readonly isComplete: boolean
}

/** The compiled code of the bundles of one folder. Its users, the commands, call different functions of a bundle. */
export class CodeCache {
  readonly #folder: string
  readonly #user: number

  /** `root` has a folder for each version of V8 and each folder of bundles. */
  constructor(root: string, bundles: string, user: string) {
    this.#folder = join(root, spellHash([process.versions.v8, process.arch, bundles].join(' ')))
    // Two users with one bit are taken for one: functions that are missing are compiled when they are called.
    this.#user = 1 << (hashText(user)[0] & 31)
  }

  /** Reads the code of a bundle; undefined if the file is missing, damaged, or made from another version of the bundle. */
  read(bundle: string, stamp: BundleStamp): KeptCode | undefined {
    let file: Buffer
    try {
      file = readFileSync(this.#fileOf(bundle))
    } catch {
      return undefined
    }
    if (file.length <= HEAD_BYTES || file.length % 4 !== 0) return undefined
    const code = file.subarray(HEAD_BYTES)
    const users = file.readInt32LE()
    if (!describeCode(users, stamp, code).equals(file.subarray(0, HEAD_BYTES))) return undefined
    return { code, users, isComplete: (users & this.#user) !== 0 }
  }

  /** Keeps the code of bundles, if the folder can be written, and removes code of bundles that do not exist any more. */
  write(bundles: ReadonlyMap<string, CompiledBundle>): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      for (const [bundle, { stamp, users, compile }] of bundles) {
        const temporary = `${this.#fileOf(bundle)}.${process.pid}.part`
        // Compiling takes longer than to find out that the folder cannot be written.
        writeFileSync(temporary, '')
        const code = padded(compile())
        writeFileSync(temporary, Buffer.concat([describeCode(users | this.#user, stamp, code), code]))
        renameSync(temporary, this.#fileOf(bundle))
      }
      this.#removeOthers(dirname([...bundles.keys()][0]!))
    } catch {
      // The next start compiles again.
    }
  }

  #removeOthers(bundles: string): void {
    const present = new Set(readdirSync(bundles).map((name) => `${name}${SUFFIX}`))
    for (const name of readdirSync(this.#folder))
      if (name.endsWith(SUFFIX) && !present.has(name)) rmSync(join(this.#folder, name), { force: true })
  }

  #fileOf(bundle: string): string {
    return join(this.#folder, `${basename(bundle)}${SUFFIX}`)
  }
}

/** The head of the file with this code. */
function describeCode(users: number, { size, mtimeMs }: BundleStamp, code: Buffer): Buffer {
  const head = new Int32Array(HEAD_WORDS)
  const [low, high] = sumWords(code, users)
  head.set([users, size, Math.trunc(mtimeMs) | 0, code.length, low, high])
  return Buffer.from(head.buffer)
}

/** Fletcher's checksum, over words. */
function sumWords(bytes: Buffer, first: number): [number, number] {
  const { buffer, byteOffset, length } = bytes
  // A view of words must be aligned, which a part of a pooled buffer need not be.
  const words =
    byteOffset % 4 === 0
      ? new Int32Array(buffer, byteOffset, length >> 2)
      : new Int32Array(Uint8Array.from(bytes).buffer)
  let low = (1 + first) | 0
  let high = first
  for (let k = 0; k < words.length; k++) {
    low = (low + words[k]!) | 0
    high = (high + low) | 0
  }
  return [low, high]
}

/** Whole words: V8 ignores zeros at the end. */
function padded(code: Buffer): Buffer {
  return code.length % 4 === 0 ? code : Buffer.concat([code, Buffer.alloc(4 - (code.length % 4))])
}

/** FNV-1a in two halves. Loading Node's hashes takes longer than reading the code. */
function hashText(text: string): [number, number] {
  let [a, b] = [0x811c9dc5, 0x01234567]
  for (let k = 0; k < text.length; k++) {
    a = Math.imul(a ^ text.charCodeAt(k), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(k), 0x01000197)
  }
  return [a >>> 0, b >>> 0]
}

function spellHash(text: string): string {
  return hashText(text)
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('')
}
