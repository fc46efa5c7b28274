// The option that chooses the form of the kernels on the CPU.

import { type Command, Option } from 'commander'
import { type Engine, type KernelEngine, jsEngine, wasmEngine } from '../backends/cpu/engine.ts'
import { findNative } from '../backends/cpu/native/library-cache.node.ts'
import { openNativeEngine } from '../backends/cpu/native/native-engine.node.ts'
import { loadKoffi } from '../backends/cpu/native/native-library.node.ts'
import { EnvironmentError } from '../language/errors.ts'

/** The value of the option that `addEngineOption` adds. */
export interface EngineOptions {
  readonly engine?: Engine['name']
}

const TEXT =
  'kernels on the CPU: compiled by `megabatt native`, in WebAssembly, or in JavaScript; default: native if compiled'

/** Adds the option to a command; `names` are the engines that it can use. */
export function addEngineOption(
  command: Command,
  names: readonly Engine['name'][] = ['native', 'wasm', 'js'],
): Command {
  return command.addOption(new Option('--engine <name>', TEXT).choices(names))
}

/** The chosen engine; by default native code if it is compiled and verified, else WebAssembly. */
export function chooseEngine({ engine }: EngineOptions): Engine {
  return engine === 'js' ? jsEngine : chooseKernelEngine({ engine })
}

/** The same without JavaScript, where kernels cannot be watched. */
export function chooseKernelEngine({ engine }: { readonly engine?: 'native' | 'wasm' | undefined }): KernelEngine {
  if (engine === 'wasm') return { ...wasmEngine, reason: 'asked for' }
  const found = findNative()
  const missing = found.isReady ? undefined : found.reason
  if (engine === 'native') {
    if (!found.isReady) {
      throw new EnvironmentError('native-missing', `There is no native code to run: ${missing}`, {
        advice: 'Compile it with `megabatt native`, or run with --engine wasm.',
      })
    }
    loadKoffi()
    return openNativeEngine(found.paths)
  }
  if (!found.isReady) return { ...wasmEngine, reason: found.reason }
  try {
    loadKoffi()
  } catch {
    return { ...wasmEngine, reason: 'koffi is not installed' }
  }
  return openNativeEngine(found.paths, 'compiled and verified')
}
