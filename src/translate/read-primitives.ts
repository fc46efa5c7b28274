// The primitives as their sources declare them: each exported function of a family is a kernel of one or more, or a half.

import { defaultKindOf } from '../primitives/default-kinds.ts'
import type { Declaration, DialectId } from '../primitives/primitive.ts'
import type { Declarations, KernelFunction, KernelParameter } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { combinatorFamily, familyOf, isPrimitiveFile } from './layout.ts'
import { type ExampleLine, chooseExample, readExamples } from './read-examples.ts'
import { DIALECTS, type PlacedDeclaration, dslName, readDeclarations } from './read-declarations.ts'
import { placeOf } from './source.ts'

/** A kernel and the other half of it where it is higher-order. */
interface KernelSource {
  readonly family: string
  readonly sort: 'first-order' | 'higher-order' | 'combinator'
  readonly prose: string
  readonly kernel: KernelFunction
  readonly calls?: KernelFunction
  readonly callArity?: 1 | 2
  /** Whether the calls are those of the first argument with each element of the second, or the reverse. */
  readonly each?: 'function first' | 'container first' | undefined
  readonly lazy?: boolean
  readonly toLast?: boolean
}

/** A primitive as declared; name, parameters and return type are those of its first dialect. */
export interface PrimitiveSource extends KernelSource, Declaration {
  readonly key: string
  readonly declarations: Readonly<Partial<Record<DialectId, Declaration>>>
  /** A call by dialect. */
  readonly examples: Readonly<Partial<Record<DialectId, string>>>
}

type UnkeyedPrimitive = Omit<PrimitiveSource, 'key'> & { readonly offset: number }

const RESULT_TYPES = ['Results', 'ResultsUntilTrue']
const CALL_TYPES = ['Calls1', 'CallsOfEach', 'Calls2']

/** Reads all primitives, ascending by key. */
export function readPrimitives(declarations: Declarations, diagnostics: Diagnostic[]): PrimitiveSource[] {
  const exported = declarations.functions.filter((f) => f.exported && isPrimitiveFile(f.source.path))
  const usedCalls = new Set<KernelFunction>()
  const primitives: UnkeyedPrimitive[] = []
  for (const kernel of exported) {
    if (CALL_TYPES.includes(kernel.returns)) continue
    const [heap, ...taken] = kernel.parameters
    const results = taken.at(-1)
    const isHigher = results !== undefined && RESULT_TYPES.includes(results.type)
    const parameters = isHigher ? taken.slice(0, -1) : taken
    checkKernel(kernel, diagnostics)
    const declared = readDeclarations(kernel, parameters, declarations, diagnostics)
    const family = familyOf(kernel.source.path)
    const lines = readExamples(kernel, declared, diagnostics)
    const shared = { family, prose: kernel.doc, kernel }
    if (!isHigher) {
      const sort = family === combinatorFamily ? 'combinator' : 'first-order'
      primitives.push(...groupDeclarations({ ...shared, sort }, declared, lines, diagnostics))
      continue
    }
    const calls = findCalls(kernel, exported, [heap!, ...parameters], diagnostics)
    if (calls === undefined) continue
    usedCalls.add(calls)
    const callArity = calls.returns === 'Calls2' ? 2 : 1
    const each = calls.returns === 'CallsOfEach' ? placeOfFunction(calls, diagnostics) : undefined
    const lazy = results.type === 'ResultsUntilTrue'
    const halves = { sort: 'higher-order', calls, callArity, each, lazy, toLast: kernel.returns === 'ToLast' } as const
    primitives.push(...groupDeclarations({ ...shared, ...halves }, declared, lines, diagnostics))
  }
  for (const f of exported) {
    if (!CALL_TYPES.includes(f.returns) || usedCalls.has(f)) continue
    const problem = `'${f.name}' makes calls for no primitive`
    const advice = 'name it after the kernel that takes the results, with Calls behind'
    diagnostics.push(diagnose(f.source, f.offset, problem, advice))
  }
  rejectSameNames(primitives, diagnostics)
  return primitives.map((p) => giveKey(p, primitives)).sort((a, b) => (a.key < b.key ? -1 : 1))
}

function checkKernel({ parameters, doc, name, source, offset }: KernelFunction, diagnostics: Diagnostic[]): void {
  const reject = (problem: string, advice: string): void => {
    diagnostics.push(diagnose(source, offset, problem, advice))
  }
  if (parameters[0]?.type !== 'Heap')
    reject(`primitive '${name}' does not take the heap first`, 'begin with `h: Heap` or `_h: Heap`')
  if (doc === '') reject(`primitive '${name}' has no prose`, 'put a /** line */ before it')
}

/** The half of a higher-order kernel that lists the calls. */
function findCalls(
  kernel: KernelFunction,
  exported: readonly KernelFunction[],
  parameters: readonly KernelParameter[],
  diagnostics: Diagnostic[],
): KernelFunction | undefined {
  const name = `${dslName(kernel.name)}Calls`
  const calls = exported.find((f) => f.name === name && f.source === kernel.source)
  if (!calls || !CALL_TYPES.includes(calls.returns)) {
    const problem = `'${kernel.name}' takes results but has no half that makes the calls`
    const advice = `export ${name}(...): Calls1, CallsOfEach or Calls2 beside it`
    diagnostics.push(diagnose(kernel.source, kernel.offset, problem, advice))
    return undefined
  }
  if (!haveSameTypes(calls.parameters, parameters)) {
    const problem = `'${name}' and '${kernel.name}' take different arguments`
    diagnostics.push(diagnose(calls.source, calls.offset, problem, 'give both the same, the results apart'))
  }
  return calls
}

/** Which of two parameters is the function that is called with each element of the other. */
function placeOfFunction(calls: KernelFunction, diagnostics: Diagnostic[]): KernelSource['each'] {
  const types = calls.parameters.slice(1).map(({ type }) => type)
  const isFunction = types.map((type) => type === 'Callable')
  if (types.length === 2 && isFunction[0] !== isFunction[1]) return isFunction[0] ? 'function first' : 'container first'
  const problem = `'${calls.name}' calls a function with each element, but does not take one Callable and one container`
  diagnostics.push(diagnose(calls.source, calls.offset, problem, 'return Calls1'))
  return undefined
}

function haveSameTypes(a: readonly KernelParameter[], b: readonly KernelParameter[]): boolean {
  return a.length === b.length && a.every((p, k) => p.type === b[k]?.type)
}

/** Makes one primitive of all declarations of a kernel that have one name. */
function groupDeclarations(
  kernel: KernelSource,
  declared: readonly PlacedDeclaration[],
  exampleLines: readonly ExampleLine[],
  diagnostics: Diagnostic[],
): UnkeyedPrimitive[] {
  const reject = (offset: number, problem: string, advice: string): void => {
    diagnostics.push(diagnose(kernel.kernel.source, offset, problem, advice))
  }
  const names = [...new Set(declared.map(({ name }) => name))]
  return names.map((name) => {
    const group = declared.filter((declaration) => declaration.name === name)
    const byDialect: Partial<Record<DialectId, Declaration>> = {}
    for (const { dialects, offset, ...declaration } of group) {
      for (const dialect of dialects) {
        if (byDialect[dialect] !== undefined)
          reject(offset, `'${declaration.name}' is declared twice in dialect ${dialect}`, 'remove one')
        byDialect[dialect] = declaration
      }
      const [kind, first] = [declaration.returns, group[0]!.returns].map(defaultKindOf)
      if (kind !== first) {
        const problem = `'${declaration.name}' has another safe default as ${declaration.returns} than as ${group[0]!.returns}`
        reject(offset, problem, 'give every dialect a return type of the same default')
      }
    }
    const first = DIALECTS.flatMap((dialect) => byDialect[dialect] ?? [])[0]!
    const examples: Partial<Record<DialectId, string>> = {}
    for (const dialect of DIALECTS.filter((id) => byDialect[id] !== undefined)) {
      const example = chooseExample(exampleLines, name, dialect)
      if (example !== undefined) examples[dialect] = example
    }
    return { ...kernel, ...first, declarations: byDialect, examples, offset: group[0]!.offset }
  })
}

function giveKey(primitive: UnkeyedPrimitive, all: readonly UnkeyedPrimitive[]): PrimitiveSource {
  const { name, declarations } = primitive
  const isAlone = all.filter((other) => other.name === name).length === 1
  const dialect = DIALECTS.find((id) => declarations[id] !== undefined)!
  return { ...primitive, key: isAlone || dialect === 'a' ? name : `${name}@${dialect}` }
}

/** Reports names that two kernels have in one dialect. */
function rejectSameNames(primitives: readonly UnkeyedPrimitive[], diagnostics: Diagnostic[]): void {
  const seen = new Map<string, UnkeyedPrimitive>()
  for (const primitive of primitives) {
    const { name, kernel, offset } = primitive
    for (const dialect of DIALECTS.filter((id) => primitive.declarations[id] !== undefined)) {
      const other = seen.get(`${dialect} ${name}`)
      if (other !== undefined && other.kernel !== kernel) {
        const { line, column } = placeOf(other.kernel.source, other.offset)
        const problem = `a second kernel for '${name}' in dialect ${dialect}, after ${other.kernel.source.path}:${line}:${column}`
        diagnostics.push(diagnose(kernel.source, offset, problem, 'name it otherwise, or leave the dialect out'))
      }
      seen.set(`${dialect} ${name}`, primitive)
    }
  }
}
