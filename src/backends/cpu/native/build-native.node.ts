// Compiles the kernels into native libraries, checks them in a process of its own, and writes the receipt.

import { execFile } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { EnvironmentError } from '../../../language/errors.ts'
import { locateScript } from '../../own-scripts.node.ts'
import { cKey } from './c-key.generated.ts'
import { joinCText } from './c-text.ts'
import { type Compiler, compile, findCompiler, flagsFor } from './compiler.node.ts'
import {
  type CachedNative,
  LAYOUTS,
  type Receipt,
  findNative,
  hashOf,
  makeFolder,
  nativeFolder,
  writeReceipt,
  writeWhole,
} from './library-cache.node.ts'
import type { LibraryPaths } from '../engine.ts'
import { loadKoffi } from './native-library.node.ts'

const run = promisify(execFile)

export interface BuildOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly folder?: string
  /** Compiles although there are verified libraries. */
  readonly force?: boolean
  /** The self-check: returns the number of compared calls, or throws; default: a process of its own. */
  readonly check?: (paths: LibraryPaths) => Promise<number>
}

/** Verified libraries, and whether this call has compiled them. */
export interface BuiltNative {
  readonly receipt: Receipt
  readonly paths: LibraryPaths
  readonly isNew: boolean
}

/** Finds verified libraries or makes them; an EnvironmentError where compiler, koffi or a writable cache is missing. */
export async function buildNative(options: BuildOptions = {}): Promise<BuiltNative> {
  const { env = process.env, folder = nativeFolder(env), force = false, check = checkLibraries } = options
  const known: CachedNative = force ? { isReady: false, reason: '' } : findNative(folder)
  if (known.isReady && (await isCurrent(known.receipt, env))) return { ...known, isNew: false }
  loadKoffi()
  const compiler = await findCompiler(env)
  makeFolder(folder)
  const started = performance.now()
  const files = await Promise.all(LAYOUTS.map((layout) => compileLayout(compiler, layout, folder)))
  const paths = { a: files[0]!, t: files[1]! }
  const compileMs = Math.round(performance.now() - started)
  const checkedCalls = await check(paths)
  const about = { compiler: compiler.version, flags: flagsFor(compiler).join(' '), compileMs, checkedCalls }
  return { receipt: writeReceipt(folder, paths, about), paths, isNew: true }
}

/** Whether libraries are of the compiler and the flags that would be used now; without a compiler they are as good as can be. */
async function isCurrent({ compiler, flags }: Receipt, env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    const now = await findCompiler(env)
    return now.version === compiler && flagsFor(now).join(' ') === flags
  } catch (error) {
    if (error instanceof EnvironmentError) return true
    throw error
  }
}

async function compileLayout(compiler: Compiler, layout: CellLayout, folder: string): Promise<string> {
  const { cText } = await import('./c-text.generated.ts')
  const parts = [
    cKey,
    compiler.command.join(' '),
    compiler.version,
    ...flagsFor(compiler),
    process.platform,
    process.arch,
  ]
  const name = `${hashOf(parts.join('\n')).slice(0, 16)}-${layout}`
  const source = join(folder, `${name}.c`)
  const library = join(folder, `${name}.so`)
  const temporary = `${library}.${process.pid}.part`
  writeWhole(source, joinCText(cText, layout))
  try {
    await compile(compiler, source, temporary)
    // A process that runs the old file keeps it.
    renameSync(temporary, library)
  } finally {
    rmSync(temporary, { force: true })
  }
  return library
}

/** The self-check takes a second or two; code that a compiler got wrong may never end. */
const MOST_CHECK_MS = 120_000

/** Checks libraries in a process of its own, which a wrong one could end or keep busy; returns the number of compared calls. */
export async function checkLibraries(paths: LibraryPaths, mostMs = MOST_CHECK_MS): Promise<number> {
  const { file, args } = locateScript('check-native.node', import.meta.url)
  try {
    const limits = { timeout: mostMs, killSignal: 'SIGKILL' } as const
    const { stdout } = await run(process.execPath, [fileURLToPath(file), ...args, paths.a, paths.t], limits)
    return Number(stdout)
  } catch (cause) {
    const { stderr = '', signal, killed } = cause as { stderr?: string; signal?: string | null; killed?: boolean }
    const hasHung = killed === true && signal === 'SIGKILL'
    const reason = hasHung ? `no result after ${mostMs / 1000} s` : signal ? `ended by ${signal}` : stderr.trim()
    throw new EnvironmentError('native-differs', `The compiled kernels fail their self-check: ${reason}`, {
      advice:
        'Name another compiler in CC, or run with --engine wasm. Please report it with the version of the compiler.',
      cause,
    })
  }
}
