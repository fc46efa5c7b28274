// Declarations of primitives: names, parameters and return types by dialect, from `@as` lines or from the kernel itself.
//
//     @as art size(container: Container): Integer
//
// The letters are dialects. Without such a line, a kernel is declared in all of them under its own name and types.

import type { DialectId, Declaration, Parameter } from '../primitives/primitive.ts'
import type { Declarations, KernelFunction, KernelParameter } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'

/** All dialects, in the order in which the first declaration of a primitive is chosen. */
export const DIALECTS: readonly DialectId[] = ['a', 'r', 't']

/** A declaration, its dialects, and its place in the source. */
export interface PlacedDeclaration extends Declaration {
  readonly dialects: readonly DialectId[]
  readonly offset: number
}

/** Types whose names TypeScript has itself: signature.ts spells them with an underscore. */
const RENAMED_TYPES = ['Boolean', 'Object']
const INTERNAL_TYPES = ['Results', 'ResultsUntilTrue', 'Calls1', 'CallsOfEach', 'Calls2', 'ToLast']

/** The name that the DSL has for a TypeScript name: a trailing underscore only keeps clear of reserved words. */
export function dslName(name: string): string {
  return name.replace(/_$/, '')
}

/** The same for a parameter: an underscore before it marks it as unused. */
function parameterName(name: string): string {
  return dslName(name.replace(/^_/, ''))
}

function dslType(type: string): string {
  return RENAMED_TYPES.includes(dslName(type)) ? dslName(type) : type
}

/** The declarations of a kernel whose own parameters, heap and results apart, are these. */
export function readDeclarations(
  kernel: KernelFunction,
  parameters: readonly KernelParameter[],
  { signatures }: Declarations,
  diagnostics: Diagnostic[],
): PlacedDeclaration[] {
  const reject = (offset: number, problem: string, advice: string): void => {
    diagnostics.push(diagnose(kernel.source, offset, problem, advice))
  }
  const types = new Set([...signatures].map(dslType))
  const isKnown = (type: string): boolean => types.has(type) && !INTERNAL_TYPES.includes(type)
  const checkType = (type: string, offset: number): void => {
    if (!isKnown(type)) reject(offset, `'${type}' is no type of the DSL`, 'use one of src/primitives/signature.ts')
  }
  for (const tag of kernel.tags) {
    if (tag.name !== 'as' && tag.name !== 'example')
      reject(tag.offset, `unknown tag @${tag.name}`, 'declare primitives with @as, give examples with @example')
  }
  const tags = kernel.tags.filter(({ name }) => name === 'as')
  if (tags.length === 0) {
    for (const p of parameters) checkType(dslType(p.type), p.offset)
    checkType(dslType(kernel.returns), kernel.offset)
    const own = parameters.map((p) => ({ name: parameterName(p.name), type: dslType(p.type) }))
    const returns = dslType(kernel.returns)
    return [{ name: dslName(kernel.name), parameters: own, returns, dialects: DIALECTS, offset: kernel.offset }]
  }
  return tags.flatMap(({ text, offset }) => {
    const declaration = parseDeclaration(text)
    if (declaration === undefined) {
      reject(offset, `no declaration: ${text}`, 'write the dialects, then name(parameter: Type, ...): Type')
      return []
    }
    for (const { type } of declaration.parameters) checkType(type, offset)
    checkType(declaration.returns, offset)
    const [declared, own] = [declaration.parameters.length, parameters.length]
    if (declared !== own) {
      const problem = `'${declaration.name}' is declared with ${declared} parameters, but '${kernel.name}' has ${own}`
      reject(offset, problem, 'give both the same number')
    }
    return [{ ...declaration, offset }]
  })
}

/** A line without its tag; undefined if it is malformed, or names no dialect or one twice. */
function parseDeclaration(text: string): Omit<PlacedDeclaration, 'offset'> | undefined {
  const match = /^([art]+) (\w+)\(([^()]*)\): (\w+)$/.exec(text)
  if (match === null) return undefined
  const [, letters, name, list, returns] = match
  const dialects = DIALECTS.filter((dialect) => letters!.includes(dialect))
  if (dialects.length !== letters!.length) return undefined
  const parameters = list === '' ? [] : list!.split(', ').map(parseParameter)
  if (parameters.some((parameter) => parameter === undefined)) return undefined
  if (parameters.slice(0, -1).some((parameter) => parameter!.isOptional === true)) return undefined
  return { name: name!, parameters: parameters as Parameter[], returns: returns!, dialects }
}

function parseParameter(text: string): Parameter | undefined {
  const match = /^(\w+)(\??): (\w+)$/.exec(text)
  if (match === null) return undefined
  const [, name, mark, type] = match
  return mark === '?' ? { name: name!, type: type!, isOptional: true } : { name: name!, type: type! }
}
