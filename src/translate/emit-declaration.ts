// Emits constants and functions in WGSL, with the names that they use.

import type { Constant, Memory, VariableGroup } from './collect.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { dottedName } from './dotted-name.ts'
import { type EmitContext, Lines } from './emit-context.ts'
import { emitExpression } from './emit-expression.ts'
import { alwaysReturns, canEndOnce, emitStatements, emitToEnd, hasReturn } from './emit-statements.ts'
import { type ConstantValue, foldConstant } from './fold-constants.ts'
import type { Inference } from './infer-types.ts'
import { LocalNames, wgslName } from './names.ts'
import { type KernelSignature, type Names, wgslType } from './resolve.ts'
import type { SourceFile } from './source.ts'

/** A constant or function in WGSL; `functions` and `constants` are the TypeScript names that it uses directly. */
export interface WgslDeclaration {
  readonly name: string
  readonly printedName: string
  readonly text: string
  readonly functions: readonly string[]
  readonly constants: readonly string[]
  /** The size of a memory of a workgroup. */
  readonly words?: number
}

/** Translates a module constant. */
export function emitConstant(constant: Constant, values: ReadonlyMap<string, ConstantValue>): WgslDeclaration {
  const context = openContext(constant.source, values, undefined, new LocalNames([]), [])
  const type = wgslType(values.get(constant.name)?.type ?? 'number')
  const name = wgslName(constant.name)
  const text = `const ${name}: ${type} = ${emitExpression(constant.value, context, '')};\n`
  return finish(constant.name, text, context)
}

/** Declares the variables of an invocation. */
export function emitVariables({ name, fields }: VariableGroup): WgslDeclaration {
  const text = fields.map((field) => `var<private> ${wgslName(`${name}.${field.name}`)}: i32;\n`).join('')
  return { name, printedName: wgslName(name), text, functions: [], constants: [] }
}

/** Declares a memory of a workgroup; undefined for a buffer, which the prelude declares. */
export function emitMemory(
  { name, sort, size }: Memory,
  values: ReadonlyMap<string, ConstantValue>,
): WgslDeclaration | undefined {
  if (size === undefined) return undefined
  const words = foldConstant(size, (constant) => values.get(dottedName(constant)))
  if (words === undefined) throw new Error(`bug in a kernel source: the size of '${name}' is not constant`)
  const type = sort === 'words' ? 'i32' : 'atomic<i32>'
  const text = `var<workgroup> ${wgslName(name)}: array<${type}, ${words.value}>;\n`
  return { name, printedName: wgslName(name), text, functions: [], constants: [], words: words.value }
}

/** Translates a function; ternaries at places where WGSL cannot have them are reported. */
export function emitFunction(
  signature: KernelSignature,
  inference: Inference,
  names: Names,
  values: ReadonlyMap<string, ConstantValue>,
  diagnostics: Diagnostic[],
): WgslDeclaration {
  const { name, doc, node } = signature.declaration
  const outer = [...names.constants.keys(), ...names.functions.keys()]
  const locals = new LocalNames(outer, inference.declared)
  const context: EmitContext = {
    ...openContext(signature.declaration.source, values, names, locals, diagnostics),
    typeOf: (expression) => inference.types.get(expression) ?? 'number',
    constantOf: (identifier) => (inference.constants.has(identifier) ? values.get(dottedName(identifier)) : undefined),
  }
  const { lines } = context
  // WGSL's parameters cannot be changed; a variable of the same name takes over.
  const given = new Map([...inference.changed].map((local) => [local, locals.fresh(`${locals.nameOf(local)}_given`)]))
  const parameters = signature.values.map((p) => `${given.get(p.name) ?? locals.nameOf(p.name)}: ${wgslType(p.type)}`)
  const returns = signature.returns === 'void' ? '' : ` -> ${wgslType(signature.returns)}`
  if (doc !== '') lines.add(`// ${firstSentence(doc)}`)
  lines.block(`fn ${wgslName(name)}(${parameters.join(', ')})${returns}`, () => {
    for (const [local, parameter] of given) lines.add(`var ${locals.nameOf(local)} = ${parameter};`)
    const body = node.body?.body ?? []
    if (signature.returns !== 'void' && body.slice(0, -1).some(hasReturn) && canEndOnce(body)) {
      const result = locals.fresh('result')
      lines.add(`var ${result}: ${wgslType(signature.returns)};`)
      emitToEnd(body, context, result)
      lines.add(`return ${result};`)
      return
    }
    emitStatements(body, context)
    if (signature.returns !== 'void' && !body.some(alwaysReturns)) {
      lines.add(`return ${signature.returns === 'number' ? '0' : 'false'};`)
    }
  })
  return finish(name, lines.text(), context)
}

function openContext(
  source: SourceFile,
  values: ReadonlyMap<string, ConstantValue>,
  names: Names | undefined,
  locals: LocalNames,
  diagnostics: Diagnostic[],
): EmitContext {
  return {
    functions: names?.functions ?? new Map(),
    memories: names?.memories ?? new Map(),
    typeOf: () => 'number',
    constantOf: (identifier) => values.get(dottedName(identifier)),
    locals,
    usedFunctions: new Set(),
    usedConstants: new Set(),
    lines: new Lines(),
    reject: (node, problem, advice) => diagnostics.push(diagnose(source, node.start, problem, advice)),
  }
}

function finish(name: string, text: string, context: EmitContext): WgslDeclaration {
  return {
    name,
    printedName: wgslName(name),
    text,
    functions: [...context.usedFunctions].sort(),
    constants: [...context.usedConstants].sort(),
  }
}

/** The first sentence of a comment. */
export function firstSentence(doc: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(doc)?.[0] ?? doc
}
