// What a translation to anything but WGSL needs: all names, the values of constants, what is known about each body.

import { checkFunction } from './check-subset.ts'
import { collectDeclarations } from './collect.ts'
import type { Diagnostic } from './diagnostic.ts'
import { type ConstantValue, foldConstants } from './fold-constants.ts'
import { type Inference, inferTypes } from './infer-types.ts'
import { borderFile, callBorderFile } from './layout.ts'
import { type Names, resolveNames } from './resolve.ts'
import type { SourceFile } from './source.ts'

/** Sources that were checked and taken apart. */
export interface Analysis {
  readonly names: Names
  readonly values: ReadonlyMap<string, ConstantValue>
  readonly inferences: ReadonlyMap<string, Inference>
}

/** Analyses sources; functions may call themselves. What is outside the subset is reported. */
export function analyse(sources: readonly SourceFile[], diagnostics: Diagnostic[]): Analysis {
  const names = resolveNames(collectDeclarations(sources, diagnostics), diagnostics)
  const values = foldConstants(names.constants, diagnostics)
  const inferences = new Map<string, Inference>()
  for (const signature of names.functions.values()) {
    const { declaration } = signature
    if (declaration.source.path === borderFile || declaration.source.path === callBorderFile) continue
    if (checkFunction(declaration, diagnostics))
      inferences.set(declaration.name, inferTypes(signature, names, values, diagnostics))
  }
  return { names, values, inferences }
}
