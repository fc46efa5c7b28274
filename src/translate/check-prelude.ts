// Checks a border: every function that it exports has a twin in each prelude, with the same parameters.

import { type CTarget, c11 } from './c/c-target.ts'
import { printHead as printCHead } from './c/emit-c-function.ts'
import { type Diagnostic, diagnose } from './diagnostic.ts'
import { wgslName } from './names.ts'
import { openclC } from './opencl/opencl-target.ts'
import { type KernelSignature, wgslType } from './resolve.ts'
import type { SourceFile } from './source.ts'

/** A language of preludes. */
export interface PreludeLanguage {
  readonly name: string
  readonly file: string
  /** The heads of functions in a prelude, by name. */
  readonly heads: (prelude: string) => Map<string, string>
  readonly nameOf: (name: string) => string
  /** The head of a function, up to its body. */
  readonly printHead: (signature: KernelSignature) => string
  /** Whether the prelude has other functions as well. */
  readonly hasMore: boolean
}

export const wgslPrelude: PreludeLanguage = {
  name: 'WGSL',
  file: 'src/translate/prelude.ts',
  heads: (prelude) => findHeads(prelude, /^(fn (\w+)\(.*?\)(?: -> \w+)?)/gm),
  nameOf: wgslName,
  printHead,
  hasMore: false,
}

export const openclPreludeLanguage = cLanguage('OpenCL C', 'src/translate/opencl/prelude.ts', openclC, false)

// Calls of kernels, which the host and WebAssembly have too, are in the same text.
export const cPreludeLanguage = cLanguage('C', 'src/translate/c/prelude.ts', c11, true)

function cLanguage(name: string, file: string, target: CTarget, hasMore: boolean): PreludeLanguage {
  return {
    name,
    file,
    heads: (prelude) => findHeads(prelude.replaceAll('static inline ', 'static '), /^(static \w+ (\w+)\(.*?\)) \{/gm),
    nameOf: target.name,
    printHead: (signature) => printCHead(signature, target),
    hasMore,
  }
}

function findHeads(prelude: string, pattern: RegExp): Map<string, string> {
  return new Map([...prelude.matchAll(pattern)].map(([, head, name]) => [name!, head!]))
}

/** Compares the functions of the border with the text of a prelude. */
export function checkPrelude(
  border: SourceFile,
  signatures: readonly KernelSignature[],
  prelude: string,
  language: PreludeLanguage,
  diagnostics: Diagnostic[],
): void {
  const advice = `write each function of the border in ${language.file} too, alike${language.hasMore ? '' : ', and none besides'}`
  const twins = language.heads(prelude)
  for (const signature of signatures) {
    const { name, offset, source } = signature.declaration
    const expected = language.printHead(signature)
    const found = twins.get(language.nameOf(name))
    twins.delete(language.nameOf(name))
    if (found === expected) continue
    const problem = found
      ? `'${name}' has another head in ${language.name}: ${found}`
      : `'${name}' is not in the prelude in ${language.name}`
    diagnostics.push(diagnose(source, offset, `${problem}, expected ${expected}`, advice))
  }
  if (language.hasMore) return
  for (const name of twins.keys()) {
    const problem = `the prelude in ${language.name} has '${name}', which is not exported here`
    diagnostics.push(diagnose(border, 0, problem, advice))
  }
}

/** The first line of the twin in WGSL, up to its body. */
function printHead(signature: KernelSignature): string {
  const parameters = signature.values.map((p) => `${p.name}: ${wgslType(p.type)}`)
  const returns = signature.returns === 'void' ? '' : ` -> ${wgslType(signature.returns)}`
  return `fn ${wgslName(signature.declaration.name)}(${parameters.join(', ')})${returns}`
}
