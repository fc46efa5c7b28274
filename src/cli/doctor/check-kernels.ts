// Self-checks of the kernels on the CPU: WebAssembly against JavaScript, and native code against WebAssembly.

import { checkLibraries } from '../../backends/cpu/native/build-native.node.ts'
import { checkEngine } from '../../backends/cpu/native/check-engine.ts'
import { jsEngine } from '../../backends/cpu/engine.ts'
import { type CachedNative, findNative } from '../../backends/cpu/native/library-cache.node.ts'
import { loadKoffi } from '../../backends/cpu/native/native-library.node.ts'
import { formatCount } from '../../language/format-count.ts'
import { type Finding, reasonOf } from './finding.ts'

/** Runs calls of all primitives in WebAssembly and in JavaScript; `check` returns their number, or throws. */
export function checkWebAssembly(check: () => number = () => checkEngine(jsEngine)): Finding {
  const topic = 'WebAssembly'
  try {
    const finding = `${formatCount(check())} calls have the results and the counted work of JavaScript`
    return { topic, status: 'ok', finding }
  } catch (error) {
    const advice = 'Results cannot be trusted. Try another version of Node, and report it.'
    return { topic, status: 'problem', finding: `differs from JavaScript: ${reasonOf(error)}`, advice }
  }
}

/** What the check of native code asks; the defaults are those of this machine. */
export interface NativeSources {
  readonly find: () => CachedNative
  readonly load: () => unknown
  readonly check: typeof checkLibraries
}

/** Runs the same calls in native code, in a process of its own. */
export async function checkNative(
  { find, load, check }: NativeSources = { find: findNative, load: loadKoffi, check: checkLibraries },
): Promise<Finding> {
  const topic = 'native code'
  if (process.platform === 'win32')
    return { topic, status: 'ok', finding: 'not supported on Windows; runs use WebAssembly' }
  const found = find()
  if (!found.isReady) {
    const advice = 'Runs use WebAssembly. `megabatt native` compiles the kernels, for faster runs on the CPU.'
    return { topic, status: 'note', finding: found.reason, advice }
  }
  try {
    load()
  } catch (error) {
    const advice = 'Runs use WebAssembly. npm install koffi'
    return { topic, status: 'note', finding: `compiled, but not usable: ${reasonOf(error)}`, advice }
  }
  try {
    const count = await check(found.paths)
    const finding = `${formatCount(count)} calls have the results and the counted work of WebAssembly; ${found.receipt.compiler}`
    return { topic, status: 'ok', finding }
  } catch (error) {
    const advice = '`megabatt native --force` compiles again; `megabatt native --remove` returns to WebAssembly.'
    return { topic, status: 'problem', finding: reasonOf(error), advice }
  }
}
