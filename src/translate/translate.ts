// The translator: from kernel sources to WGSL declarations and the list of primitives; every step reports its problems.

import { cPrelude } from './c/prelude.ts'
import { cPreludeLanguage, checkPrelude, openclPreludeLanguage, wgslPrelude } from './check-prelude.ts'
import { checkFunction } from './check-subset.ts'
import { collectDeclarations } from './collect.ts'
import type { Diagnostic } from './diagnostic.ts'
import { type WgslDeclaration, emitConstant, emitFunction, emitMemory, emitVariables } from './emit-declaration.ts'
import { findRecursion } from './find-recursion.ts'
import { foldConstants } from './fold-constants.ts'
import { type Inference, inferTypes } from './infer-types.ts'
import { borderFile, factsFile, intrinsicsFile, isBorder, moduleFunctions } from './layout.ts'
import { wgslIntrinsics } from './intrinsics.ts'
import { type OpenclTexts, printOpencl } from './opencl/print-opencl.ts'
import { openclPrelude } from './opencl/prelude.ts'
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
  /** The same in OpenCL C; empty if there are problems. */
  readonly opencl: OpenclTexts
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
  checkPreludes(sources, names, shaderDiagnostics)
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
  const constants = [
    ...[...names.constants.values()].filter((c) => values.has(c.name)).map((c) => emitConstant(c, values)),
    ...[...names.groups.values()].map(emitVariables),
    ...[...names.memories.values()].flatMap((memory) => emitMemory(memory, values) ?? []),
  ]
  return {
    primitives,
    registryDiagnostics,
    constants,
    functions,
    opencl: shaderDiagnostics.length === 0 ? printOpencl(names, values, inferences) : { constants: [], functions: [] },
    shaderDiagnostics,
  }
}

/** Compares the border of the heap, the facts and the intrinsics with the preludes for devices. */
function checkPreludes(sources: readonly SourceFile[], names: Names, diagnostics: Diagnostic[]): void {
  const border = sources.find((source) => source.path === borderFile)
  if (!border) return
  const paths = new Set([borderFile, factsFile, intrinsicsFile])
  const present = new Set(sources.map(({ path }) => path).filter((path) => paths.has(path)))
  if (present.size < paths.size) return
  const signatures = [...names.functions.values()].filter(
    ({ declaration: { name, source } }) => paths.has(source.path) && !hasNoTwin(name),
  )
  const inWgsl = signatures.filter(({ declaration: { name } }) => !(name in wgslIntrinsics))
  checkPrelude(border, inWgsl, prelude, wgslPrelude, diagnostics)
  const inOpencl = signatures.filter(({ memoryName }) => memoryName === undefined)
  checkPrelude(border, inOpencl, openclPrelude, openclPreludeLanguage, diagnostics)
  const inC = signatures.filter(({ declaration: { source } }) => source.path !== intrinsicsFile)
  checkPrelude(border, inC, cPrelude(0), cPreludeLanguage, diagnostics)
}

/** Functions of modules, and those that declare memory. */
function hasNoTwin(name: string): boolean {
  return moduleFunctions.includes(name) || name === 'sharedWords' || name === 'sharedAtomics'
}
