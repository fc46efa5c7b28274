// Reads the primitives from their sources: each exported function of a family is a primitive, or a half of one.

import type { Declarations, KernelFunction, KernelParameter } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { combinatorFamily, familyOf, isPrimitiveFile } from './layout.ts'

/** A primitive as declared; `calls` is its other half where it is higher-order. */
export interface PrimitiveSource {
  readonly name: string
  readonly family: string
  readonly sort: 'first-order' | 'higher-order' | 'combinator'
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  readonly returns: string
  readonly prose: string
  readonly kernel: KernelFunction
  readonly calls?: KernelFunction
  readonly callArity?: 1 | 2
  readonly lazy?: boolean
}

const RESULT_TYPES = ['Results', 'ResultsUntilTrue']
const CALL_TYPES = ['Calls1', 'Calls2']

/** The name that the DSL has for a TypeScript name: a trailing underscore only keeps clear of reserved words. */
export function dslName(name: string): string {
  return name.replace(/_$/, '')
}

/** The DSL's name of a parameter: a leading underscore marks one that this half does not use. */
function parameterName(name: string): string {
  return dslName(name.replace(/^_/, ''))
}

/** Reads all primitives, in the order of files and of places in them. */
export function readPrimitives(declarations: Declarations, diagnostics: Diagnostic[]): PrimitiveSource[] {
  const exported = declarations.functions.filter((f) => f.exported && isPrimitiveFile(f.source.path))
  const primitives: PrimitiveSource[] = []
  const usedCalls = new Set<KernelFunction>()
  for (const kernel of exported) {
    if (CALL_TYPES.includes(kernel.returns)) continue
    const reject = (offset: number, problem: string, advice: string): void => {
      diagnostics.push(diagnose(kernel.source, offset, problem, advice))
    }
    const family = familyOf(kernel.source.path)
    const [heap, ...taken] = kernel.parameters
    if (heap?.type !== 'Heap') {
      reject(
        kernel.offset,
        `primitive '${kernel.name}' does not take the heap first`,
        'begin with `h: Heap` or `_h: Heap`',
      )
    }
    if (kernel.doc === '')
      reject(kernel.offset, `primitive '${kernel.name}' has no prose`, 'put a /** line */ before it')
    const results = taken.at(-1)
    const higher = results !== undefined && RESULT_TYPES.includes(results.type)
    const parameters = higher ? taken.slice(0, -1) : taken
    for (const p of parameters) {
      if (!isDslType(p.type, declarations)) {
        reject(p.offset, `'${p.type}' is no type of the DSL`, 'use one of src/primitives/signature.ts')
      }
    }
    if (!isDslType(kernel.returns, declarations)) {
      reject(kernel.offset, `'${kernel.returns}' is no type of the DSL`, 'use one of src/primitives/signature.ts')
    }
    const shared = {
      name: dslName(kernel.name),
      family,
      parameters: parameters.map((p) => ({ name: parameterName(p.name), type: dslName(p.type) })),
      returns: dslName(kernel.returns),
      prose: kernel.doc,
      kernel,
    }
    if (!higher) {
      primitives.push({ ...shared, sort: family === combinatorFamily ? 'combinator' : 'first-order' })
      continue
    }
    const callsName = `${dslName(kernel.name)}Calls`
    const calls = exported.find((f) => f.name === callsName && f.source === kernel.source)
    if (!calls || !CALL_TYPES.includes(calls.returns)) {
      reject(
        kernel.offset,
        `'${kernel.name}' takes results but has no half that makes the calls`,
        `export ${callsName}(...): Calls1 or Calls2 beside it`,
      )
      continue
    }
    usedCalls.add(calls)
    if (!haveSameTypes(calls.parameters, [heap!, ...parameters])) {
      reject(
        calls.offset,
        `'${callsName}' and '${kernel.name}' take different arguments`,
        'give both the same, the results apart',
      )
    }
    const callArity = calls.returns === 'Calls1' ? 1 : 2
    primitives.push({ ...shared, sort: 'higher-order', calls, callArity, lazy: results.type === 'ResultsUntilTrue' })
  }
  for (const f of exported) {
    if (!CALL_TYPES.includes(f.returns) || usedCalls.has(f)) continue
    const problem = `'${f.name}' makes calls for no primitive`
    diagnostics.push(
      diagnose(f.source, f.offset, problem, 'name it after the one that takes the results, with Calls behind'),
    )
  }
  rejectSameNames(primitives, diagnostics)
  return primitives
}

function isDslType(type: string, declarations: Declarations): boolean {
  return declarations.signatures.has(type) && !RESULT_TYPES.includes(type) && !CALL_TYPES.includes(type)
}

function haveSameTypes(a: readonly KernelParameter[], b: readonly KernelParameter[]): boolean {
  return a.length === b.length && a.every((p, k) => p.type === b[k]?.type)
}

function rejectSameNames(primitives: readonly PrimitiveSource[], diagnostics: Diagnostic[]): void {
  const seen = new Map<string, KernelFunction>()
  for (const { name, kernel } of primitives) {
    const other = seen.get(name)
    if (other && other.name !== kernel.name) {
      diagnostics.push(diagnose(kernel.source, kernel.offset, `a second primitive '${name}'`, 'name it otherwise'))
    }
    seen.set(name, kernel)
  }
}
