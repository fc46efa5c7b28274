// Compiled libraries in the cache folder, with a receipt that is written when the self-check has passed.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { EnvironmentError } from '../../../language/errors.ts'
import { cacheFolder } from '../../cache-folder.node.ts'
import { cKey } from './c-key.generated.ts'
import type { LibraryPaths } from '../engine.ts'

export const LAYOUTS: readonly CellLayout[] = ['a', 't']

/** A compiled library of one layout. */
interface CachedLibrary {
  readonly file: string
  readonly byteLength: number
  readonly sha256: string
}

/** The receipt of libraries that have passed the self-check. */
export interface Receipt {
  readonly compiler: string
  readonly flags: string
  readonly compileMs: number
  /** The number of calls that the self-check compared. */
  readonly checkedCalls: number
  readonly libraries: Readonly<Record<CellLayout, CachedLibrary>>
}

/** Verified libraries, or the reason for their absence. */
export type CachedNative =
  | { readonly isReady: true; readonly receipt: Receipt; readonly paths: LibraryPaths }
  | { readonly isReady: false; readonly reason: string }

/** The folder of libraries. */
export function nativeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(cacheFolder(env), 'native')
}

/** Libraries of another version of the kernels or of another machine have another receipt. */
function receiptPath(folder: string): string {
  return join(folder, `${cKey}-${process.platform}-${process.arch}.json`)
}

/** Looks for verified libraries of this version. */
export function findNative(folder = nativeFolder()): CachedNative {
  let receipt: Receipt
  try {
    receipt = JSON.parse(readFileSync(receiptPath(folder), 'utf8')) as Receipt
    if (LAYOUTS.some((layout) => typeof receipt.libraries[layout].file !== 'string')) throw new TypeError('no file')
  } catch {
    return { isReady: false, reason: 'no native library is compiled' }
  }
  const damaged = LAYOUTS.find((layout) => !isWhole(folder, receipt.libraries[layout]))
  if (damaged !== undefined) return { isReady: false, reason: `the native library of layout ${damaged} is damaged` }
  const paths = { a: join(folder, receipt.libraries.a.file), t: join(folder, receipt.libraries.t.file) }
  return { isReady: true, receipt, paths }
}

function isWhole(folder: string, { file, byteLength, sha256 }: CachedLibrary): boolean {
  try {
    const bytes = readFileSync(join(folder, file))
    return bytes.length === byteLength && hashOf(bytes) === sha256
  } catch {
    return false
  }
}

/** Writes the receipt of checked libraries. */
export function writeReceipt(folder: string, paths: LibraryPaths, about: Omit<Receipt, 'libraries'>): Receipt {
  const describe = (layout: CellLayout): CachedLibrary => {
    const bytes = readFileSync(paths[layout])
    return { file: paths[layout].slice(folder.length + 1), byteLength: bytes.length, sha256: hashOf(bytes) }
  }
  const receipt: Receipt = { ...about, libraries: { a: describe('a'), t: describe('t') } }
  writeWhole(receiptPath(folder), `${JSON.stringify(receipt, undefined, 2)}\n`)
  return receipt
}

/** Writes a file that appears complete or not at all. */
export function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.part`
  writeFileSync(temporary, text)
  renameSync(temporary, path)
}

/** Makes the folder; an EnvironmentError if it cannot be written to. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EnvironmentError('cache-unwritable', `The cache folder ${folder} cannot be written: ${reason}`, {
      advice: 'Set MEGABATT_CACHE to another folder.',
      cause,
    })
  }
}

/** Removes all libraries, those of other versions too; returns the number of files. */
export function removeNative(folder = nativeFolder()): number {
  let count = 0
  try {
    count = readdirSync(folder).length
  } catch {
    // The folder does not exist.
  }
  rmSync(folder, { recursive: true, force: true })
  return count
}

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
