// Loads bundles, which are CommonJS, with code that V8 has compiled in an earlier process: compiling them takes longer than a small run.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { cacheFolder } from '../../backends/cache-folder.node.ts'
import { importPackagesBy } from '../../backends/import-package.ts'
import { type BundleStamp, CodeCache, type CompiledBundle } from './code-cache.ts'

/** What Node calls with the parts of a module. */
type ModuleFunction = (
  this: unknown,
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void

/** A process with more CPU time keeps no code. */
const MAX_MICROSECONDS = 20_000_000

/** What Node writes before and after the text of a module. */
const [HEAD, TAIL] = module
  .wrap('|')
  .split('|')
  .map((part) => Buffer.from(part)) as [Buffer, Buffer]

/**
 * Loads a bundle and all bundles that it requires; returns its exports. With `keepsCode`, keeps the code of those that it had to
 * compile when the process ends.
 */
export function loadBundle(file: string, keepsCode: boolean): unknown {
  const require = module.createRequire(file)
  // From Node 22.8 on.
  const { enableCompileCache } = module as { readonly enableCompileCache?: () => void }
  enableCompileCache?.()
  if (enableCompileCache !== undefined || process.env.NODE_DISABLE_COMPILE_CACHE) return require(file)
  return new BundleLoader(dirname(file), require, keepsCode).load(file)
}

class BundleLoader {
  readonly #require: NodeJS.Require
  readonly #cache: CodeCache
  readonly #modules = new Map<string, { exports: unknown }>()
  /** The bundles that had to be compiled. */
  readonly #compiled = new Map<string, CompiledBundle>()

  constructor(folder: string, require: NodeJS.Require, keepsCode: boolean) {
    this.#require = require
    this.#cache = new CodeCache(join(cacheFolder(process.env), 'code'), folder, process.argv[2] ?? '')
    importPackagesBy((name) => import(name))
    // At the end, when the functions that the command needs have been compiled.
    if (keepsCode) process.on('exit', () => this.#keep())
  }

  load(file: string): unknown {
    const known = this.#modules.get(file)
    if (known !== undefined) return known.exports
    const own = { exports: {} }
    this.#modules.set(file, own)
    const folder = dirname(file)
    const require = (id: string) => (id.startsWith('./') ? this.load(join(folder, id)) : this.#require(id))
    this.#compile(file).call(own.exports, own.exports, require, own, file, folder)
    return own.exports
  }

  #keep(): void {
    // V8 drops the code of functions that were not called for long, so a long process has no more that of the start.
    if (this.#compiled.size > 0 && process.cpuUsage().user < MAX_MICROSECONDS) this.#cache.write(this.#compiled)
  }

  #compile(file: string): ModuleFunction {
    const { source, stamp } = readWrapped(file)
    const kept = this.#cache.read(file, stamp)
    const script = new Script(source, {
      filename: file,
      cachedData: kept?.code,
    })
    const users = kept === undefined || script.cachedDataRejected === true ? 0 : kept.users
    if (users === 0 || !kept!.isComplete)
      this.#compiled.set(file, { stamp, users, compile: () => script.createCachedData() })
    return script.runInThisContext() as ModuleFunction
  }
}

/** The text of a bundle as a function, and its stamp. Strings would be joined by a copy. */
function readWrapped(file: string): { readonly source: string; readonly stamp: BundleStamp } {
  const descriptor = openSync(file, 'r')
  try {
    const { size, mtimeMs } = fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length)
    bytes.set(HEAD)
    const end = HEAD.length + readSync(descriptor, bytes, HEAD.length, size, 0)
    bytes.set(TAIL, end)
    // Bundles are ASCII, which this encoding does not decode.
    return { source: bytes.toString('latin1', 0, end + TAIL.length), stamp: { size, mtimeMs } }
  } finally {
    closeSync(descriptor)
  }
}
