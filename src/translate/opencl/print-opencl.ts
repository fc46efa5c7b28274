// Prints kernels and device code in OpenCL C: each constant, function, group of variables and memory with the names that it uses.

import { printNumber } from '../c/emit-c-expression.ts'
import { CallEffects, callsIn } from '../c/call-effects.ts'
import { emitCFunction } from '../c/emit-c-function.ts'
import type { Constant, Memory, VariableGroup } from '../collect.ts'
import { dottedName } from '../dotted-name.ts'
import { type ConstantValue, foldConstant } from '../fold-constants.ts'
import type { Inference } from '../infer-types.ts'
import type { Names } from '../resolve.ts'
import { openclName, openclTarget } from './opencl-target.ts'

/** A declaration in OpenCL C; `functions` and `constants` are the TypeScript names that it uses directly. */
export interface OpenclDeclaration {
  readonly name: string
  readonly printedName: string
  readonly text: string
  readonly functions: readonly string[]
  readonly constants: readonly string[]
  /** For a field of the invocation's struct, which the text then declares. */
  readonly isField?: boolean
  /** The words of a memory of the workgroup. */
  readonly words?: number
}

/** Declarations in OpenCL C. */
export interface OpenclTexts {
  readonly constants: readonly OpenclDeclaration[]
  readonly functions: readonly OpenclDeclaration[]
}

/** Prints checked sources; `inferences` has the functions to print. */
export function printOpencl(
  names: Names,
  values: ReadonlyMap<string, ConstantValue>,
  inferences: ReadonlyMap<string, Inference>,
): OpenclTexts {
  const signatures = [...inferences.keys()].map((name) => names.functions.get(name)!)
  const calls = new Map(signatures.map((signature) => [signature.declaration.name, callsIn(signature)]))
  const effects = new CallEffects(names, calls)
  const target = openclTarget(values)
  const functions = signatures.map((signature): OpenclDeclaration => {
    const { name } = signature.declaration
    const { text, constants } = emitCFunction(signature, inferences.get(name)!, names, effects, target)
    const used = calls.get(name)!.toSorted()
    return { name, printedName: openclName(name), text, functions: used, constants: [...constants].sort() }
  })
  const constants = [
    ...[...names.constants.values()].flatMap((constant) => printConstant(constant, values)),
    ...[...names.groups.values()].map(printVariables),
    ...[...names.memories.values()].flatMap((memory) => printMemory(memory, values)),
  ]
  return { constants, functions }
}

/** Constants are their values: they need no others. */
function printConstant({ name }: Constant, values: ReadonlyMap<string, ConstantValue>): OpenclDeclaration[] {
  const known = values.get(name)
  if (known === undefined) return []
  const printedName = openclName(name)
  return [
    {
      name,
      printedName,
      text: `enum { ${printedName} = ${printNumber(known.value)} };\n`,
      functions: [],
      constants: [],
    },
  ]
}

function printVariables({ name, fields }: VariableGroup): OpenclDeclaration {
  const printedName = openclName(name)
  const text = `  struct {\n${fields.map((field) => `    int ${field.name};\n`).join('')}  } ${printedName};\n`
  return { name, printedName, text, functions: [], constants: [], isField: true }
}

function printMemory({ name, sort, size }: Memory, values: ReadonlyMap<string, ConstantValue>): OpenclDeclaration[] {
  const words = size && foldConstant(size, (constant) => values.get(dottedName(constant)))?.value
  if (words === undefined) return []
  const printedName = openclName(name)
  const text = `  ${sort === 'atomics' ? 'volatile ' : ''}__local int *${printedName};\n`
  return [{ name, printedName, text, functions: [], constants: [], isField: true, words }]
}

/** The text of src/backends/gpu/shaders/kernels-opencl.generated.ts. */
export function printOpenclModule({ constants, functions }: OpenclTexts): string {
  return `// All kernels and the scheduler in OpenCL C. Generated from src/kernel, src/primitives and src/backends/gpu/device-code by
// \`npm run generate\`; not to be edited.

import type { KernelText } from './kernel-text.ts'

/** Every module constant, group of variables and memory of a workgroup by its name. */
export const constants: Readonly<Record<string, KernelText>> = ${JSON.stringify(byName(constants), undefined, 1)}

/** Every function by its name, those of the prelude apart. */
export const kernels: Readonly<Record<string, KernelText>> = ${JSON.stringify(byName(functions), undefined, 1)}
`
}

function byName(declarations: readonly OpenclDeclaration[]): Record<string, Omit<OpenclDeclaration, 'name'>> {
  return Object.fromEntries(declarations.map(({ name, ...text }) => [name, text]))
}
