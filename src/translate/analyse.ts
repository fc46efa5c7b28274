// The analysis that WebAssembly is emitted from: all names, the values of constants, the types in each body.

import { checkFunction } from './check-subset.ts'
import { collectDeclarations } from './collect.ts'
import type { Diagnostic } from './diagnostic.ts'
import { type ConstantValue, foldConstants } from './fold-constants.ts'
import { type Inference, inferTypes } from './infer-types.ts'
import { isBorder } from './layout.ts'
import { type Names, resolveNames } from './resolve.ts'
import type { SourceFile } from './source.ts'

/** Checked sources. */
export interface Analysis {
  readonly names: Names
  readonly values: ReadonlyMap<string, ConstantValue>
  readonly inferences: ReadonlyMap<string, Inference>
}

/** Analyses sources, in which functions may be recursive, and reports anything outside the subset. */
export function analyse(sources: readonly SourceFile[], diagnostics: Diagnostic[]): Analysis {
  const names = resolveNames(collectDeclarations(sources, diagnostics), diagnostics)
  const values = foldConstants(names.constants, diagnostics)
  const inferences = new Map<string, Inference>()
  for (const signature of names.functions.values()) {
    const { declaration } = signature
    if (isBorder(declaration.source.path)) continue
    if (checkFunction(declaration, diagnostics))
      inferences.set(declaration.name, inferTypes(signature, names, values, diagnostics))
  }
  return { names, values, inferences }
}
