// The translator: from kernel sources to WGSL declarations and the list of primitives; every step reports its problems.

import { checkPrelude } from './check-prelude.ts'
import { checkFunction } from './check-subset.ts'
import { collectDeclarations } from './collect.ts'
import type { Diagnostic } from './diagnostic.ts'
import { chooseOutOfLine } from './choose-out-of-line.ts'
import { emitBlocks } from './emit-blocks.ts'
import { type WgslDeclaration, emitConstant, emitFunction } from './emit-declaration.ts'
import { findRecursion } from './find-recursion.ts'
import { foldConstants } from './fold-constants.ts'
import { type Inference, inferTypes } from './infer-types.ts'
import { borderFile, isBorder } from './layout.ts'
import { wgslName } from './names.ts'
import { prelude } from './prelude.ts'
import { type PrimitiveSource, readPrimitives } from './read-primitives.ts'
import { type Names, resolveNames } from './resolve.ts'
import type { SourceFile } from './source.ts'

/** The translation of all kernel sources. */
export interface Translation {
  readonly primitives: readonly PrimitiveSource[]
  /** Problems of the declarations of primitives, and syntax errors. */
  readonly registryDiagnostics: readonly Diagnostic[]
  readonly constants: readonly WgslDeclaration[]
  readonly functions: readonly WgslDeclaration[]
  /** The constants that the prelude uses. */
  readonly preludeConstants: readonly string[]
  /** Problems that prevent the translation to WGSL. */
  readonly shaderDiagnostics: readonly Diagnostic[]
}

/** Translates all kernel sources. */
export function translate(sources: readonly SourceFile[]): Translation {
  const registryDiagnostics: Diagnostic[] = []
  const shaderDiagnostics: Diagnostic[] = []
  const declarations = collectDeclarations(sources, registryDiagnostics)
  const primitives = readPrimitives(declarations, registryDiagnostics)
  const names = resolveNames(declarations, shaderDiagnostics)
  const values = foldConstants(names.constants, shaderDiagnostics)
  const border = sources.find((source) => source.path === borderFile)
  if (border) {
    const signatures = [...names.functions.values()].filter((f) => f.declaration.source === border)
    checkPrelude(border, signatures, prelude, shaderDiagnostics)
  }
  const functions: WgslDeclaration[] = []
  const inferences = new Map<string, Inference>()
  for (const signature of names.functions.values()) {
    const { declaration } = signature
    if (isBorder(declaration.source.path) || !checkFunction(declaration, shaderDiagnostics)) continue
    const before = shaderDiagnostics.length
    const inference = inferTypes(signature, names, values, shaderDiagnostics)
    if (shaderDiagnostics.length > before) continue
    inferences.set(signature.declaration.name, inference)
    functions.push(emitFunction(signature, inference, names, values, shaderDiagnostics))
  }
  findRecursion(names, new Map(functions.map((f) => [f.name, new Set(f.functions)])), shaderDiagnostics)
  if (shaderDiagnostics.length === 0) {
    const outOfLine = chooseOutOfLine(functions)
    for (const [k, { name }] of functions.entries()) {
      if (!outOfLine.has(name)) continue
      const signature = names.functions.get(name)!
      const inference = inferences.get(name)!
      const isOutOfLine = (callee: string): boolean => outOfLine.has(callee)
      const blocks = emitBlocks(signature, inference, names, values, shaderDiagnostics, isOutOfLine)
      functions[k] = { ...functions[k]!, blocks }
    }
  }
  const constants = [...names.constants.values()].filter((c) => values.has(c.name)).map((c) => emitConstant(c, values))
  return {
    primitives,
    registryDiagnostics,
    constants,
    functions,
    preludeConstants: findPreludeConstants(names),
    shaderDiagnostics,
  }
}

function findPreludeConstants(names: Names): string[] {
  const words = new Set(prelude.match(/\b[A-Z][A-Z0-9_]+\b/g))
  return [...names.constants.keys()].filter((name) => words.has(wgslName(name)))
}
