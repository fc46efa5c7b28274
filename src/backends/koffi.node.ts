// Loads koffi, an optional package that calls native code.

import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EnvironmentError } from '../language/errors.ts'
import { installCommand } from './optional-packages.ts'

/** The package; an EnvironmentError if it is not installed. `otherwise` is the way to do without it. */
export function requireKoffi(otherwise: string): unknown {
  const require = createRequire(import.meta.url)
  try {
    const main = require.resolve('koffi')
    return requireBinary(createRequire(main)) ?? require(main)
  } catch (cause) {
    throw new EnvironmentError('koffi-missing', 'The package koffi, which calls native code, is not installed', {
      advice: `Run \`${installCommand('koffi')}\`, or ${otherwise}.`,
      cause,
    })
  }
}

/**
 * The binary of koffi for Linux with glibc; undefined elsewhere, and if it is not where it is expected. The scripts around it take
 * 15 ms to find it, and add only deprecated functions.
 */
function requireBinary(require: NodeJS.Require): unknown {
  const { platform, arch } = process
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) return undefined
  try {
    const folder = dirname(require.resolve(`@koromix/koffi-linux-${arch}`))
    return isLinkedToMusl() ? undefined : require(join(folder, `linux_${arch}/koffi.node`))
  } catch {
    return undefined
  }
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
