// Resolves the names in the kernel sources. One namespace for all files, as WGSL has only one.

import type { Constant, Declarations, KernelFunction, Memory, VariableGroup } from './collect.ts'
import { deviceParams } from './device-params.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { intrinsicsFile } from './layout.ts'
import { wgslName } from './names.ts'
import { placeOf } from './source.ts'

/** The type of an expression: a 32-bit integer or a truth value. */
export type ValueType = 'number' | 'boolean'

/** A function by its types. The heap, where it takes it, comes first and is not among `values`. */
export interface KernelSignature {
  readonly declaration: KernelFunction
  readonly heapName: string | undefined
  /** The name of its memory, for intrinsics that take one behind the heap; it is not among `values` either. */
  readonly memoryName: string | undefined
  readonly values: readonly { readonly name: string; readonly type: ValueType }[]
  readonly returns: ValueType | 'void'
}

/** Everything that kernels can name. */
export interface Names {
  readonly constants: ReadonlyMap<string, Constant>
  readonly functions: ReadonlyMap<string, KernelSignature>
  readonly aliases: ReadonlyMap<string, string>
  /** Variables of the invocation by the name of their group; those of one field by `group.field`. */
  readonly groups: ReadonlyMap<string, VariableGroup>
  readonly variables: ReadonlySet<string>
  readonly memories: ReadonlyMap<string, Memory>
}

/** The parameters of a dispatch: variables of every device file, which are only read. */
export const PARAMS = 'params'

/** The WGSL type of a value. */
export function wgslType(type: ValueType): string {
  return type === 'number' ? 'i32' : 'bool'
}

/** The type behind a name, with aliases followed; undefined if it is no type of the subset. */
export function resolveType(
  name: string,
  aliases: ReadonlyMap<string, string>,
): ValueType | 'void' | 'heap' | 'memory' | undefined {
  let target = name
  for (let steps = 0; steps <= aliases.size; steps++) {
    if (target === 'number' || target === 'boolean' || target === 'void') return target
    if (target === 'Heap') return 'heap'
    if (target === 'Words' || target === 'Atomics') return 'memory'
    target = aliases.get(target) ?? ''
  }
  return undefined
}

/** Gives every name its one meaning; names that have two, and types outside the subset, are reported. */
export function resolveNames(declarations: Declarations, diagnostics: Diagnostic[]): Names {
  type Item = Constant | KernelFunction | Memory | VariableGroup
  const owners = new Map<string, Item>()
  const claim = (item: Item): boolean => {
    const owner = owners.get(wgslName(item.name))
    if (owner === undefined) {
      owners.set(wgslName(item.name), item)
      return true
    }
    const { line, column } = placeOf(owner.source, owner.offset)
    const problem = `'${item.name}' is declared at ${owner.source.path}:${line}:${column} too`
    diagnostics.push(diagnose(item.source, item.offset, problem, 'rename one, or share it: WGSL has one namespace'))
    return false
  }
  const constants = new Map<string, Constant>()
  const functions = new Map<string, KernelSignature>()
  for (const constant of declarations.constants) if (claim(constant)) constants.set(constant.name, constant)
  for (const f of declarations.functions) {
    if (claim(f)) functions.set(f.name, resolveSignature(f, declarations.aliases, diagnostics))
  }
  const memories = new Map(declarations.memories.filter(claim).map((memory) => [memory.name, memory]))
  const groups = new Map(declarations.variables.filter(claim).map((group) => [group.name, group]))
  const variables = new Set([
    ...deviceParams.map((name) => `${PARAMS}.${name}`),
    ...declarations.variables.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`)),
  ])
  return { constants, functions, aliases: declarations.aliases, groups, variables, memories }
}

function resolveSignature(f: KernelFunction, aliases: Map<string, string>, diagnostics: Diagnostic[]): KernelSignature {
  const reject = (offset: number, problem: string, advice: string): void => {
    diagnostics.push(diagnose(f.source, offset, problem, advice))
  }
  const values: { name: string; type: ValueType }[] = []
  let heapName: string | undefined
  let memoryName: string | undefined
  for (const [place, parameter] of f.parameters.entries()) {
    const type = resolveType(parameter.type, aliases)
    if (type === 'number' || type === 'boolean') values.push({ name: parameter.name, type })
    else if (type === 'heap' && place === 0) heapName = parameter.name
    else if (type === 'memory' && f.source.path === intrinsicsFile) memoryName = parameter.name
    else if (type === 'heap') reject(parameter.offset, 'the heap is not the first parameter', 'put `h: Heap` first')
    else reject(parameter.offset, `parameter '${parameter.name}' is no number or boolean`, 'give it such a type')
  }
  const returns = resolveType(f.returns, aliases)
  const isResult = returns === 'number' || returns === 'boolean' || returns === 'void'
  if (!isResult && !(returns === 'memory' && f.source.path === intrinsicsFile)) {
    reject(
      f.offset,
      `'${f.name}' does not say that it returns a number, a boolean or void`,
      'give it such a return type',
    )
  }
  return { declaration: f, heapName, memoryName, values, returns: isResult ? returns : 'void' }
}
