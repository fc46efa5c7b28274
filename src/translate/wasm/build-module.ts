// Builds the WebAssembly module: the prelude, every kernel function and the table of kernels, optimised.

import binaryen from 'binaryen'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Analysis } from '../analyse.ts'
import { isBorder } from '../layout.ts'
import type { KernelNumbers } from '../number-kernels.ts'
import type { Names } from '../resolve.ts'
import { emitWasmFunction } from './emit-function.ts'
import { wasmPrelude } from './prelude.ts'

/** The most parameters of a kernel, the results of calls included. */
const MAX_PARAMETERS = 4
const ABSENT = 'absent kernel'

/**
 * The bytes of the module of a cell layout. Its table holds the kernels by number, each with four parameters whatever its
 * arity; a kernel that no primitive of the layout has is absent.
 */
export function buildWasm(
  { names, values, inferences }: Analysis,
  { kernels, facts, present }: KernelNumbers,
  layout: CellLayout,
): Uint8Array {
  const constants = new Map([...values].map(([name, { value }]) => [name, value]))
  const indexes = new Map(kernels.map((name, k) => [name, k]))
  const module = binaryen.parseText(wasmPrelude(constants, indexes, facts[layout], layout))
  const folded = new Map([['hasTriples', layout === 't' ? 1 : 0]])
  module.setFeatures(binaryen.Features.MVP | binaryen.Features.BulkMemory)
  for (const signature of names.functions.values()) {
    const { name, source } = signature.declaration
    if (isBorder(source.path)) continue
    emitWasmFunction(module, binaryen, signature, inferences.get(name)!, names, values, folded)
  }
  addTable(module, names, kernels, present[layout], constants.get('NOT_CALLABLE_ERROR')!)
  module.addFunctionExport('applyFunction', 'apply')
  module.addFunctionExport('runSteps', 'steps')
  if (!module.validate()) throw new Error('bug in the translator: the WebAssembly module is not valid')
  optimize(module)
  const bytes = module.emitBinary()
  module.dispose()
  return bytes
}

/** Puts an entry of four parameters for each kernel into the table; the entry of an absent one returns the error. */
function addTable(
  module: binaryen.Module,
  names: Names,
  entries: readonly string[],
  present: ReadonlySet<string>,
  error: number,
): void {
  const { i32 } = binaryen
  const words = binaryen.createType(Array.from({ length: MAX_PARAMETERS }, () => i32))
  module.addFunction(ABSENT, words, i32, [], module.i32.const(error))
  for (const name of present) {
    const count = names.functions.get(name)!.values.length
    const args = Array.from({ length: count }, (_, k) => module.local.get(k, i32))
    module.addFunction(`entry ${name}`, words, i32, [], module.call(name, args, i32))
  }
  module.removeTable('kernels')
  module.addTable('kernels', entries.length, entries.length)
  module.addActiveElementSegment(
    'kernels',
    'entries',
    entries.map((name) => (present.has(name) ? `entry ${name}` : ABSENT)),
    module.i32.const(0),
  )
}

/** V8 does not inline WebAssembly functions: everything small is inlined here. */
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
