// Builds the WebAssembly module: the prelude, every kernel function and the table of kernels, optimised.

import binaryen from 'binaryen'
import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Analysis } from '../analyse.ts'
import { isBorder } from '../layout.ts'
import type { KernelNumbers } from '../number-kernels.ts'
import type { Names } from '../resolve.ts'
import { emitWasmFunction } from './emit-function.ts'
import { wasmPrelude } from './prelude.ts'
import { tinyKernels } from '../tiny-kernels.ts'

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
  module.setFeatures(binaryen.Features.MVP | binaryen.Features.BulkMemory | binaryen.Features.SIMD128)
  for (const signature of names.functions.values()) {
    const { name, source } = signature.declaration
    if (isBorder(source.path)) continue
    emitWasmFunction(module, binaryen, signature, inferences.get(name)!, names, values, folded)
  }
  addTable(module, names, kernels, present[layout], constants.get('NOT_CALLABLE_ERROR')!)
  for (const arity of [1, 2]) addChoice(module, names, kernels, present[layout], arity)
  module.addFunctionExport('applyFunction', 'apply')
  module.addFunctionExport('runSteps', 'steps')
  module.addFunctionExport('countDifferences', 'differences')
  module.addFunctionExport('runRows', 'rows')
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

/** Makes the function that runs a kernel by its number with a fixed number of arguments: tiny ones directly, the others by the table. */
function addChoice(
  module: binaryen.Module,
  names: Names,
  kernels: readonly string[],
  present: ReadonlySet<string>,
  arity: number,
): void {
  const { i32 } = binaryen
  const name = `choose${arity}`
  const argumentsOf = (count: number): number[] =>
    Array.from({ length: count }, (_, k) => (k < arity ? module.local.get(k + 1, i32) : module.i32.const(0)))
  const own = tinyKernels.filter(
    (kernel) => present.has(kernel) && names.functions.get(kernel)!.values.length === arity,
  )
  const labels = kernels.map((kernel) => (own.includes(kernel) ? kernel : 'other'))
  let body = module.switch(labels, 'other', module.local.get(0, i32))
  for (const kernel of own) {
    const call = module.return(module.call(copyFunction(module, kernel), argumentsOf(arity), i32))
    body = module.block(null, [module.block(kernel, [body]), call])
  }
  const words = (count: number): binaryen.Type => binaryen.createType(Array.from({ length: count }, () => i32))
  const other = module.call_indirect(
    'kernels',
    module.local.get(0, i32),
    argumentsOf(MAX_PARAMETERS),
    words(MAX_PARAMETERS),
    i32,
  )
  module.removeFunction(name)
  module.addFunction(name, words(arity + 1), i32, [], module.block(null, [module.block('other', [body]), other], i32))
}

/** A copy of a function under a name of its own: what has one caller only, binaryen pastes there. */
function copyFunction(module: binaryen.Module, name: string): string {
  const { params, results, vars, body } = binaryen.getFunctionInfo(module.getFunction(name))
  const copy = `tiny ${name}`
  module.addFunction(copy, params, results, vars, module.copyExpression(body))
  return copy
}

/** V8 does not inline WebAssembly functions: everything small is inlined here. */
function optimize(module: binaryen.Module): void {
  // Names of functions, for profiles.
  binaryen.setDebugInfo(true)
  binaryen.setOptimizeLevel(3)
  binaryen.setShrinkLevel(0)
  binaryen.setOneCallerInlineMaxSize(400)
  binaryen.setAllowInliningFunctionsWithLoops(true)
  // Functions with one caller first, before equal functions are united: a copy would be lost.
  binaryen.setAlwaysInlineMaxSize(0)
  binaryen.setFlexibleInlineMaxSize(0)
  module.runPasses(['inlining'])
  binaryen.setAlwaysInlineMaxSize(24)
  binaryen.setFlexibleInlineMaxSize(80)
  module.optimize()
  module.optimize()
}
