// The module of all kernels: the prelude, every kernel function, a table of those that primitives are, optimised.

import binaryen from 'binaryen'
import type { Analysis } from '../analyse.ts'
import { borderFile, callBorderFile } from '../layout.ts'
import type { Names } from '../resolve.ts'
import { emitWasmFunction } from './emit-function.ts'
import { wasmPrelude } from './prelude.ts'

/** A kernel takes at most so many words, the results of calls included. */
const MAX_PARAMETERS = 4

/** The bytes of the module. Kernel k of the table is the k-th of `entries`, called with four words whatever it takes. */
export function buildWasm(
  { names, values, inferences }: Analysis,
  entries: readonly string[],
  facts: readonly number[],
): Uint8Array {
  const constants = new Map([...values].map(([name, { value }]) => [name, value]))
  const indexes = new Map(entries.map((name, k) => [name, k]))
  const module = binaryen.parseText(wasmPrelude(constants, indexes, facts))
  module.setFeatures(binaryen.Features.MVP | binaryen.Features.BulkMemory)
  for (const signature of names.functions.values()) {
    const { name, source } = signature.declaration
    if (source.path === borderFile || source.path === callBorderFile) continue
    emitWasmFunction(module, binaryen, signature, inferences.get(name)!, names, values)
  }
  addTable(module, names, entries)
  module.addFunctionExport('applyFunction', 'apply')
  if (!module.validate()) throw new Error('bug in the translator: the WebAssembly module is not valid')
  optimize(module)
  const bytes = module.emitBinary()
  module.dispose()
  return bytes
}

/** Puts an entry of four parameters for each kernel into the table. */
function addTable(module: binaryen.Module, names: Names, entries: readonly string[]): void {
  const { i32 } = binaryen
  const words = binaryen.createType(Array.from({ length: MAX_PARAMETERS }, () => i32))
  for (const name of entries) {
    const count = names.functions.get(name)!.values.length
    const args = Array.from({ length: count }, (_, k) => module.local.get(k, i32))
    module.addFunction(`entry ${name}`, words, i32, [], module.call(name, args, i32))
  }
  module.removeTable('kernels')
  module.addTable('kernels', entries.length, entries.length)
  module.addActiveElementSegment(
    'kernels',
    'entries',
    entries.map((name) => `entry ${name}`),
    module.i32.const(0),
  )
}

/** V8 inlines nothing here by itself: everything small is inlined now. */
function optimize(module: binaryen.Module): void {
  // Names of functions, for profiles.
  binaryen.setDebugInfo(true)
  binaryen.setOptimizeLevel(3)
  binaryen.setShrinkLevel(0)
  binaryen.setAlwaysInlineMaxSize(24)
  binaryen.setFlexibleInlineMaxSize(80)
  binaryen.setOneCallerInlineMaxSize(400)
  binaryen.setAllowInliningFunctionsWithLoops(true)
  module.optimize()
  module.optimize()
}
