// Loads koffi, an optional package that calls native code.

import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { EnvironmentError } from '../language/errors.ts'
import { OPTIONAL_PACKAGES, installCommand } from './optional-packages.ts'

/** Loaded once: a binary that is loaded again has types of its own, and the process dies where those of both meet. */
let loaded: unknown

/** The package; an EnvironmentError if it is not installed. `otherwise` is the way to do without it. */
export function requireKoffi(otherwise: string): unknown {
  const require = createRequire(import.meta.url)
  try {
    return (loaded ??= loadBinary(require.resolve.paths('koffi') ?? []) ?? require('koffi'))
  } catch (cause) {
    throw new EnvironmentError('koffi-missing', 'The package koffi, which calls native code, is not installed', {
      advice: `Run \`${installCommand('koffi')}\`, or ${otherwise}.`,
      cause,
    })
  }
}

/**
 * The binary of koffi for Linux with glibc, where npm puts it; undefined elsewhere. The scripts around it take 15 ms to find it, and
 * add only deprecated functions.
 */
function loadBinary(folders: readonly string[]): unknown {
  const { platform, arch } = process
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) return undefined
  const file = folders
    .map((folder) => join(folder, `@koromix/koffi-linux-${arch}/linux_${arch}/koffi.node`))
    .find((path) => existsSync(path))
  if (file === undefined || isLinkedToMusl()) return undefined
  const binary = { exports: {} as { readonly version?: string } }
  try {
    process.dlopen(binary, file)
  } catch {
    return undefined
  }
  return binary.exports.version === OPTIONAL_PACKAGES.koffi ? binary.exports : undefined
}

/** The name of the dynamic linker stands near the beginning of an executable. */
function isLinkedToMusl(): boolean {
  const file = openSync(process.execPath, 'r')
  try {
    const head = Buffer.alloc(4096)
    return head.subarray(0, readSync(file, head)).includes('ld-musl')
  } finally {
    closeSync(file)
  }
}
