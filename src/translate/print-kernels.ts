// Prints src/backends/gpu/shaders/kernels.generated.ts: every kernel function and constant in WGSL, with the names it uses.

import type { WgslDeclaration } from './emit-declaration.ts'
import type { Translation } from './translate.ts'

/** The text of the generated file. */
export function printKernels(translation: Translation): string {
  return `// All kernels in WGSL. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.

import type { KernelText } from './kernel-text.ts'

/** The constants that the prelude uses. */
export const preludeConstants: readonly string[] = [${translation.preludeConstants.map((name) => `'${name}'`).join(', ')}]

/** Every module constant by its name. */
export const constants: Readonly<Record<string, KernelText>> = {
${translation.constants.map(printDeclaration).join('')}}

/** Every kernel function by its name, those of the prelude apart. */
export const kernels: Readonly<Record<string, KernelText>> = {
${translation.functions.map(printDeclaration).join('')}}
`
}

function printDeclaration(declaration: WgslDeclaration): string {
  const list = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`
  const { blocks } = declaration
  const printed = blocks
    ? `blocks: { parameters: ${list(blocks.parameters)}, variables: ${list(blocks.variables)}, flags: ${list(blocks.flags)}, cases: [${blocks.cases.map(quote).join(', ')}] },
    text: '',`
    : `text: ${quote(declaration.text)},`
  return `  ${declaration.name}: {
    wgslName: '${declaration.wgslName}',
    functions: ${list(declaration.functions)},
    constants: ${list(declaration.constants)},
    ${printed}
  },
`
}

function quote(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``
}
