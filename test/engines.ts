// The engines of the CPU for suites that run on each. Native code is compiled once for each version of the kernels.

import { join } from 'node:path'
import { cacheFolder } from '../src/backends/cache-folder.node.ts'
import { type Engine, type KernelEngine, jsEngine, wasmEngine } from '../src/backends/cpu/engine.ts'
import { buildNative } from '../src/backends/cpu/native/build-native.node.ts'
import { checkEngine } from '../src/backends/cpu/native/check-engine.ts'
import { openNativeEngine } from '../src/backends/cpu/native/native-engine.node.ts'
import { hasCompiler } from './compile-c.ts'

/** Libraries in a folder of their own: commands that tests start must not find them by chance. */
async function openCompiled(): Promise<KernelEngine> {
  const folder = join(cacheFolder(process.env), 'tests', 'native')
  const { paths } = await buildNative({ folder, check: async (built) => checkEngine(openNativeEngine(built)) })
  return openNativeEngine(paths)
}

/** Engines that run kernels outside JavaScript. */
export const kernelEngines: readonly (readonly [name: string, engine: KernelEngine])[] = [
  ['WebAssembly', wasmEngine],
  ...(hasCompiler ? [['native code', await openCompiled()] as const] : []),
]

/** All engines. */
export const engines: readonly (readonly [name: string, engine: Engine])[] = [
  ['JavaScript', jsEngine],
  ...kernelEngines,
]
