// Prints every kernel function and constant in WGSL, with the names it uses: src/backends/gpu/shaders/kernels.generated.ts.

import type { WgslDeclaration } from './emit-declaration.ts'
import type { Translation } from './translate.ts'

/** The text of the generated file. */
export function printKernels(translation: Translation): string {
  return `// All kernels in WGSL. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.

import type { KernelText } from './kernel-text.ts'

/** Every module constant by its name. */
export const constants: Readonly<Record<string, KernelText>> = {
${translation.constants.map(printDeclaration).join('')}}

/** Every kernel function by its name, those of the prelude apart. */
export const kernels: Readonly<Record<string, KernelText>> = {
${translation.functions.map(printDeclaration).join('')}}
`
}

function printDeclaration(declaration: WgslDeclaration): string {
  return `  ${key(declaration.name)}: {
    printedName: '${declaration.printedName}',
    functions: ${list(declaration.functions)},
    constants: ${list(declaration.constants)},
    text: ${quote(declaration.text)},
  },
`
}

/** Names of constants in groups have a dot. */
function key(name: string): string {
  return name.includes('.') ? `'${name}'` : name
}

function list(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`
}

function quote(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``
}
