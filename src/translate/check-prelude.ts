// Checks the border: every function that heap.ts exports has a twin in the prelude, with the same parameters.

import { type Diagnostic, diagnose } from './diagnostic.ts'
import { wgslName } from './names.ts'
import { type KernelSignature, wgslType } from './resolve.ts'
import type { SourceFile } from './source.ts'

const advice = 'write each function of heap.ts in src/translate/prelude.ts too, alike, and none besides'

/** Compares the functions of the border with the text of the prelude. */
export function checkPrelude(
  border: SourceFile,
  signatures: readonly KernelSignature[],
  prelude: string,
  diagnostics: Diagnostic[],
): void {
  const twins = new Map<string, string>()
  for (const [head, name] of prelude.matchAll(/^fn (\w+)\(.*?\)(?: -> \w+)?/gm)) twins.set(name!, head)
  for (const signature of signatures) {
    const { name, offset } = signature.declaration
    const expected = printHead(signature)
    const found = twins.get(wgslName(name))
    twins.delete(wgslName(name))
    if (found === expected) continue
    const problem = found ? `'${name}' has another head in WGSL: ${found}` : `'${name}' is not in the prelude`
    diagnostics.push(diagnose(border, offset, `${problem}, expected ${expected}`, advice))
  }
  for (const name of twins.keys()) {
    diagnostics.push(diagnose(border, 0, `the prelude has '${name}', which is not exported here`, advice))
  }
}

/** The first line of the twin, up to its body. */
function printHead(signature: KernelSignature): string {
  const parameters = signature.values.map((p) => `${p.name}: ${wgslType(p.type)}`)
  const returns = signature.returns === 'void' ? '' : ` -> ${wgslType(signature.returns)}`
  return `fn ${wgslName(signature.declaration.name)}(${parameters.join(', ')})${returns}`
}
